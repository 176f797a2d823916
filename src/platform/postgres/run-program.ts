import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import type { RunAs } from "./types.ts";

export type ProgramEnd = {
  /** Null when it did not start or was killed. */
  code: number | null;
  /** The end of both streams; for a program that did not start, why. */
  output: string;
};

type ProgramOptions = {
  runAs?: RunAs | undefined;
  cwd?: string;
  /** Descriptor given as standard input; empty unless told. */
  stdin?: number;
  timeoutMs?: number;
  outputMaxChars?: number;
};

/**
 * What every program we start gets to see. Not our own environment: a PGPORT or LD_LIBRARY_PATH meant for others would
 * change what ours does. TZ spares initdb a search through all time zones.
 */
const PROGRAM_ENV: NodeJS.ProcessEnv = {
  LC_ALL: "C",
  TZ: "UTC",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
};

/** Runs a short program to its end. A failing program is an answer, not an exception. */
export async function runProgram(
  file: string,
  args: readonly string[],
  { runAs, cwd = "/", stdin, timeoutMs = 60_000, outputMaxChars = 16_384 }: ProgramOptions = {},
): Promise<ProgramEnd> {
  let output = "";
  try {
    const child = await spawnProgram(file, args, {
      ...runAs,
      cwd,
      stdio: [stdin ?? "ignore", "pipe", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-outputMaxChars);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    const [code] = await once(child, "close");
    return { code, output: output.trim() };
  } catch (error) {
    return { code: null, output: error instanceof Error ? error.message : String(error) };
  }
}

/** Rejects when the program cannot be started; plain `spawn` throws for some reasons (EPERM) and reports others (EACCES) later. */
export async function spawnProgram(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  const child = spawn(file, args, {
    ...options,
    env: PROGRAM_ENV,
    // A session of its own: the terminal's Ctrl-C must reach us alone, who then leave in order.
    detached: true,
  });
  await once(child, "spawn");
  return child;
}
