import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresLog } from "./log-file.ts";
import { dataFolderArgument } from "./reach.ts";
import { spawnProgram } from "./run-program.ts";
import { postmasterArguments } from "./settings.ts";
import { hintFor, PostgresStartError } from "./start-error.ts";
import type { RunAs } from "./types.ts";

export type Postmaster = { pid: number; gone: Promise<PostmasterEnd>; hasGone(): boolean };
type PostmasterEnd = { code: number | null; signal: NodeJS.Signals | null };

export type PostmasterOptions = {
  runtime: string;
  cluster: string;
  mark: string;
  runAs: RunAs | undefined;
  port: number;
  logFile: PostgresLog;
  settings: Readonly<Record<string, string>>;
};

const POLL_MS = 5;

export async function spawnPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { runtime, cluster, mark, runAs, port, logFile, settings } = options;
  const child = await spawnProgram(
    join(runtime, "bin", "postgres"),
    postmasterArguments(dataFolderArgument(cluster, runAs), port, mark, settings),
    { ...runAs, cwd: cluster, stdio: ["ignore", logFile.fd, logFile.fd] },
  ).catch((error: Error) => {
    throw new PostgresStartError(`Postgres did not start. ${hintFor(error.message)}`, error.message, error);
  });
  if (child.pid === undefined) throw new Error("A spawned process has no pid.");
  let gone = false;
  const end = new Promise<PostmasterEnd>((resolve) => {
    child.once("exit", (code, signal) => {
      gone = true;
      resolve({ code, signal });
    });
  });
  return { pid: child.pid, gone: end, hasGone: () => gone };
}

/**
 * Waits until the postmaster writes "ready" into its pid file. Asking over TCP instead would work, but leaves a line in the
 * log for each refused attempt. "gone" when it ended before, "late" when time ran out.
 */
export async function waitUntilReady(
  postmaster: Postmaster,
  cluster: string,
  timeoutMs: number,
): Promise<"ready" | "gone" | "late"> {
  const until = performance.now() + timeoutMs;
  while (!postmaster.hasGone()) {
    if (isReady(cluster, postmaster.pid)) return "ready";
    if (performance.now() >= until) return "late";
    await sleep(POLL_MS);
  }
  return "gone";
}

/** Line 1 is the pid, line 8 the status, padded with blanks. */
function isReady(cluster: string, pid: number): boolean {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return lines[0] === String(pid) && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}
