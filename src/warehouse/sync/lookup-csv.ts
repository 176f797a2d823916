import type { CsvSource } from "../../dictionary/index.ts";
import type { TableDescription } from "../connector.ts";
import { type Cell, type Column, ConnectorError, type Session, type TableRef } from "../connector.ts";
import type { Mapping } from "../types.ts";

export const LOOKUP_BYTES_MAX = 104_857_600;

/** The key first, then the others. */
export function lookupColumns({ columns }: Pick<TableDescription, "columns">, mapping: Mapping): Column[] {
  const usable = columns.filter(
    ({ name, family }) => family !== "unsupported" && !mapping.excluded_columns.includes(name),
  );
  const key = usable.find(({ name }) => name === mapping.property_key_column_name);
  if (key === undefined) {
    throw new ConnectorError(
      "role_column_missing",
      `the table has no column '${mapping.property_key_column_name}' any more`,
      { column: mapping.property_key_column_name ?? "" },
    );
  }
  return [key, ...usable.filter((column) => column !== key)];
}

/** A table as the file that could be uploaded in its place. */
export function lookupCsv(
  session: Session,
  table: TableRef,
  columns: readonly Column[],
  signal: AbortSignal,
): CsvSource {
  const { dialect } = session;
  const sql = `select ${columns.map((column) => dialect.select(column)).join(", ")} from ${dialect.table(table)}`;
  async function* open(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${columns.map(({ name }) => quoted(name)).join(",")}\r\n`);
    for await (const rows of session.stream(sql, columns)) {
      yield Buffer.from(rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join(""));
    }
    // Part of a table is no table.
    signal.throwIfAborted();
  }
  return { open, isGzip: false, bytesMax: LOOKUP_BYTES_MAX };
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const csvCell = (cell: Cell): string =>
  cell === null ? "" : typeof cell === "string" ? quoted(cell) : String(cell);
