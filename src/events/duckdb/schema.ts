import type { DuckDBConnection } from "@duckdb/node-api";
import type { ColumnType } from "../catalog.ts";
import { INSERT_ID_SQL, ROW_KEY_SQL } from "./id-columns.ts";
import { inTransaction } from "./in-transaction.ts";
import { readRows } from "./read-rows.ts";

/** A file of another number is not read. Raise it with every change of layout, and write the step that leads there. */
export const FORMAT_VERSION = 5;

/** A row is seen by questions, waits for the commit of its generation, or lost to a copy that may yet go away. */
export const STATE = { visible: 0, pending: 1, shadowed: 2 } as const;
export const IS_SETTLED = `state <> ${STATE.pending}`;
export const IS_PENDING = `state = ${STATE.pending}`;

/** How the row text names what has a column of its own, and as what DuckDB reads it. */
export const FIXED_COLUMNS = [
  { key: "e", column: "event", type: "VARCHAR" },
  { key: "t", column: "time", type: "BIGINT" },
  { key: "q", column: "sent_time", type: "BIGINT" },
  { key: "d", column: "distinct_id", type: "VARCHAR" },
  { key: "v", column: "device_id", type: "VARCHAR" },
  { key: "u", column: "user_id", type: "VARCHAR" },
  { key: "i", column: "insert_id", type: "VARCHAR" },
  { key: "k", column: "row_key", type: "VARCHAR" },
  { key: "rest", column: "rest", type: "VARCHAR" },
] as const;

/** Lists and objects stay the text they came as: DuckDB's JSON reader would write their numbers anew. */
export const SQL_TYPES: Record<ColumnType, string> = {
  varchar: "VARCHAR",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  json: "VARCHAR",
};

/**
 * No keys and no indexes: they would have to be looked up for each row, and duplicates are found in bulk.
 * `ord` is a row's place in its frame; with `position` it names the row for good. `key` is 48 bits of the
 * hash of what makes two events the same, or null: it narrows the search for copies to a scan of six bytes a row.
 * `shown`: the position of the commit that showed the row. Among copies it counts as received then.
 * `insert_hex`, `row_hex`: `id-columns.ts`. `rest`: '' when there is none, and in files of format 4 and before, null (`long-texts.ts` says why).
 * `whole_rest`, `whole_digest`: `outline.ts`.
 */
const eventRows = (table: string): string => `create table ${table} (
  event VARCHAR NOT NULL, time BIGINT NOT NULL, sent_time BIGINT, distinct_id VARCHAR NOT NULL, device_id VARCHAR,
  user_id VARCHAR, insert_id VARCHAR, row_key VARCHAR, rest VARCHAR, state UTINYINT, "position" BIGINT, ord UINTEGER,
  shown BIGINT, received BIGINT, lineage INTEGER, "key" UBIGINT, insert_hex UUID, row_hex UUID,
  whole_rest VARCHAR DEFAULT '', whole_digest UHUGEINT)`;

/**
 * `wide_rows`: the rows that are long, in bytes of their text. A scan takes few of them at a time. `conflicts`: from that
 * position on, a lane means something else by its columns from that number on.
 */
const SINCE_2 = [
  'create table wide_rows ("position" BIGINT, ord UINTEGER, bytes INTEGER)',
  'create table conflicts (lane VARCHAR, "position" BIGINT, number INTEGER)',
];

/**
 * `links`: the user a device belongs to, one row a device, with the place of the row that says so. `key` is the hash of the
 * distinct id that the device's own events have, `person` that of the user's: 64 bits, by which questions join and count. Of
 * a hundred million persons two have the same with a chance of 1 in 3,000.
 */
const SINCE_3 = [
  `create table links ("key" UBIGINT, person UBIGINT, device_id VARCHAR, user_id VARCHAR, seen BIGINT, "position" BIGINT,
    ord UINTEGER)`,
];

/** `lookups`: which revision of each lookup table is seen; its rows are in a table of their own. */
const SINCE_4 = ["create table lookups (id VARCHAR, revision BIGINT, columns VARCHAR)"];

/** Rows of event imports, by which they are known again: those that wait or lost to a copy among them. */
const IMPORTED_ROWS = `create view imported_rows as
  select lineage, state, row_hex, ${ROW_KEY_SQL} as row_key from event_rows where row_key is not null`;

const SINCE_5 = [
  "alter table event_rows add column insert_hex UUID",
  "alter table event_rows add column row_hex UUID",
  "alter table event_rows add column whole_rest VARCHAR default ''",
  "alter table event_rows add column whole_digest UHUGEINT",
  IMPORTED_ROWS,
];

