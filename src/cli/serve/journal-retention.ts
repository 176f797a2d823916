import { setTimeout as sleep } from "node:timers/promises";
import type { Journal } from "../../journal/index.ts";
import type { Loader } from "../../loader/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";

export type RetentionDeps = {
  journal: Pick<Journal, "removeBefore">;
  loader: Pick<Loader, "status">;
  clock: Clock;
  log: Log;
};

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 3_600_000;

/** Removes what is older than so many days and has been loaded. 0 keeps everything. Answers how to stop. */
export function keepJournalShort(deps: RetentionDeps, days: number): () => Promise<void> {
  const closing = new AbortController();
  const running = days === 0 ? Promise.resolve() : run(deps, days, closing.signal);
  return async () => {
    closing.abort();
    await running;
  };
}

async function run(deps: RetentionDeps, days: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await removeOld(deps, days).catch((cause: unknown) =>
      deps.log.warn({ err: cause }, "old parts of the journal could not be removed; trying again in an hour"),
    );
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

export async function removeOld({ journal, loader, clock, log }: RetentionDeps, days: number): Promise<void> {
  const { opening, reached: position, behind } = loader.status();
  // Whoever is loaded anew needs all there is.
  if (opening || behind.length > 0) return;
  const { segments } = await journal.removeBefore({
    position,
    completeBeforeMs: clock.now() - days * DAY_MS,
  });
  if (segments > 0) log.info({ segments, days }, "old segments of the journal were removed");
}
