import type { RowVersions } from "../connector.ts";
import type { EqualState } from "../types.ts";
import { digestRows } from "./digest-rows.ts";
import { type EventSync, relationOf, windowOf } from "./event-sync.ts";
import { digestOfKey, idsOf, keyHashOf } from "./row-ids.ts";
import { RowKeyList } from "./row-key-list.ts";
import { type Relation, readSql } from "./select.ts";
import type { Sender } from "./sender.ts";

/** All rows are compared at least so often, whatever the warehouse says of their versions. */
const COMPARE_EVERY_MS = 24 * 3_600_000;
/** More rows than this are found as fast by comparing sums, and need not be held in memory. Few always can. */
const WRITTEN_MAX = 200_000;
const WRITTEN_RATIO = 0.05;
const FEW = 1_000;
const CHARACTERS_MAX = 64_000_000;

export type Written = { rows: number; retracted: RowKeyList; updated: number };

/** What the state read now will be known by, once the store is equal to it. Undefined where nothing is known of its rows' versions. */
export async function versionsOf(sync: EventSync): Promise<RowVersions | undefined> {
  const { session, import: one, plan } = sync;
  // Of two rows with the same key nobody could tell which one was written anew.
  if (!plan.keyIsUnique || session.versions === undefined) return undefined;
  const versions = await session.versions(one.table);
  if (versions === null) return undefined;
  const names = plan.columns.map(({ name }) => name);
  return { ...versions, history: JSON.stringify([versions.history, one.mapping.sync_window, names]) };
}

/** A run that could not store some row leaves the two unequal. */
export function equalState(
  { tracker, deps, import: one }: EventSync,
  versions: RowVersions | undefined,
  hasComparedAll: boolean,
): EqualState | null {
  const { failed, skipped } = tracker.counts;
  if (versions === undefined || failed > 0 || skipped > 0) return null;
  const now = new Date(deps.clock.now()).toISOString();
  const comparedAt = hasComparedAll ? now : (one.progress.equal?.comparedAt ?? now);
  return { history: versions.history, mark: versions.mark, rows: tracker.counts.read, comparedAt };
}

/**
 * Sends the rows that were written since the store and the table were equal, and says which stored ones they replace. One pass over
 * the table that looks at a number of each row, instead of two that take digests of all of it. Undefined when this cannot be the
 * whole difference, of which nothing was sent then: rows that are gone are seen by their count alone.
 */
export async function sendWritten(
  sync: EventSync,
  versions: RowVersions | undefined,
  senderOf: () => Promise<Sender>,
): Promise<Written | undefined> {
  const since = sinceEqual(sync, versions);
  if (since === undefined) return undefined;
  const storedRows = await sync.stored.count();
  // Somebody was erased meanwhile: what is missing from the store would hide as many rows that are gone from the table.
  if (storedRows !== sync.import.progress.equal?.rows) return undefined;
  const relation = relationOf(sync, windowOf(sync));
  const { rows, written } = await countWritten(relation, since);
  if (written > Math.min(WRITTEN_MAX, Math.max(FEW, rows * WRITTEN_RATIO))) return undefined;
  const found = written === 0 ? [] : await readWritten(sync, relation, since);
  if (found === undefined) return undefined;
  const stored = await sync.stored.withKeysOf(found.map(({ ids }) => ids));
  if (storedRows - stored.length !== rows - written) return undefined;
  return await sendChanged(sync, rows, found, stored, senderOf);
}

function sinceEqual(
  { import: { progress }, deps, session }: EventSync,
  versions: RowVersions | undefined,
): string | undefined {
  const { equal } = progress;
  if (!equal || versions === undefined || equal.history !== versions.history) return undefined;
  if (deps.clock.now() - Date.parse(equal.comparedAt) >= COMPARE_EVERY_MS) return undefined;
  return session.dialect.writtenSince?.(equal.mark, versions.now) ?? undefined;
}

async function countWritten({ session, table, where }: Relation, since: string) {
  const [[rows, written] = []] = await session.ask(
    `select count(*), count(*) filter (where ${since}) from ${table}${where === null ? "" : ` where ${where}`}`,
  );
  return { rows: Number(rows), written: Number(written) };
}

type Found = { cells: Parameters<EventSync["map"]>[0]; ids: ReturnType<typeof idsOf> };

/** Undefined when they are more than the memory should hold. */
async function readWritten(sync: EventSync, relation: Relation, since: string): Promise<Found[] | undefined> {
  const { plan, session, import: one, digestColumns, tracker } = sync;
  const where = relation.where === null ? since : `(${relation.where}) and ${since}`;
  const reading = readSql({ ...relation, where }, plan.columns, { columns: digestColumns });
  const found: Found[] = [];
  let characters = 0;
  for await (const rows of digestRows(session, reading, plan.columns.length)) {
    for (const { digest, cells: cellsOf } of rows) {
      const cells = cellsOf();
      if (characters > CHARACTERS_MAX) continue;
      for (const cell of cells) characters += typeof cell === "string" ? cell.length : 0;
      found.push({ cells, ids: idsOf(one.id, plan, cells, digest, 0) });
    }
    await tracker.turn();
  }
  return characters > CHARACTERS_MAX ? undefined : found;
}

async function sendChanged(
  { tracker, map }: EventSync,
  rows: number,
  found: readonly Found[],
  stored: readonly string[],
  senderOf: () => Promise<Sender>,
): Promise<Written> {
  const known = new Map(stored.map((rowKey) => [keyHashOf(rowKey), rowKey]));
  tracker.rowsTotal = rows;
  tracker.counts.read = rows;
  tracker.counts.unchanged = rows - found.length;
  tracker.note("PLANNING", `${found.length} of ${rows} rows were written since they were last compared`);
  const retracted = new RowKeyList();
  let sender: Sender | undefined;
  for (const { cells, ids } of found) {
    const before = known.get(ids.keyHash);
    if (before !== undefined && digestOfKey(before) === ids.digest) {
      tracker.counts.unchanged += 1;
      continue;
    }
    if (before !== undefined) retracted.push(before);
    sender ??= await senderOf();
    sender.add(ids.rowKey, map(cells, ids.insertId));
    if (sender.isFull) await sender.send();
  }
  return { rows, retracted, updated: retracted.length };
}
