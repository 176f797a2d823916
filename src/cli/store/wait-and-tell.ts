import { setTimeout as sleep } from "node:timers/promises";
import type { EventParts } from "../serve/open-event-parts.ts";

const TELL_EVERY_MS = 2000;

/** Waits until all of the journal is loaded, saying how far it is. False when it was stopped. */
export async function waitAndTell(
  { loader, journal }: Pick<EventParts, "loader" | "journal">,
  signal: AbortSignal,
  json: boolean,
): Promise<boolean> {
  const { lastPosition } = journal.stats();
  const telling = new AbortController();
  const tell = async () => {
    while (!telling.signal.aborted) {
      await sleep(TELL_EVERY_MS, undefined, { signal: telling.signal }).catch(() => undefined);
      if (json || telling.signal.aborted) continue;
      const { lanes, behind } = loader.status();
      const accepted = lanes.live.accepted + lanes.bulk.accepted;
      const share =
        accepted === 0 ? 100 : Math.floor((100 * (lanes.live.loaded + lanes.bulk.loaded)) / accepted);
      process.stdout.write(behind.length > 0 ? "  loading …\n" : `  ${share} % of the journal\n`);
    }
  };
  const told = tell();
  try {
    return await loader.loadedUpTo(lastPosition, signal);
  } finally {
    telling.abort();
    await told;
  }
}
