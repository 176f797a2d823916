import type { Log } from "../../platform/log.ts";

/** `EX_SOFTWARE`: told apart from a wrong setting (2) and from a part that broke (1). */
export const CRASH_EXIT_CODE = 70;

/**
 * After an error that no code handles, nothing that is in memory can be relied on. The process ends at once: requests in flight get no
 * reply, so nothing is acknowledged that is not in the journal, and the next start recovers. A rejection that nobody handles counts as
 * such an error.
 */
export function endOnCrash(log: Log): void {
  process.on("uncaughtException", (error, origin) => {
    try {
      log.fatal(
        { err: error, origin },
        "an error that no code handles: the server ends; the next start recovers",
      );
    } finally {
      process.exit(CRASH_EXIT_CODE);
    }
  });
}
