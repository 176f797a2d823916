import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The product as a user starts it: a process of its own with its own embedded Postgres. */
export type ChildServer = {
  child: ChildProcess;
  output: () => string;
  /** The address from the ready line. Rejects when the process ends before it. */
  ready: Promise<string>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
};

const TRIBUTARY = join(import.meta.dirname, "..", "..", "bin", "tributary.mjs");

export function spawnServer(
  dataFolder: string,
  args: string[] = [],
  environment: Record<string, string> = {},
): ChildServer {
  const flags = [
    "start",
    "--data-dir",
    dataFolder,
    ...(args.includes("--port") ? [] : ["--port", "0"]),
    ...args,
  ];
  return spawnTributary(flags, environment);
}

export function spawnTributary(args: string[], environment: Record<string, string> = {}): ChildServer {
  const child = spawn(process.execPath, [TRIBUTARY, ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal })),
  );
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const line = /is ready on (http:\S+)/.exec(text);
      if (line?.[1]) resolve(line[1]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void exited.then(({ code, signal }) =>
      reject(new Error(`ended (${signal ?? code}) before it was ready:\n${text}`)),
    );
  });
  ready.catch(() => undefined);
  return { child, output: () => text, ready, exited, kill: (signal) => void child.kill(signal) };
}

/** The postmaster that belongs to a data folder, running or not. */
export async function postmasterPid(dataFolder: string): Promise<number | undefined> {
  const file = await readFile(join(dataFolder, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(file.split("\n")[0]);
  return pid > 0 ? pid : undefined;
}

/** A process that has ended but that nobody has waited for yet (a zombie) is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
  } catch {
    // No /proc on this system, or gone in between.
    return !existsSync("/proc");
  }
}

export async function waitUntilGone(pid: number): Promise<void> {
  for (let waited = 0; waited < 20_000 && isAlive(pid); waited += 50) await sleep(50);
}

/** Ends what a killed server left behind, then removes the folder. */
export async function cleanUp(dataFolder: string, servers: readonly ChildServer[]): Promise<void> {
  for (const server of servers) {
    server.kill("SIGKILL");
    await server.exited;
  }
  const pid = await postmasterPid(dataFolder);
  if (pid !== undefined && isAlive(pid)) {
    process.kill(pid, "SIGINT");
    await waitUntilGone(pid);
  }
  await rm(dataFolder, { recursive: true, force: true });
}
