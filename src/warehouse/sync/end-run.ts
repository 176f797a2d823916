import type { TableDescription } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { RunFailure } from "../failures.ts";
import { importsStore } from "../imports/imports-store.ts";
import { type Counts, NANOSECONDS_PER_MS, NO_COUNTS, type Run, type WarehouseImport } from "../types.ts";
import type { SyncOutcome } from "./outcome.ts";
import { runsStore } from "./runs-store.ts";
import { settleDone, settleStopped } from "./settle-counts.ts";
import type { Tracker } from "./tracker.ts";

export type Ending =
  | { kind: "succeeded"; outcome: SyncOutcome; described: TableDescription; tracker: Tracker }
  | { kind: "failed"; failure: RunFailure; tracker: Tracker }
  | { kind: "cancelled"; tracker: Tracker };

const GUARDS: readonly string[] = ["change_guard", "shrink_guard"];

/** How far the import got and what became of the run are one transaction. */
export async function endRun(
  deps: WarehouseDeps,
  run: Run,
  one: WarehouseImport | undefined,
  ending: Ending,
  signal: AbortSignal,
): Promise<void> {
  await settle(deps, run, one, ending, signal);
  await ending.tracker.save();
  const endedAt = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (tx) => {
    const runs = runsStore(tx);
    const imports = importsStore(tx);
    const summary = ending.tracker.summary();
    if (ending.kind === "cancelled") {
      const hasEnded = await runs.move(run.id, "cancel", { ...summary, endedAt });
      if (!hasEnded) deps.log.warn({ runId: run.id }, "a run that was called off is in no state for that");
    }
    if (ending.kind === "failed") {
      await runs.move(run.id, "fail", { ...summary, endedAt, failure: ending.failure });
      // Held until somebody has looked: the next slot would meet the same.
      if (one && GUARDS.includes(ending.failure.code)) await imports.change(one.id, { isHeld: true });
    }
    if (ending.kind !== "succeeded" || one === undefined) return;
    const { outcome, described } = ending;
    const { cursorFrom = null, cursorTo = null, kind } = outcome;
    await runs.move(run.id, "committed", { ...summary, endedAt, kind, cursorFrom, cursorTo, failure: null });
    const columns = described.columns.map(({ name, nativeType }) => ({ name, type: nativeType }));
    const current = (await imports.find(one.id))?.progress ?? one.progress;
    await imports.change(one.id, {
      progress: { ...current, ...outcome.progress, columns },
      isHeld: false,
      isCompleted: one.syncMode === "one_time",
    });
  });
}

async function settle(
  deps: WarehouseDeps,
  run: Run,
  one: WarehouseImport | undefined,
  ending: Ending,
  signal: AbortSignal,
): Promise<void> {
  if (one === undefined) return;
  const settling = { deps, run, import: one, tracker: ending.tracker, signal };
  if (ending.kind !== "succeeded") return await settleStopped(settling);
  // What a run says it imported can be asked for.
  await deps.loader.loadedUpTo(ending.outcome.position, signal);
  signal.throwIfAborted();
  await settleDone(settling, ending.outcome);
}

/** What a client is told was imported: all that changed something. */
export const importedOf = (counts: Counts = NO_COUNTS): number =>
  counts.inserted + counts.updated + counts.deleted;

export const intervalMs = (runEvery: number): number => runEvery / NANOSECONDS_PER_MS;
