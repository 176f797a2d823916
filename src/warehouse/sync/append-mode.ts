import type { Session } from "../connector.ts";
import {
  type EventSync,
  ordinalsOf,
  type ReadRow,
  readRows,
  relationOf,
  senderOf,
  windowOf,
} from "./event-sync.ts";
import { appendChanges, catchUp, newGeneration } from "./generations.ts";
import { refuseTooManyFailed, type SyncOutcome } from "./outcome.ts";
import { keyHashOf, type RowIds } from "./row-ids.ts";
import { type Bounds, countRows, type Relation } from "./select.ts";
import { sendRows } from "./send-rows.ts";
import type { Sender } from "./sender.ts";

/** So many rows are asked after at a time whether the store has them. */
const ASK_ROWS = 20_000;

/** Adds rows, by insert time or once: nothing is taken back, and what is there already is not sent again. */
export async function syncAppend(sync: EventSync, upperBound: string | null): Promise<SyncOutcome> {
  const { import: one, run, tracker } = sync;
  await catchUp({ deps: sync.deps, signal: sync.calledOff });
  const { cursor, reload } = one.progress;
  const isFirst = cursor === null || reload;
  const isTimed = one.syncMode === "time_based";
  const bounds = isTimed ? timeBounds(sync, isFirst ? null : cursor, upperBound) : windowOf(sync);
  const relation = relationOf(sync, bounds);
  tracker.rowsTotal = await countRows(relation);
  const cursorTo = isTimed ? await largestCursor(sync, relation) : null;
  if (isTimed && !isFirst) await skipWithoutCursor(sync);
  tracker.note(
    "PLANNING",
    `${tracker.rowsTotal} rows to read${relation.where === null ? "" : ` where ${relation.where}`}`,
  );
  const generation = await generationFor(sync, reload);
  const sender = senderOf(sync, generation.number);
  // The first attempt at the first rows meets nothing of its own, unless a run before it was cancelled half-way.
  // Loaded anew, all of it goes into a generation of its own, whatever the one that is shown has: it will be gone.
  const mayRepeat = !reload && (!isFirst || run.attempts > 1 || generation.hasRows);
  try {
    if (mayRepeat) await sendNew(sync, sender, relation);
    else await sendRows(sync, relation, sender);
    await sender.end();
    sync.calledOff.throwIfAborted();
  } catch (cause) {
    // What is on its way is seen when it arrives: it has to be there before it is counted, or the next run asks after it.
    await sender.arrived();
    throw cause;
  }
  refuseTooManyFailed(tracker);
  sync.deps.reach("warehouse.before_commit");
  const shown = generation.isShown
    ? 0
    : await appendChanges(sync, [
        { kind: "commit", importId: String(one.id), generation: generation.number },
      ]);
  return {
    kind: isFirst ? "full_backfill" : "incremental",
    // A run that finds nothing leaves the cursor where it is.
    progress: { cursor: cursorTo ?? (isFirst ? null : cursor), reload: false },
    position: Math.max(sender.position, shown),
    cursorFrom: isFirst ? null : cursor,
    cursorTo: cursorTo ?? cursor,
    settles: "as_counted",
  };
}

function timeBounds(sync: EventSync, from: string | null, upperBound: string | null): Bounds {
  const { plan, import: one } = sync;
  if (plan.cursor === null) return windowOf(sync);
  const { column } = plan.cursor;
  const isTime = column.family === "moment" || column.family === "timestamp" || column.family === "date";
  const fromEarlierSeconds = isTime ? one.mapping.lookback_seconds : 0;
  const to = column.family === "moment" ? upperBound : null;
  return { ...windowOf(sync), cursor: { column, from, fromEarlierSeconds, to, withNull: from === null } };
}

/** Asked of the warehouse in the same state as the rows: times as text do not compare. */
async function largestCursor(
  { plan, session }: EventSync,
  { table, where }: Relation,
): Promise<string | null> {
  if (plan.cursor === null) return null;
  const { column } = plan.cursor;
  const sql = `select max(${session.dialect.quote(column.name)}) from ${table}${where === null ? "" : ` where ${where}`}`;
  let largest: string | null = null;
  for await (const rows of session.stream(sql, [column])) {
    const cell = rows[0]?.[0] ?? null;
    if (cell !== null) largest = String(cell);
  }
  return largest;
}

/** Rows without an insert time count only in the first run; later ones say how many they passed over. */
async function skipWithoutCursor(sync: EventSync): Promise<void> {
  const { plan, tracker, session } = sync;
  if (plan.cursor === null || !plan.cursor.column.nullable) return;
  const { table } = relationOf(sync, {});
  const count = await countRows({
    session,
    table,
    where: `${session.dialect.quote(plan.cursor.column.name)} is null`,
  });
  if (count === 0) return;
  tracker.counts.read += count;
  tracker.counts.skipped += count;
  tracker.warn("skipped_null_cursor", plan.cursor.column.name, count);
}

/** Rows are seen as they come; when all is loaded anew, only once all of it is there. */
async function generationFor(
  sync: EventSync,
  reload: boolean,
): Promise<{ number: number; isShown: boolean; hasRows: boolean }> {
  const shown = await sync.stored.generation();
  if (shown > 0 && !reload) return { number: shown, isShown: true, hasRows: (await sync.stored.count()) > 0 };
  const number = await newGeneration(sync);
  if (reload) return { number, isShown: false, hasRows: false };
  await appendChanges(sync, [{ kind: "commit", importId: String(sync.import.id), generation: number }]);
  return { number, isShown: true, hasRows: false };
}

/** Asks the store after each row, and sends those that it does not have. */
async function sendNew(sync: EventSync, sender: Sender, relation: Relation): Promise<void> {
  const { tracker, map } = sync;
  for await (const rows of inPieces(readRows(sync, relation, await ordinalsOf(sync, relation)))) {
    const isKnown = await knownOf(sync, rows);
    tracker.counts.read += rows.length;
    for (const { cells, ids } of rows) {
      if (isKnown(ids)) {
        tracker.counts.duplicate += 1;
        continue;
      }
      sender.add(ids.rowKey, map(cells, ids.insertId));
      if (sender.isFull) await sender.send();
    }
    await tracker.turn();
  }
}

/** Also a row that was changed since is no new one, where its key tells that it is the same. */
async function knownOf(
  { plan, stored }: EventSync,
  rows: readonly ReadRow[],
): Promise<(ids: RowIds) => boolean> {
  const existing = await stored.existing(rows.map(({ ids }) => ids.rowKey));
  if (!plan.keyIsUnique) return ({ rowKey }) => existing.has(rowKey);
  const others = rows.filter(({ ids }) => !existing.has(ids.rowKey)).map(({ ids }) => ids);
  const keys = new Set((await stored.withKeysOf(others)).map(keyHashOf));
  return ({ rowKey, keyHash }) => existing.has(rowKey) || keys.has(keyHash);
}

async function* inPieces(source: AsyncGenerator<ReadRow[]>): AsyncGenerator<ReadRow[]> {
  let piece: ReadRow[] = [];
  for await (const rows of source) {
    for (const row of rows) piece.push(row);
    if (piece.length < ASK_ROWS) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/**
 * Up to here nothing can still appear: the warehouse's clock, or the start of the oldest transaction that may still write. Asked
 * before the state is fixed that is read, so that whoever begins in between is later than both.
 */
export async function findUpperBound(session: Session): Promise<string> {
  const now = new Date(await session.now()).toISOString();
  const writer = (await session.oldestWriter?.()) ?? null;
  return writer !== null && Date.parse(writer) < Date.parse(now) ? writer : now;
}