const TABLES = [
  eventRows("event_rows"),
  "create table meta (name VARCHAR, value VARCHAR)",
  'create table lanes (lane VARCHAR, "position" BIGINT)',
  "create table columns (number INTEGER, name VARCHAR, type VARCHAR)",
  "create table rest_names (name VARCHAR)",
  `create table lineages (id INTEGER, lane VARCHAR, source VARCHAR, import_id VARCHAR, job_id VARCHAR, run_id VARCHAR,
    generation BIGINT)`,
  "create table generations (import_id VARCHAR, generation BIGINT)",
  'create table erasures ("position" BIGINT, id VARCHAR)',
  `create table settlements (lane VARCHAR, source VARCHAR, import_id VARCHAR, job_id VARCHAR, run_id VARCHAR, day DATE,
    stored BIGINT, duplicates BIGINT, replaced BIGINT)`,
  `create table tallies (lane VARCHAR, source VARCHAR, import_id VARCHAR, job_id VARCHAR, run_id VARCHAR, day DATE,
    code VARCHAR, count BIGINT)`,
  "create table removals (lane VARCHAR, retracted BIGINT, erased BIGINT)",
  ...SINCE_2,
  ...SINCE_3,
  ...SINCE_4,
  IMPORTED_ROWS,
];

/** DuckDB does not promise that its hash stays the same: a file says what it was made with. */
export const KEY_SQL = (event: string, distinctId: string, time: string, insertId: string): string =>
  `(hash(${event}, ${distinctId}, ${time}, ${insertId}) >> 16)`;
export const LINK_KEY_SQL = (deviceId: string): string => `hash('$device:' || ${deviceId})`;
export const PERSON_KEY_SQL = (userId: string): string => `hash(${userId})`;
export const HASH_PROBE = `select ${KEY_SQL("'a'", "'b'", "3::BIGINT", "'c'")}::VARCHAR as probe`;

/**
 * What questions see: no hidden rows, and the ids that rows leave out. Where no row is hidden nothing looks for one, which takes a
 * tenth off counting all events by one property.
 */
export const eventsView = (columns: number, hides: boolean): string => {
  const properties = Array.from({ length: columns }, (_, index) => `, p${index + 1}`).join("");
  return `create or replace view events as select event, time, sent_time, distinct_id,
    coalesce(device_id, case when user_id is null and starts_with(distinct_id, '$device:')
      then substr(distinct_id, 9) end) as device_id,
    coalesce(user_id, case when distinct_id <> '' and not starts_with(distinct_id, '$device:')
      then distinct_id end) as user_id,
    ${INSERT_ID_SQL} as insert_id, ${ROW_KEY_SQL} as row_key, nullif(rest, '') as rest, "position", ord, received, lineage${properties}
    from event_rows${hides ? ` where state = ${STATE.visible}` : ""}`;
};

/** Whether the view of this file leaves anything out. */
export const VIEW_HIDES_SQL = `select contains(sql, 'WHERE') from duckdb_views()
  where database_name = current_database() and view_name = 'events'`;
export const ANY_HIDDEN_SQL = `select exists (from event_rows where state <> ${STATE.visible})`;

export async function createSchema(connection: DuckDBConnection, probe: string): Promise<void> {
  await inTransaction(connection, async () => {
    for (const statement of TABLES) await connection.run(statement);
    await connection.run(eventsView(0, false));
    await connection.run("insert into meta values ('format_version', ?), ('hash_probe', ?)", [
      String(FORMAT_VERSION),
      probe,
    ]);
  });
}

/** How many long rows a file has from before format 5, in `meta`. */
export const OLD_LONG_ROWS = "old_long_rows";

/** Brings an older file here. Its links are those of the rows it holds. */
export async function raiseSchema(
  connection: DuckDBConnection,
  from: number,
  fillLinks: string,
): Promise<void> {
  await inTransaction(connection, async () => {
    const steps = [
      ...(from < 2 ? SINCE_2 : []),
      ...(from < 3 ? [...SINCE_3, fillLinks] : []),
      ...(from < 4 ? SINCE_4 : []),
      ...(from < 5 ? SINCE_5 : []),
    ];
    for (const statement of steps) await connection.run(statement);
    const [[columns] = []] = await readRows(connection, "select coalesce(max(number), 0) from columns");
    // Since format 5 `rest` may be '', and ids be numbers. Whether anything is hidden is told by the next change.
    await connection.run(eventsView(Number(columns), true));
    // Rows that are long may have a long text in its column, where it can be read only at great cost.
    if (from < 5)
      await connection.run(
        `insert into meta select '${OLD_LONG_ROWS}', count(*)::VARCHAR from wide_rows having count(*) > 0`,
      );
    await connection.run(`update meta set value = '${FORMAT_VERSION}' where name = 'format_version'`);
  });
}
