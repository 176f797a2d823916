import type { WarehouseDeps } from "../deps.ts";
import type { Counts, Run, WarehouseImport } from "../types.ts";
import type { SyncOutcome } from "./outcome.ts";
import { storedRows } from "./stored-rows.ts";
import type { Tracker } from "./tracker.ts";

/** So long a run that ends early waits for the store, which may be the very thing that it ended for. */
const STOPPED_WAIT_MS = 30_000;

type Settling = { deps: WarehouseDeps; run: Run; import: WarehouseImport; tracker: Tracker };

/** The store counts what a run's rows became; what it did not count as new was there before. */
export async function settleDone(settling: Settling, { settles, kind }: SyncOutcome): Promise<void> {
  const { counts } = settling.tracker;
  const left = counts.read - counts.skipped - counts.failed - counts.unchanged;
  const copies = await noteCopies(settling);
  if (settles === "as_counted") {
    const { stored, replaced } = await countedOf(settling);
    counts.inserted = Math.min(left, stored);
    counts.updated = Math.min(left - counts.inserted, replaced);
  } else {
    if (kind !== "diff") counts.inserted = Math.max(0, left - counts.updated - counts.duplicate);
    const hidden = Math.min(copies, counts.inserted + counts.updated);
    const ofInserted = Math.min(hidden, counts.inserted);
    counts.inserted -= ofInserted;
    counts.updated -= hidden - ofInserted;
  }
  counts.duplicate = Math.max(0, left - counts.inserted - counts.updated);
}

/** Of a run that ended before it was done: what stays of its rows is counted as ever, and the others it read were passed over. */
export async function settleStopped(settling: Settling): Promise<void> {
  const { deps, run, import: one, tracker } = settling;
  if (run.startedAt === null) return;
  if (one.kind === "event_stream") {
    const isLoaded = await deps.loader.loadedUpTo(deps.frames.synced(), AbortSignal.timeout(STOPPED_WAIT_MS));
    if (!isLoaded) {
      tracker.note(
        "IMPORTING",
        "the event store is behind: rows of this run that it takes yet are not counted",
      );
    }
    const { stored, replaced } = await countedOf(settling);
    tracker.counts.inserted = stored;
    tracker.counts.updated = replaced;
    await noteCopies(settling);
  }
  passOver(tracker.counts);
}

/** An attempt that died may have stored more than the last one has read. */
export function passOver(counts: Counts): void {
  const { inserted, updated, unchanged, skipped, failed } = counts;
  const left = counts.read - inserted - updated - unchanged - skipped - failed;
  counts.duplicate = Math.max(0, Math.min(counts.duplicate, left));
  counts.skipped += Math.max(0, left - counts.duplicate);
  counts.read += Math.max(0, -left);
}

async function countedOf({
  deps,
  run,
  import: one,
}: Settling): Promise<{ stored: number; replaced: number }> {
  const { lines } = await deps.store.settlement(one.projectId);
  const ours = lines.filter(({ runId, importId }) => runId === run.id && importId === String(one.id));
  return {
    stored: ours.reduce((sum, line) => sum + line.stored, 0),
    replaced: ours.reduce((sum, line) => sum + line.replaced, 0),
  };
}

/** Rows with the insert id, time, event and user of another are one event with it: whoever meant two of them should hear of it. */
async function noteCopies({ deps, run, import: one, tracker }: Settling): Promise<number> {
  if (one.kind !== "event_stream") return 0;
  const stored = storedRows(deps, one.projectId, one.id, AbortSignal.timeout(STOPPED_WAIT_MS));
  const { rows, insertId } = await stored.copies(run.id);
  if (rows > 0) tracker.warn("copy_of_event", insertId, rows);
  return rows;
}
