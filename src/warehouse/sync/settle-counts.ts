import type { WarehouseDeps } from "../deps.ts";
import type { Counts, Run, WarehouseImport } from "../types.ts";
import type { SyncOutcome } from "./outcome.ts";
import { storedRows } from "./stored-rows.ts";
import type { Tracker } from "./tracker.ts";

/** So long a run that ends early waits for the store, which may be the very thing that it ended for. */
const STOPPED_WAIT_MS = 30_000;
const COPIES_WAIT_MS = 10_000;

export type Settling = {
  deps: WarehouseDeps;
  run: Run;
  import: WarehouseImport;
  tracker: Tracker;
  signal: AbortSignal;
};

/** The store counts what a run's rows became; what it did not count as new was there before. */
export async function settleDone(settling: Settling, { settles, kind }: SyncOutcome): Promise<void> {
  const { counts } = settling.tracker;
  const left = counts.read - counts.skipped - counts.failed - counts.unchanged;
  const copies = await noteCopies(settling);
  if (settles === "as_counted") {
    const { stored } = await countedOf(settling);
    counts.inserted = Math.min(left, stored);
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
  const { deps, run, import: one, tracker, signal } = settling;
  const { counts } = tracker;
  const maySend = one.kind === "event_stream" && (counts.read > 0 || run.attempts > 1);
  try {
    if (maySend) await countStored(settling);
  } catch (cause) {
    signal.throwIfAborted();
    deps.log.warn({ err: cause, runId: run.id }, "the rows of a run that ended early could not be counted");
    tracker.note("IMPORTING", "the event store did not answer: rows of this run that it has are not counted");
  }
  passOver(counts);
  if (maySend) await noteCopies(settling);
}

async function countStored(settling: Settling): Promise<void> {
  const { deps, tracker, signal } = settling;
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(STOPPED_WAIT_MS)]);
  if (!(await deps.loader.loadedUpTo(deps.frames.synced(), waiting))) {
    signal.throwIfAborted();
    tracker.note(
      "IMPORTING",
      "the event store is behind: rows of this run that it takes yet are not counted",
    );
  }
  const { stored, copies } = await countedOf(settling);
  tracker.counts.inserted = stored;
  tracker.counts.duplicate += copies;
}

/** An attempt that died may have stored more than the last one has read. */
function passOver(counts: Counts): void {
  const { inserted, updated, unchanged, skipped, failed } = counts;
  const left = counts.read - inserted - updated - unchanged - skipped - failed;
  counts.duplicate = Math.max(0, Math.min(counts.duplicate, left));
  counts.skipped += Math.max(0, left - counts.duplicate);
  counts.read += Math.max(0, -left);
}

async function countedOf({ deps, run, import: one }: Settling): Promise<{ stored: number; copies: number }> {
  const { lines } = await deps.store.settlement(one.projectId);
  const ours = lines.filter(({ runId, importId }) => runId === run.id && importId === String(one.id));
  return {
    stored: ours.reduce((sum, line) => sum + line.stored, 0),
    copies: ours.reduce((sum, { duplicates, replaced }) => sum + duplicates + replaced, 0),
  };
}

/**
 * Rows with the insert id, time, event and user of another are one event with it: whoever meant two of them should hear of it. A run
 * does not fail for that nobody could be asked.
 */
async function noteCopies(settling: Settling): Promise<number> {
  const { deps, run, import: one, tracker, signal } = settling;
  if (one.kind !== "event_stream") return 0;
  try {
    const { copies } = await countedOf(settling);
    if (copies === 0) return 0;
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(COPIES_WAIT_MS)]);
    const hidden = await storedRows(deps, one.projectId, one.id, waiting).copies(run.id);
    // What an attempt that died had shown is counted by the store once more.
    const rows = run.attempts > 1 ? hidden.rows : copies;
    if (rows > 0) tracker.warn("copy_of_event", hidden.insertId, rows);
    return rows;
  } catch (cause) {
    signal.throwIfAborted();
    deps.log.warn({ err: cause, runId: run.id }, "the copies among a run's rows could not be counted");
    tracker.note("COMMITTING", "the event store did not say which rows are copies of others");
    return 0;
  }
}
