import { type ChildProcess, fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process that answers each message by its id. */
export type Talk = {
  pid: number;
  first: Promise<Record<string, unknown>>;
  ask(message: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Fails when it ends by itself; so does whatever was asked. */
  died: Promise<never>;
  end(): Promise<void>;
};

export function startTalk(path: string, execArgv: string[] = []): Talk {
  const child: ChildProcess = fork(path, [], { execArgv, stdio: ["ignore", "ignore", "pipe", "ipc"] });
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  let last = 0;
  let printed = "";
  child.stderr?.on("data", (piece) => {
    printed = `${printed}${piece}`.slice(-4_000);
  });
  const wait = (id: number) =>
    new Promise<Record<string, unknown>>((resolve) => {
      waiting.set(id, resolve);
    });
  const first = wait(0);
  child.on("message", (answer: { id: number }) => {
    waiting.get(answer.id)?.(answer as Record<string, unknown>);
    waiting.delete(answer.id);
  });
  let isEnding = false;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const died = new Promise<never>((_, reject) =>
    child.once("exit", (code, signal) => {
      if (!isEnding) reject(new Error(`${path} died (${signal ?? code}): ${printed}`));
    }),
  );
  died.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    first,
    died,
    ask(message) {
      last += 1;
      const answer = wait(last);
      child.send({ ...message, id: last });
      return Promise.race([answer, died]);
    },
    async end() {
      isEnding = true;
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Processes whose parent is this one. */
export const childrenOf = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "latin1");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
