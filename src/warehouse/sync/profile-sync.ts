import type { ProfileUpdate } from "../../profiles/index.ts";
import { type Cell, ConnectorError } from "../connector.ts";
import { idMissing, idOf, type ProfileMapper, profileMapper } from "./map-profile.ts";
import type { SyncOutcome } from "./outcome.ts";
import { refuseTooManyFailed } from "./outcome.ts";
import { type ProfilePlan, planProfiles, profileBounds } from "./profile-plan.ts";
import { type ProfileRow, profileRowsStore } from "./profile-rows-store.ts";
import { digestOf } from "./row-ids.ts";
import { countRows, readSql, whereSql } from "./select.ts";
import { handOver } from "./sender.ts";
import type { TableSync } from "./table-sync.ts";

const PIECE_ROWS = 2000;
const GUARD_MIN_ROWS = 10_000;
const GUARD_RATIO = 0.3;

type Sending = {
  rows: ReturnType<typeof profileRowsStore>;
  map: ProfileMapper;
  seen: string;
  position: number;
};

/** A profile per row. Rows that are as they were written last are left alone; of a mirror, rows that vanished take their values along. */
export async function syncProfiles(sync: TableSync, upperBound: string): Promise<SyncOutcome> {
  const { deps, run, import: one, session, tracker } = sync;
  const plan = planProfiles(sync.described, one);
  const { bounds, cursorTo } = await profileBounds(sync, plan, upperBound);
  const relation = {
    session,
    table: session.dialect.table(one.table),
    where: whereSql(session.dialect, bounds),
  };
  for (const name of plan.losers) tracker.warn("property_collision", name);
  tracker.rowsTotal = await countRows(relation);
  const { sql, columns } = readSql(relation, plan.columns, { columns: plan.columns });
  const sending: Sending = {
    rows: profileRowsStore(deps.db),
    map: profileMapper(plan, (code, column) => tracker.warn(code, column)),
    seen: `${run.id}:${run.attempts}`,
    position: 0,
  };
  let piece: Cell[][] = [];
  for await (const rows of session.stream(sql, columns)) {
    for (const row of rows) piece.push(row);
    if (piece.length < PIECE_ROWS) continue;
    await writePiece(sync, plan, sending, piece);
    piece = [];
  }
  await writePiece(sync, plan, sending, piece);
  refuseTooManyFailed(tracker);
  sync.calledOff.throwIfAborted();
  if (one.syncMode === "mirror_mode") await unsetVanished(sync, sending);
  return {
    kind: one.progress.cursor === null ? "full_backfill" : "incremental",
    progress: { cursor: cursorTo ?? one.progress.cursor, reload: false },
    position: sending.position,
    cursorTo,
    settles: "as_sent",
  };
}

async function writePiece(
  sync: TableSync,
  plan: ProfilePlan,
  sending: Sending,
  piece: readonly Cell[][],
): Promise<void> {
  const { tracker, import: one } = sync;
  tracker.counts.read += piece.length;
  const last = lastOfEach(sync, plan, piece);
  const counts = { inserted: 0, updated: 0, unchanged: 0 };
  const known = await sending.rows.find(one.id, [...last.keys()]);
  const updates: ProfileUpdate[] = [];
  const written: ProfileRow[] = [];
  for (const [id, row] of last) {
    const before = known.get(id);
    const isRepeat = before?.seen === sending.seen;
    if (isRepeat) noteRepeat(sync, id);
    const digest = digestOf(row, plan.columns.length);
    const set = sending.map(row);
    written.push({ id, digest, names: Object.keys(set), seen: sending.seen });
    const isSame = before?.digest === digest && !one.progress.reload;
    if (!isRepeat) counts[isSame ? "unchanged" : before === undefined ? "inserted" : "updated"] += 1;
    if (isSame) continue;
    const unset = plan.unsets ? (before?.names ?? []).filter((name) => !Object.hasOwn(set, name)) : [];
    updates.push(updateOf(sync, id, set, unset));
  }
  await append(sync, sending, updates);
  await sending.rows.put(one.id, written);
  tracker.counts.inserted += counts.inserted;
  tracker.counts.updated += counts.updated;
  tracker.counts.unchanged += counts.unchanged;
  await tracker.turn();
}

/** Of rows with one id the one read last stands; the others are counted. Rows without an id fail. */
function lastOfEach(sync: TableSync, plan: ProfilePlan, piece: readonly Cell[][]): Map<string, Cell[]> {
  const last = new Map<string, Cell[]>();
  for (const row of piece) {
    const id = idOf(row, plan);
    if (id === "") {
      sync.tracker.failed("", { ...idMissing(plan), value: null });
      continue;
    }
    if (last.has(id)) noteRepeat(sync, id);
    last.set(id, row);
  }
  return last;
}

function noteRepeat({ tracker }: TableSync, id: string): void {
  tracker.counts.duplicate += 1;
  tracker.warn("duplicate_key", id);
}

const updateOf = (
  { import: { kind, mapping }, run }: TableSync,
  id: string,
  set: Record<string, unknown>,
  unset: readonly string[],
): ProfileUpdate => ({
  groupKey: kind === "groups" ? (mapping.group_key ?? "") : "",
  id,
  // The same for all attempts; of rows with one id, the one read last stands.
  timeMs: (run.startedAt ?? run.createdAt).getTime(),
  touches: false,
  followsLinks: kind === "people",
  set,
  ...(unset.length > 0 ? { unset } : {}),
});

async function append(
  { deps, import: one, signal }: TableSync,
  sending: Sending,
  updates: ProfileUpdate[],
): Promise<void> {
  if (updates.length === 0) return;
  const { position } = await handOver(() => deps.profiles.append(one.projectId, updates), signal);
  sending.position = position;
}

/** The profile stays, without what this import last wrote of it. */
async function unsetVanished(sync: TableSync, sending: Sending): Promise<void> {
  const { import: one, tracker, run } = sync;
  const { unseen, all } = await sending.rows.countUnseen(one.id, sending.seen);
  if (unseen > GUARD_MIN_ROWS && unseen > all * GUARD_RATIO && !run.options.confirmGuard) {
    throw new ConnectorError("change_guard", `${unseen} of ${all} rows are gone from the table`);
  }
  for (;;) {
    const gone = await sending.rows.unseen(one.id, sending.seen, PIECE_ROWS);
    if (gone.length === 0) return;
    await append(
      sync,
      sending,
      gone.filter(({ names }) => names.length > 0).map(({ id, names }) => updateOf(sync, id, {}, names)),
    );
    await sending.rows.remove(
      one.id,
      gone.map(({ id }) => id),
    );
    tracker.counts.deleted += gone.length;
    await tracker.turn();
  }
}
