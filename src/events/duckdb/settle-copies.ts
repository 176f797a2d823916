import type { DuckDBConnection } from "@duckdb/node-api";
import type { Catalog } from "../catalog.ts";
import type { Position } from "../change.ts";
import { INSERT_ID_SQL } from "./id-columns.ts";
import { readNumber, readRows } from "./read-rows.ts";
import { IS_SETTLED, STATE } from "./schema.ts";

const DAY_MS = 86_400_000;

/** Rows that turned out to be copies, by lineage and day of receipt. */
export type Copies = { lineageId: number; receivedMs: number; duplicates: number; replaced: number };

export type Settling = { writer: DuckDBConnection; catalog: Catalog; settled: Position };

/**
 * Finds the copies of an event and lets one of them be seen. In the order of their places, equal neighbours are one
 * message that came twice: the first row of the last such run stands.
 *
 * What loses is not always gone. It may have to come back: because the one that won is taken back by its import, or
 * because a lane that lags behind brings a row, or an erasure, from between them. So a loser stays, unseen, while any
 * lane is before it, or it is what that lane's rows come after, or a row that can be taken back is among its copies. That
 * makes the content a function of the changes alone, in whatever order the lanes brought them.
 *
 * `fresh`: which rows were not settled before. They are the only ones counted. `keys`: those that may have copies, where that is known.
 */
export async function settleCopies(settling: Settling, fresh: string, keys?: string): Promise<Copies[]> {
  const { writer } = settling;
  const rows = `${fresh} and ${IS_SETTLED}${keys === undefined ? "" : ` and "key" in (${keys})`}`;
  if (!(await findSuspects(writer, { copiesMin: 2, touched: touchedSql(rows) }))) return [];
  await judge(settling, fresh);
  const counts = await readRows(
    writer,
    `select lineage, received // ${DAY_MS}, count(*) filter (verdict = 'duplicate'), count(*) filter (verdict = 'replaced')
     from judged where verdict is not null group by all`,
  );
  await putInPlace(settling);
  return counts.map(([lineageId, day, duplicates, replaced]) => ({
    lineageId: Number(lineageId),
    receivedMs: Number(day) * DAY_MS,
    duplicates: Number(duplicates),
    replaced: Number(replaced),
  }));
}

/**
 * Rows were removed whose keys and times are in `touched`: what they hid may have to be seen again. Answers how many more
 * rows are seen than before.
 */
export async function resettleCopies(settling: Settling): Promise<number> {
  if (!(await findSuspects(settling.writer, { copiesMin: 1 }))) return 0;
  await judge(settling, "false");
  const more = await readNumber(
    settling.writer,
    `select (count(*) filter (wins and state <> ${STATE.visible}))
      - count(*) filter (not wins and state = ${STATE.visible}) from judged`,
  );
  await putInPlace(settling);
  return more;
}

/**
 * Keys that at least so many rows share. Copies have the same time as sent, which is mostly the time they are stored
 * under: that lets DuckDB pass over the row groups of other times. `touched` makes the table of that name, if it is not there yet;
 * `state` says among which rows.
 */
export async function findSuspects(
  writer: DuckDBConnection,
  { copiesMin, touched = "", state = IS_SETTLED }: { copiesMin: number; touched?: string; state?: string },
): Promise<boolean> {
  const [[low, high] = []] = await readRows(writer, `${touched};select min(sent), max(sent) from touched`);
  if (low === null || low === undefined) return false;
  const rows = `"key" in (select "key" from touched) and ${state}`;
  const found = await readNumber(
    writer,
    `create or replace temp table suspects as select "key" from (
    select "key" from event_rows where time between ${low} and ${high} and sent_time is null and ${rows}
    union all
    select "key" from event_rows where sent_time between ${low} and ${high} and ${rows})
    group by "key" having count(*) >= ${copiesMin};
    select count(*) from suspects`,
  );
  return found > 0;
}

/** Makes `touched`: the keys of these rows, and their times as sent. */
export const touchedSql = (rows: string): string => `create or replace temp table touched as
  select "key", coalesce(sent_time, time) as sent from event_rows where ${rows} and "key" is not null`;

/**
 * Equal keys are only a hint: the window is over what the key was made of. Content is compared by its MD5, since 300,000
 * rows with hundreds of columns would not fit into a window's memory. Rows that can be taken back have a row key or a
 * generation.
 */
async function judge({ writer, catalog, settled }: Settling, fresh: string): Promise<void> {
  const properties = catalog.since(0).map(({ number }) => `, p${number}`);
  await writer.run(`create or replace temp table judged as
    with copies as (
      select rowid as id, event, distinct_id, coalesce(sent_time, time) as sent, ${INSERT_ID_SQL} as insert_id, coalesce(shown, "position") as seen,
        "position", ord, state, lineage, received, (${fresh}) as is_fresh,
        row_key is not null or lineage in (select id from lineages where generation > 0) as can_go,
        md5_number(to_json(row(device_id, user_id, nullif(rest, ''), whole_digest${properties.join("")}))) as content
      from event_rows where "key" in (select "key" from suspects) and ${IS_SETTLED}),
    neighbours as (
      select *, lag(content) over places as before, row_number() over places as place,
        row_number() over (partition by event, distinct_id, sent, insert_id, is_fresh order by seen, "position", ord) as nth,
        first_value(case when not is_fresh then content end ignore nulls) over (places rows between 1 following
          and unbounded following) as old_after,
        bool_or(not is_fresh) over copy_group as has_old, bool_or(can_go) over copy_group as any_can_go
      from copies
      window places as (partition by event, distinct_id, sent, insert_id order by seen, "position", ord),
        copy_group as (partition by event, distinct_id, sent, insert_id)),
    runs as (
      select *, place = max(case when before is distinct from content then place end)
        over (partition by event, distinct_id, sent, insert_id) as wins,
        place = max(case when before is distinct from content and seen <= ${settled} then place end)
        over (partition by event, distinct_id, sent, insert_id) as won_settled
      from neighbours)
    select id, lineage, received, state, wins,
      not wins and seen <= ${settled} and not any_can_go and not won_settled as forgotten,
      case when not is_fresh or (not has_old and nth = 1) then null
        when before = content or old_after = content then 'duplicate' else 'replaced' end as verdict
    from runs`);
}

async function putInPlace({ writer }: Settling): Promise<void> {
  await writer.run("delete from event_rows where rowid in (select id from judged where forgotten)");
  for (const [wins, state] of [
    ["wins", STATE.visible],
    ["not wins and not forgotten", STATE.shadowed],
  ]) {
    await writer.run(`update event_rows set state = ${state}
      where rowid in (select id from judged where ${wins} and state <> ${state})`);
  }
}

/** Removes losers that no change to come can bring back. */
export async function forgetLosers(settling: Settling): Promise<void> {
  const { writer, settled } = settling;
  const losers = `state = ${STATE.shadowed} and coalesce(shown, "position") <= ${settled}`;
  await writer.run(`create or replace temp table touched as
    select "key", coalesce(sent_time, time) as sent from event_rows where ${losers} and "key" not in (
      select "key" from event_rows where "key" in (select "key" from event_rows where ${losers})
        and (row_key is not null or lineage in (select id from lineages where generation > 0)))`);
  if (await findSuspects(writer, { copiesMin: 2 })) {
    await judge(settling, "false");
    await writer.run("delete from event_rows where rowid in (select id from judged where forgotten)");
  }
}
