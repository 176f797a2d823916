import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DuckdbSettings } from "../../src/events/duckdb/settings.ts";
import type { JournalSettings } from "../../src/journal/settings.ts";
import type { LoaderSettings } from "../../src/loader/index.ts";

/** At which moment, and at the how-manieth time it comes, the server kills itself. */
export type Crash = { point: string; nth: number };

export type Sizes = {
  journal: Partial<JournalSettings>;
  store: Partial<DuckdbSettings>;
  loader: Partial<LoaderSettings>;
};

export type ChildOptions = {
  dataFolder: string;
  databaseUrl: string;
  crash?: Crash | undefined;
  sizes: Sizes;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type ServerProcess = {
  pid: number;
  /** Its address; undefined when it ended before it was ready. */
  ready: Promise<string | undefined>;
  exited: Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
  /** The last things it said, for the message of a failure. */
  output(): string;
};

const CHILD = fileURLToPath(new URL("server-child.ts", import.meta.url));
const OUTPUT_MAX = 20_000;

const running = new Set<ChildProcess>();

export function startServerProcess(options: ChildOptions): ServerProcess {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(options)], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.add(child);
  let text = "";
  const ready = Promise.withResolvers<string | undefined>();
  const read = (chunk: Buffer) => {
    text = (text + chunk).slice(-OUTPUT_MAX);
    const url = /^ready (\S+)$/m.exec(text)?.[1];
    if (url !== undefined) ready.resolve(url);
  };
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  const exited = new Promise<Exit>((resolve) =>
    child.once("close", (code, signal) => {
      running.delete(child);
      ready.resolve(undefined);
      resolve({ code, signal });
    }),
  );
  return {
    pid: child.pid ?? 0,
    ready: ready.promise,
    exited,
    kill: (signal) => void child.kill(signal),
    output: () => text,
  };
}

/** Whatever a failed test left behind. */
export async function killServerProcesses(): Promise<void> {
  for (const child of running) {
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await closed;
  }
}
