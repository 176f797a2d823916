import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";

/** Bound at a time. A statement takes about a millisecond, which is most of what a small apply costs. */
const ROWS_AT_ONCE = 500;

export async function insertAll(
  writer: DuckDBConnection,
  table: string,
  rows: readonly DuckDBValue[][],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    const places = some.map((row) => `(${row.map(() => "?").join()})`);
    await writer.run(`insert into ${table} values ${places.join()}`, some.flat());
  }
}
