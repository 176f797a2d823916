import type { DuckDBConnection, DuckDBDataChunk, DuckDBValue } from "@duckdb/node-api";

/** Whole numbers come back as numbers where a number can hold them; everything else as DuckDB gives it. */
export const toPlain = (value: DuckDBValue): unknown => {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

export function chunkRows(chunk: DuckDBDataChunk): unknown[][] {
  const columns = chunk.getColumns();
  const rows: unknown[][] = [];
  for (let row = 0; row < chunk.rowCount; row += 1) {
    rows.push(columns.map((column) => toPlain(column[row] ?? null)));
  }
  return rows;
}

export type Bound = readonly (string | number | boolean | bigint | null)[];

/** The rows of a small result. */
export async function readRows(
  connection: DuckDBConnection,
  sql: string,
  params: Bound = [],
): Promise<unknown[][]> {
  const result = params.length > 0 ? await connection.run(sql, bindable(params)) : await connection.run(sql);
  // All of it is there already: fetching would take a turn of the event loop for each piece, and one more to learn that it was the last.
  const rows: unknown[][] = [];
  for (let at = 0; at < result.chunkCount; at += 1) rows.push(...chunkRows(result.getChunk(at)));
  return rows;
}

export async function readNumber(
  connection: DuckDBConnection,
  sql: string,
  params: Bound = [],
): Promise<number> {
  return Number((await readRows(connection, sql, params))[0]?.[0] ?? 0);
}

/** A number without a fraction is bound as a whole number: DuckDB would compare times as doubles otherwise. */
export const bindable = (params: Bound): DuckDBValue[] =>
  params.map((value) => (typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value));
