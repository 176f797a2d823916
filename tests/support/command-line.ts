import { execFile } from "node:child_process";
import { join } from "node:path";

export type Outcome = { code: number; stdout: string; stderr: string };

export const MAIN = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

/** The command line in a process of its own, with this environment and nothing else. */
export function tributary(args: readonly string[], environment: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...args],
      { env: { PATH: process.env.PATH ?? "", ...environment } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}
