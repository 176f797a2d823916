import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";

export type FileFormat = "parquet" | "csv" | "ndjson";

const COPY: Record<FileFormat, string> = {
  parquet: "(format parquet)",
  csv: "(format csv, header)",
  ndjson: "(format json, array false)",
};

/** Tables that a suite changes with SQL, each written to a file of its own after every statement. */
export async function startFiles(folder: string, format: FileFormat) {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  return {
    async run(sql: string): Promise<void> {
      const before = await tablesOf(connection);
      await connection.run(sql);
      const after = await tablesOf(connection);
      for (const table of before)
        if (!after.includes(table)) await rm(join(folder, `${table}.${format}`), { force: true });
      for (const table of after) {
        if (!sql.includes(quote(table))) continue;
        const path = join(folder, `${table}.${format}`);
        // Readers would otherwise hold the file against the one they saw.
        await rm(path, { force: true });
        await connection.run(`copy ${quote(table)} to '${path.replaceAll("'", "''")}' ${COPY[format]}`);
      }
    },
    /** What was written, each value as text. */
    async read(table: string): Promise<{ [column: string]: string | null }[]> {
      await connection.run("set timezone = 'UTC'");
      const reader = await connection.runAndReadAll(`select columns(*)::varchar from ${quote(table)}`);
      return reader.getRowObjects() as { [column: string]: string | null }[];
    },
    close(): void {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

async function tablesOf(connection: DuckDBConnection): Promise<string[]> {
  const reader = await connection.runAndReadAll("select table_name from duckdb_tables()");
  return reader.getRows().map(([name]) => String(name));
}
