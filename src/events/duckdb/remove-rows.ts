import type { ChangeOf } from "../change.ts";
import { type Draft, listOf } from "./draft.ts";
import { sqlText } from "./engine.ts";
import { ROW_KEY_SQL, rowHexOf } from "./id-columns.ts";
import { linkDevices, relinkOrphans, unlinkErased } from "./link-devices.ts";
import { forgetPrepared, linkPrepared, PREPARED_SUSPECTS } from "./pending-rows.ts";
import { bindable, readNumber } from "./read-rows.ts";
import { STATE } from "./schema.ts";
import { linesOf, removeScratch, writeScratch } from "./scratch.ts";
import { resettleCopies, settleCopies } from "./settle-copies.ts";

/** Takes back the rows of an import that were made from these rows of its source. */
export async function retractRows(draft: Draft, change: ChangeOf<"retract">): Promise<void> {
  const lineages = draft.lineageIds(({ importId }) => importId === change.importId);
  await forgetPrepared(draft);
  await withNames(draft, change.rowKeys, async () => {
    const own = `row_key is not null and lineage in (${listOf(lineages)}) and "position" < ${change.position}`;
    draft.tally.retracted += await removeRows(draft, `rowid in (${NAMED_ROWS(own)})`);
  });
}

/** Those of `names`. Few numbers are among theirs, and only for those is a key put together. */
const NAMED_ROWS = (rows: string): string => `with candidates as materialized (
    select rowid as id, ${ROW_KEY_SQL} as v from event_rows
    where ${rows} and (row_hex is null or row_hex in (select ${rowHexOf("v")} from names)))
  select id from candidates where v in (select v from names)`;

/**
 * The older generations go before the new one is settled: its rows are mostly equal to theirs, and would be dropped as
 * their copies.
 */
export async function commitGeneration(draft: Draft, change: ChangeOf<"commit">): Promise<void> {
  const { importId, generation } = change;
  const committed = draft.state.generations.get(importId) ?? 0;
  // A commit that comes late shows nothing: something newer stands already.
  if (generation <= committed) return;
  const older = draft.lineageIds(
    (known) => known.importId === importId && known.generation > 0 && known.generation < generation,
  );
  draft.tally.retracted += await removeRows(draft, `lineage in (${listOf(older)})`);
  await forgetPrepared(draft, older);
  await showGeneration(draft, change);
}

/** The older generations stay: what this one replaces was retracted before it. */
export async function mergeGeneration(draft: Draft, change: ChangeOf<"merge">): Promise<void> {
  if (change.generation > (draft.state.generations.get(change.importId) ?? 0)) {
    await showGeneration(draft, change);
  }
}

async function showGeneration(
  draft: Draft,
  { importId, generation, position }: ChangeOf<"commit" | "merge">,
): Promise<void> {
  await draft.setGeneration(importId, generation);
  const lineages = draft.lineageIds(
    (known) => known.importId === importId && known.generation === generation,
  );
  const shown = listOf(lineages);
  const fresh = `shown = ${position} and lineage in (${shown})`;
  await draft.writer.run(`update event_rows set state = ${STATE.visible}, shown = ${position}
    where state = ${STATE.pending} and lineage in (${shown})`);
  const isPrepared = lineages.every((id) => draft.state.prepared.has(id));
  if (isPrepared) await linkPrepared(draft, shown, position);
  else await linkDevices(draft, fresh);
  await draft.countStored(fresh);
  draft.countCopies(await settleCopies(draft, fresh, isPrepared ? PREPARED_SUSPECTS : undefined));
  await forgetPrepared(draft, lineages);
}

export async function abandonGeneration(draft: Draft, change: ChangeOf<"abandon">): Promise<void> {
  const lineages = draft.lineageIds(
    ({ importId, generation }) => importId === change.importId && generation === change.generation,
  );
  await forgetPrepared(draft);
  await draft.writer.run(
    `delete from event_rows where state = ${STATE.pending} and lineage in (${listOf(lineages)})`,
  );
}

/** Removes persons. Their ids are kept until every lane is past this position, for the rows that are still to come. */
export async function eraseRows(draft: Draft, change: ChangeOf<"erase">): Promise<void> {
  if (change.ids.length === 0) return;
  const until = change.until ?? change.position;
  await forgetPrepared(draft);
  await withNames(draft, change.ids, async () => {
    await draft.writer.run(`insert into erasures select ${until}, v from names`);
    await unlinkErased(draft, until);
  });
  draft.state.erasures += change.ids.length;
  draft.tally.erased += await removeRows(draft, meetsErasure(`"position" < ${until}`));
  await relinkOrphans(draft);
}

/** Rows that came too late for an erasure go before they are settled. Answers how many. */
export async function eraseLate(draft: Draft, fresh: string): Promise<number> {
  if (draft.state.erasures === 0) return 0;
  return (await draft.writer.run(`delete from event_rows where ${meetsErasure(fresh)}`)).rowsChanged;
}

const meetsErasure = (rows: string): string => `rowid in (select r.rowid
  from (select rowid, distinct_id, "position" from event_rows where ${rows}) r
  join (select max("position") as until, id from erasures group by id) e
  on r.distinct_id = e.id and r."position" < e.until)`;

/** Answers how many rows fewer are seen. */
async function removeRows(draft: Draft, rows: string): Promise<number> {
  const { writer } = draft;
  await writer.run(`create or replace temp table doomed as select rowid as id, state, "key",
    coalesce(sent_time, time) as sent from event_rows where ${rows}`);
  const seen = await readNumber(writer, `select count(*) from doomed where state = ${STATE.visible}`);
  await writer.run("delete from event_rows where rowid in (select id from doomed)");
  await writer.run(`create or replace temp table touched as select "key", sent from doomed
    where "key" is not null and state <> ${STATE.pending}`);
  return seen - (await resettleCopies(draft));
}

/** Thousands of names reach DuckDB as a file: bound one by one they would take longer than what is done with them. */
async function withNames(draft: Draft, names: readonly string[], work: () => Promise<void>): Promise<void> {
  if (names.length === 0) return;
  if (names.length <= BOUND_NAMES_MAX) {
    await draft.writer.run(
      `create or replace temp table names as select unnest([${names.map(() => "?").join()}]) as v`,
      bindable(names),
    );
  } else {
    try {
      await writeScratch(draft.scratchPath, [linesOf(names)]);
      await draft.writer.run(`create or replace temp table names as select v
        from read_json(${sqlText(draft.scratchPath)}, format = 'newline_delimited', columns = {v: 'VARCHAR'})`);
    } finally {
      await removeScratch(draft.scratchPath);
    }
  }
  await work();
}

const BOUND_NAMES_MAX = 64;
