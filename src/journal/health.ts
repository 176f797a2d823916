import type { Log } from "../platform/log.ts";
import type { AppendFailure } from "./types.ts";

/**
 * Whether the journal may go on. It breaks once and for good: after a failed sync the kernel may have dropped the
 * written pages and call the next sync a success, so nothing written since the last good one can be vouched for.
 */
export function createHealth(log: Pick<Log, "fatal">, onFatal: (error: unknown) => void) {
  let failure: Extract<AppendFailure, { code: "journal_failed" }> | null = null;
  const listeners: (() => void)[] = [];
  return {
    failure: () => failure,
    whenBroken(listener: () => void): void {
      listeners.push(listener);
    },
    /** Waiting appends are failed before `onFatal` runs, which usually ends the process. */
    break(error: unknown): void {
      if (failure) return;
      failure = { code: "journal_failed", reason: error instanceof Error ? error.message : String(error) };
      log.fatal({ err: error }, "journal: writing failed, nothing more is accepted");
      for (const listener of listeners) listener();
      onFatal(error);
    },
  };
}

export type Health = ReturnType<typeof createHealth>;
