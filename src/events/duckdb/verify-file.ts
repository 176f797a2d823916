import type { DuckDBConnection } from "@duckdb/node-api";
import type { DamageFailure } from "../store.ts";
import { isDamagedInside, messageOf } from "./damage.ts";
import { sqlText } from "./engine.ts";
import type { ProjectFile } from "./project-file.ts";
import { readRows } from "./read-rows.ts";
import { type Axis, sliceRows } from "./slice-rows.ts";

/** Columns read together. All at once would take a buffer for each. */
const COLUMNS_AT_ONCE = 32;

/** Of long rows. */
const SLICE_BYTES = 32 * 1024 * 1024;
const SLICE_ROWS = 1_000_000;
/** The columns of events in which values may be so long that 2,048 of them do not fit into memory (`outline.ts`). */
const LONG_COLUMNS = ["rest", "whole_rest"];

/** Reads every value: DuckDB proves the checksum of each block on its way from the disk. */
export async function verifyFile(file: ProjectFile): Promise<DamageFailure | null> {
  try {
    await file.read(readShort);
    await readLong(file);
    return null;
  } catch (error) {
    if (!isDamagedInside(error)) throw error;
    return { code: "damaged", reason: messageOf(error) };
  }
}

async function readShort(reader: DuckDBConnection): Promise<void> {
  const columns = await readRows(
    reader,
    `select table_name, column_name from duckdb_columns() where database_name = current_database() and not internal
     and table_name in (select table_name from duckdb_tables() where database_name = current_database())
     and not (table_name = 'event_rows' and column_name in (${LONG_COLUMNS.map(sqlText).join()}))`,
  );
  const byTable = Map.groupBy(columns, ([table]) => String(table));
  for (const [table, all] of byTable) {
    for (let at = 0; at < all.length; at += COLUMNS_AT_ONCE) {
      const names = all.slice(at, at + COLUMNS_AT_ONCE).map(([, name]) => `"${name}"`);
      await readRows(reader, `select bit_xor(hash(${names.join()})) from ${table}`);
    }
  }
}

async function readLong(file: ProjectFile): Promise<void> {
  const axes: Axis[] = ['"position"', "ord"];
  const where = { sql: "true", params: [] };
  for await (const slice of sliceRows(file, { axes, where, rowsMax: SLICE_ROWS, bytesMax: SLICE_BYTES })) {
    const sql = `select bit_xor(hash(${LONG_COLUMNS.join()})) from event_rows where ${slice}`;
    await file.work(() => file.read((reader) => readRows(reader, sql)));
  }
}
