import type { DuckDBConnection } from "@duckdb/node-api";
import type { DamageFailure } from "../store.ts";
import { isDamagedInside, messageOf } from "./damage.ts";
import type { ProjectFile } from "./project-file.ts";
import { readRows } from "./read-rows.ts";

/** Columns read together. All at once would take a buffer for each. */
const COLUMNS_AT_ONCE = 32;

/** Reads every value: DuckDB proves the checksum of each block on its way from the disk. */
export async function verifyFile(file: ProjectFile): Promise<DamageFailure | null> {
  try {
    await file.read(readEverything);
    return null;
  } catch (error) {
    if (!isDamagedInside(error)) throw error;
    return { code: "damaged", reason: messageOf(error) };
  }
}

async function readEverything(reader: DuckDBConnection): Promise<void> {
  const columns = await readRows(
    reader,
    `select table_name, column_name from duckdb_columns() where database_name = current_database() and not internal
     and table_name in (select table_name from duckdb_tables() where database_name = current_database())`,
  );
  const byTable = Map.groupBy(columns, ([table]) => String(table));
  for (const [table, all] of byTable) {
    for (let at = 0; at < all.length; at += COLUMNS_AT_ONCE) {
      const names = all.slice(at, at + COLUMNS_AT_ONCE).map(([, name]) => `"${name}"`);
      await readRows(reader, `select bit_xor(hash(${names.join()})) from ${table}`);
    }
  }
}
