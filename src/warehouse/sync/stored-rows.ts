import { setTimeout as sleep } from "node:timers/promises";
import { INSERT_ID_SQL, ROW_KEY_SQL } from "../../events/index.ts";
import { ConnectorError } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { RowIds } from "./row-ids.ts";
import type { BucketSum } from "./select.ts";

const TIMEOUT_MS = 600_000;
const BUSY_TRIES = 50;
const BUSY_MS = 200;
/** More than a bucket sum has buckets, or a group of buckets rows. */
const ROWS_MAX = 4_000_000;

/** A row that waits for its generation is none of what the store holds; one that lost to a copy is, or it would be sent again and again. */
const OF_IMPORT = "lineage in (select id from lineages where import_id = ?) and state <> 1";
const bucketSql = (bits: number): string => `(('0x' || substr(row_key, 1, 8))::UBIGINT >> ${32 - bits})`;
const laneSql = (lane: number): string =>
  `sum(('0x' || substr(row_key, ${1 + 8 * lane}, 8))::UBIGINT)::VARCHAR`;

/**
 * Row keys of an import, of which only those few are put together that may be meant: numbers are compared first. Asked of the view
 * of imported rows, DuckDB makes the text of every row before it looks at any, 0.8 s for a million of them against 0.04.
 */
const amongSql = (number: string, asked: string): string => `candidates as materialized (
    select row_hex, row_key, insert_hex, insert_id from event_rows where row_key is not null and ${OF_IMPORT}
    and (row_hex is null or ${number} in (select try_cast(${asked} as UUID) from asked))),
  among as (select ${ROW_KEY_SQL} as row_key from candidates)`;

/**
 * The rows an import has in the store. They are their own record of what was loaded: no second one can drift away from them.
 */
export function storedRows(
  deps: Pick<WarehouseDeps, "store">,
  projectId: number,
  importId: number,
  signal: AbortSignal,
) {
  const ask = async (sql: string, params: readonly string[]): Promise<unknown[][]> => {
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      const answer = await deps.store.query(projectId, {
        sql,
        params,
        timeoutMs: TIMEOUT_MS,
        rowsMax: ROWS_MAX,
        signal,
      });
      if (answer.ok) return answer.value.rows;
      if (tries >= BUSY_TRIES) {
        throw new ConnectorError(
          "store_unavailable",
          `the event store does not answer: ${answer.failure.code}`,
        );
      }
      await sleep(BUSY_MS, undefined, { signal });
    }
  };
  const id = String(importId);
  return {
    /** The generation that is shown; 0 before the first. */
    async generation(): Promise<number> {
      const [[generation] = []] = await ask("select generation from generations where import_id = ?", [id]);
      return Number(generation ?? 0);
    },

    async count(): Promise<number> {
      const [[count] = []] = await ask(`select count(*) from imported_rows where ${OF_IMPORT}`, [id]);
      return Number(count);
    },

    /** How many of its events questions find, and from when to when. Those of other imports that they are copies of are not its own. */
    async span(): Promise<{ events: number; fromMs: number | null; toMs: number | null }> {
      const [[count, from, to] = []] = await ask(
        "select count(*), min(time), max(time) from events join lineages l on l.id = events.lineage where l.import_id = ?",
        [id],
      );
      const moment = (value: unknown) => (value === null || value === undefined ? null : Number(value));
      return { events: Number(count), fromMs: moment(from), toMs: moment(to) };
    },

    /** Rows that are copies of an event, of this import or another, so that questions do not find them; and the insert id of one. Of one run, or of all. */
    async copies(runId?: string): Promise<{ rows: number; insertId: string }> {
      const [ofRun, params] = runId === undefined ? ["", [id]] : [" and run_id = ?", [id, runId]];
      const [[rows, insertId] = []] = await ask(
        `select count(*), min(${INSERT_ID_SQL}) from event_rows
         where row_key is not null and state = 2 and lineage in (select id from lineages where import_id = ?${ofRun})`,
        params,
      );
      return { rows: Number(rows), insertId: String(insertId ?? "") };
    },

    async sums(bits: number): Promise<Map<number, BucketSum>> {
      const rows = await ask(
        `select ${bucketSql(bits)} as b, count(*), ${laneSql(1)}, ${laneSql(2)}, ${laneSql(3)}
         from imported_rows where ${OF_IMPORT} group by 1`,
        [id],
      );
      return new Map(
        rows.map(([bucket, count, ...sums]) => [Number(bucket), { count: Number(count), sums: sums.join() }]),
      );
    },

    async rowKeys(bits: number, buckets: readonly number[]): Promise<string[]> {
      const rows = await ask(
        `select row_key from imported_rows where ${OF_IMPORT}
         and ${bucketSql(bits)} in (select unnest(from_json(?, '["UBIGINT"]')))`,
        [id, JSON.stringify(buckets)],
      );
      return rows.map(([rowKey]) => String(rowKey));
    },

    /** The rows that have the same keys as these, of which the insert ids begin with the hash. */
    async withKeysOf(ids: readonly Pick<RowIds, "insertId">[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await ask(
        `with asked as (select unnest(from_json(?, '["VARCHAR"]')) as v), ${amongSql("insert_hex", "v")}
         select row_key from among where substr(row_key, 34, 16) in (select left(v, 16) from asked)`,
        [JSON.stringify(ids.map(({ insertId }) => insertId)), id],
      );
      return rows.map(([rowKey]) => String(rowKey));
    },

    /** Those of these that are there. */
    async existing(rowKeys: readonly string[]): Promise<Set<string>> {
      const rows = await ask(
        `with asked as (select unnest(from_json(?, '["VARCHAR"]')) as v), ${amongSql("row_hex", "left(v, 32)")}
         select row_key from among where row_key in (select v from asked)`,
        [JSON.stringify(rowKeys), id],
      );
      return new Set(rows.map(([rowKey]) => String(rowKey)));
    },
  };
}

export type StoredRows = ReturnType<typeof storedRows>;
