import { ConnectorError } from "../connector.ts";
import { type EventSync, relationOf, senderOf, windowOf } from "./event-sync.ts";
import { abandon, appendChanges, catchUp, newGeneration } from "./generations.ts";
import { refuseTooManyFailed, type SyncOutcome } from "./outcome.ts";
import { countRows } from "./select.ts";
import { sendRows } from "./send-rows.ts";

const SHRINK_MIN_ROWS = 10_000;
const SHRINK_RATIO = 0.5;

/** Loads the whole table as a new generation, which takes the place of the one before in one step: full sync, and a mirror's start. */
export async function syncReplace(sync: EventSync): Promise<SyncOutcome> {
  const { import: one, run, session, tracker, stored } = sync;
  await catchUp({ deps: sync.deps, signal: sync.calledOff });
  const relation = relationOf(sync, windowOf(sync));
  if (one.syncMode === "full_sync") await refuseNullTimes(sync);
  tracker.rowsTotal = await countRows(relation);
  tracker.note("PLANNING", `${tracker.rowsTotal} rows to read`);
  const before = await stored.count();
  if (before > SHRINK_MIN_ROWS && tracker.rowsTotal < before * SHRINK_RATIO && !run.options.confirmGuard) {
    throw new ConnectorError("shrink_guard", `the table has ${tracker.rowsTotal} rows, and had ${before}`);
  }
  const generation = await newGeneration(sync);
  const sender = senderOf(sync, generation);
  try {
    await sendRows(sync, relation, sender);
    await sender.end();
    refuseTooManyFailed(tracker);
    sync.calledOff.throwIfAborted();
  } catch (cause) {
    // What is on its way must not come after its generation was given up.
    await sender.arrived();
    if (!sync.signal.aborted) await abandon(sync, generation).catch(() => undefined);
    throw cause;
  }
  sync.deps.reach("warehouse.before_commit");
  const position = await appendChanges(sync, [{ kind: "commit", importId: String(one.id), generation }]);
  sync.deps.reach("warehouse.after_commit");
  return {
    kind: "full_backfill",
    progress: { recipe: session.dialect.recipe, reload: false },
    position,
    settles: "as_sent",
  };
}

/** A row without a time would become another event with every load. */
async function refuseNullTimes(sync: EventSync): Promise<void> {
  const { column } = sync.plan.time;
  const { session, table, where } = relationOf(sync, windowOf(sync));
  const isNull = `${session.dialect.quote(column.name)} is null`;
  const count = await countRows({
    session,
    table,
    where: where === null ? isNull : `${where} and ${isNull}`,
  });
  if (count > 0) {
    throw new ConnectorError(
      "time_null_in_full_sync",
      `${count} rows have no value in the time column '${column.name}'`,
    );
  }
}
