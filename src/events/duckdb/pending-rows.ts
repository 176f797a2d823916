import type { Position } from "../change.ts";
import { type Draft, listOf } from "./draft.ts";
import { claimsOf, firstClaims, hearClaims } from "./link-devices.ts";
import { IS_PENDING } from "./schema.ts";
import { findSuspects, touchedSql } from "./settle-copies.ts";

/**
 * A generation is shown in one step, during which nothing else is loaded. So what that takes is found out while its rows come in, batch
 * by batch: which keys they share with other rows, whatever their state, and who is the first to claim each device. Kept beside the
 * file and not in it: without it, after a restart, all rows are looked at when they are shown.
 */
const TABLES = `create temp table if not exists pending_suspects ("key" UBIGINT);
  create temp table if not exists pending_claims (lineage INTEGER, "key" UBIGINT, device_id VARCHAR, user_id VARCHAR,
    "position" BIGINT, ord UINTEGER)`;

/** The keys that rows of prepared generations may share with others, and perhaps more. */
export const PREPARED_SUSPECTS = 'select "key" from pending_suspects';

/** For rows that wait, of these lineages. */
export async function preparePending(
  { writer, state }: Draft,
  lineageIds: Iterable<number>,
  fresh: string,
): Promise<void> {
  if (state.prepared.size === 0) return;
  await writer.run(TABLES);
  // Of whatever lineage: rows of those that are not prepared may be copies of rows of those that are.
  if (await findSuspects(writer, { copiesMin: 2, touched: touchedSql(fresh), state: "true" }))
    await noteSuspects(writer);
  for (const id of lineageIds) {
    if (!state.prepared.has(id)) continue;
    const own = `${fresh} and lineage = ${id}`;
    const claims = firstClaims(`(${claimsOf(own, IS_PENDING)})`);
    // Batches come in the order of their positions: whoever is known was first.
    await writer.run(`insert into pending_claims select ${id}, "key", device_id, user_id, "position", ord
      from (${claims}) where "key" not in (select "key" from pending_claims where lineage = ${id})`);
  }
}

/** For rows that are seen at once, and have just been settled: some may be copies of rows that wait. Their keys are in `touched`. */
export async function noteMatches({ writer, state }: Draft): Promise<void> {
  if (state.prepared.size === 0) return;
  await writer.run(TABLES);
  if (await findSuspects(writer, { copiesMin: 1, state: IS_PENDING })) await noteSuspects(writer);
}

const noteSuspects = (writer: Draft["writer"]) =>
  writer.run('insert into pending_suspects select "key" from suspects');

/** All rows of these lineages have just been shown. */
export async function linkPrepared(draft: Draft, lineageIds: string, position: Position): Promise<void> {
  await draft.writer.run(TABLES);
  await hearClaims(
    draft,
    `select device_id, user_id, ${position}::BIGINT as seen, "position", ord, "key" from pending_claims
      where lineage in (${lineageIds})`,
  );
}

/** These lineages are shown, or, if none are named, rows go that may have been among those prepared. */
export async function forgetPrepared(
  { writer, state }: Draft,
  lineageIds = [...state.prepared],
): Promise<void> {
  if (!lineageIds.some((id) => state.prepared.has(id))) return;
  state.prepared = state.prepared.difference(new Set(lineageIds));
  await writer.run(`${TABLES};delete from pending_claims where lineage not in (${listOf(state.prepared)})`);
  if (state.prepared.size === 0) await writer.run("delete from pending_suspects");
}
