import type { Config } from "../../platform/config/index.ts";
import { createLog, type Log } from "../../platform/log.ts";
import { type Closers, createClosers } from "../serve/closers.ts";
import { StartFailure } from "../serve/start-failure.ts";

export type Work = { log: Log; closers: Closers; signal: AbortSignal };

const STOPPED = 130;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs one command and closes what it opened. Answers its exit code: 0 done, 1 refused, 130 stopped by a signal. */
export async function runCommand(
  { config, json }: { config: Pick<Config, "LOG_LEVEL">; json: boolean },
  whenStopped: string,
  work: (tools: Work) => Promise<number>,
): Promise<number> {
  // Standard output carries the result. What a server would tell in passing is of no interest here.
  const level = config.LOG_LEVEL === "info" ? "warn" : config.LOG_LEVEL;
  const log = createLog({ level, format: "pretty", destination: process.stderr });
  const closers = createClosers(log);
  const stop = new AbortController();
  const askToStop = () => stop.abort();
  for (const signal of SIGNALS) process.on(signal, askToStop);
  try {
    return await work({ log, closers, signal: stop.signal });
  } catch (cause) {
    if (!stop.signal.aborted && !(cause instanceof StartFailure)) throw cause;
    const refused = cause instanceof StartFailure;
    return complain(refused ? cause.message : whenStopped, refused ? 1 : STOPPED, json);
  } finally {
    await closers.closeAll().catch(() => undefined);
    for (const signal of SIGNALS) process.off(signal, askToStop);
  }
}

export function complain(message: string, code: number, json = false): number {
  process.stderr.write(json ? `${JSON.stringify({ status: "error", error: message })}\n` : `${message}\n`);
  return code;
}
