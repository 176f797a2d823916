import type { DuckDBConnection } from "@duckdb/node-api";
import { sqlText } from "./engine.ts";

/** A statement takes about a millisecond, which is most of what a small apply costs. */
const ROWS_AT_ONCE = 500;

type Cell = string | number | bigint | null;

/** Written out where they can be: a statement whose values are bound takes three turns of the event loop instead of one. */
export async function insertAll(
  writer: DuckDBConnection,
  table: string,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    const insert = (write: (cell: Cell) => string) =>
      `insert into ${table} values ${some.map((row) => `(${row.map(write).join()})`).join()}`;
    const cells = some.flat();
    if (cells.some(endsStatement))
      await writer.run(
        insert(() => "?"),
        cells,
      );
    else await writer.run(insert((cell) => (typeof cell === "string" ? sqlText(cell) : String(cell))));
  }
}

/** To DuckDB a statement ends at the first zero. */
const endsStatement = (cell: Cell): boolean => typeof cell === "string" && cell.includes("\0");
