import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { DuckdbSettings } from "../../src/events/duckdb/settings.ts";
import type { JournalSettings } from "../../src/journal/settings.ts";
import type { LoaderSettings } from "../../src/loader/index.ts";
import type { Config } from "../../src/platform/config/index.ts";

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
  /** Settings besides. */
  config?: Partial<Config>;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type Process = {
  exited: Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
  /** The last things it said, for the message of a failure. */
  output(): string;
  /** Told of everything it says. */
  onOutput(hear: (text: string) => void): void;
};

export type ServerProcess = Process & {
  /** Its address; undefined when it ended before it was ready. */
  ready: Promise<string | undefined>;
};

const CHILD = join(import.meta.dirname, "server-child.ts");
const OUTPUT_MAX = 20_000;
/** A server that is not ready by then hangs. */
const READY_PATIENCE_MS = 90_000;
const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  // Reading and compiling the sources is most of a start: done once, for all of them.
  NODE_COMPILE_CACHE: join(import.meta.dirname, "..", "..", ".tmp", "compile-cache"),
};

const running = new Set<ChildProcess>();

export function startProcess(args: readonly string[]): Process {
  const child = spawn(process.execPath, [...args], {
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.add(child);
  let text = "";
  let tell = (_text: string): void => undefined;
  const read = (chunk: Buffer) => {
    text = (text + chunk).slice(-OUTPUT_MAX);
    tell(text);
  };
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  const exited = new Promise<Exit>((resolve) =>
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    }),
  );
  return {
    exited,
    kill: (signal) => void child.kill(signal),
    output: () => text,
    onOutput(hear) {
      tell = hear;
    },
  };
}

export function startServerProcess(options: ChildOptions): ServerProcess {
  const server = startProcess([CHILD, JSON.stringify(options)]);
  const ready = Promise.withResolvers<string | undefined>();
  server.onOutput((text) => {
    const url = /^ready (\S+)$/m.exec(text)?.[1];
    if (url !== undefined) ready.resolve(url);
  });
  // Told apart from the kills of the test by its signal.
  const hangs = setTimeout(() => server.kill("SIGABRT"), READY_PATIENCE_MS);
  void ready.promise.then(() => clearTimeout(hangs));
  void server.exited.then(() => ready.resolve(undefined));
  return { ...server, ready: ready.promise };
}

/** Whatever a failed test left behind. */
export async function killProcesses(): Promise<void> {
  for (const child of running) {
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await closed;
  }
}
