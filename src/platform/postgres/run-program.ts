import { spawn } from "node:child_process";
import type { RunAs } from "./types.ts";

export type ProgramEnd = {
  /** Null when it did not start or was killed. */
  code: number | null;
  /** The end of both streams; for a program that did not start, why. */
  output: string;
};

export type ProgramOptions = {
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
export const PROGRAM_ENV: NodeJS.ProcessEnv = {
  LC_ALL: "C",
  TZ: "UTC",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
};

/** Runs a short program to its end. A failing program is an answer, not an exception. */
export function runProgram(
  file: string,
  args: readonly string[],
  { runAs, cwd = "/", stdin, timeoutMs = 60_000, outputMaxChars = 16_384 }: ProgramOptions = {},
): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(file, args, {
      ...runAs,
      cwd,
      env: PROGRAM_ENV,
      stdio: [stdin ?? "ignore", "pipe", "pipe"],
      // Apart from the terminal's Ctrl-C: we are told too, and leave in order once it is through.
      detached: true,
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-outputMaxChars);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", (error) => resolve({ code: null, output: error.message }));
    child.once("close", (code) => resolve({ code, output: output.trim() }));
  });
}
