import type { DuckDBConnection } from "@duckdb/node-api";
import type { ColumnType } from "../catalog.ts";
import type { ChangeOf, LookupColumn } from "../change.ts";
import type { PropertyValue } from "../event.ts";
import { parseStored } from "../property-value.ts";
import type { LookupTable } from "../store.ts";
import { messageOf } from "./damage.ts";
import type { Draft } from "./draft.ts";
import { sqlText } from "./engine.ts";
import { isUnreadable, type UnreadableRows, unreadable } from "./load-rows.ts";
import { readRows } from "./read-rows.ts";
import { SQL_TYPES } from "./schema.ts";
import { removeScratch, writeScratch } from "./scratch.ts";

/** A revision of a lookup table is a table of its own, so that a new one is there whole when the old one goes. */
const relationOf = (tableId: string, revision: number): string => {
  if (!/^[0-9a-f-]{36}$/.test(tableId) || !Number.isSafeInteger(revision)) {
    throw new Error(`this is no lookup table: ${tableId} ${revision}`);
  }
  return `${prefixOf(tableId)}${revision}`;
};
const prefixOf = (tableId: string): string => `lookup_${tableId.replaceAll("-", "_")}_`;

/** Zstandard takes texts of any length, and nulls behind them: what DuckDB would choose does not (`long-texts.ts`). */
const cellSql = (type: ColumnType): string =>
  SQL_TYPES[type] === "VARCHAR" ? "VARCHAR using compression zstd" : SQL_TYPES[type];
const columnsSql = (types: readonly ColumnType[]): string =>
  ["k VARCHAR", ...types.map((type, index) => `c${index + 1} ${cellSql(type)}`)].join();

/** Adds rows to a revision that nobody sees yet. */
export async function addLookupRows(
  { writer, scratchPath }: Draft,
  { tableId, revision, types, rows, position }: ChangeOf<"lookup_rows">,
): Promise<UnreadableRows | null> {
  const shape = ["k: 'VARCHAR'", ...types.map((type, index) => `c${index + 1}: '${SQL_TYPES[type]}'`)].join();
  try {
    await writeScratch(scratchPath, [rows]);
    await writer.run(`create table if not exists ${relationOf(tableId, revision)} (${columnsSql(types)})`);
    await writer.run(`insert into ${relationOf(tableId, revision)} by name select *
      from read_json(${sqlText(scratchPath)}, format = 'newline_delimited', columns = {${shape}})`);
    return null;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return unreadable(position, messageOf(error));
  } finally {
    await removeScratch(scratchPath);
  }
}

/** Shows a revision and removes all others, what an upload that broke off left behind among them. */
export async function replaceLookup({ writer }: Draft, change: ChangeOf<"lookup_replace">): Promise<void> {
  const { tableId, revision, columns } = change;
  const [[known] = []] = await readRows(writer, "select revision from lookups where id = ?", [tableId]);
  if (known !== undefined && Number(known) >= revision) return;
  if (columns === null) return await deleteLookup(writer, tableId);
  const types = columns.slice(1).map(({ type }) => type);
  await writer.run(`create table if not exists ${relationOf(tableId, revision)} (${columnsSql(types)})`);
  await dropRevisions(writer, tableId, revision);
  await writer.run("delete from lookups where id = ?", [tableId]);
  await writer.run("insert into lookups values (?, ?, ?)", [
    tableId,
    BigInt(revision),
    JSON.stringify(columns),
  ]);
}

async function deleteLookup(writer: DuckDBConnection, tableId: string): Promise<void> {
  await dropRevisions(writer, tableId, null);
  await writer.run("delete from lookups where id = ?", [tableId]);
}

async function dropRevisions(writer: DuckDBConnection, tableId: string, but: number | null): Promise<void> {
  const kept = but === null ? "" : relationOf(tableId, but);
  const found = await readRows(
    writer,
    "select table_name from duckdb_tables() where database_name = current_database() and starts_with(table_name, ?)",
    [prefixOf(tableId)],
  );
  for (const [name] of found) if (name !== kept) await writer.run(`drop table ${name}`);
}

export async function readLookupTables(reader: DuckDBConnection): Promise<LookupTable[]> {
  const rows = await readRows(reader, "select id, revision, columns from lookups order by id");
  const tables: LookupTable[] = [];
  for (const [id, revision, columns] of rows) {
    const relation = relationOf(String(id), Number(revision));
    const [[count] = []] = await readRows(reader, `select count(*) from ${relation}`);
    const named: LookupColumn[] = JSON.parse(String(columns));
    tables.push({
      id: String(id),
      revision: Number(revision),
      columns: named,
      rows: Number(count),
      relation,
    });
  }
  return tables;
}

/** The rows that have these keys. */
export async function readLookupRows(
  reader: DuckDBConnection,
  tableId: string,
  keys: readonly string[],
): Promise<Map<string, Record<string, PropertyValue>>> {
  const found = new Map<string, Record<string, PropertyValue>>();
  const [[revision, text] = []] = await readRows(
    reader,
    "select revision, columns from lookups where id = ?",
    [tableId],
  );
  if (revision === undefined || keys.length === 0) return found;
  const columns: LookupColumn[] = JSON.parse(String(text));
  const rows = await readRows(
    reader,
    `select t.* from ${relationOf(tableId, Number(revision))} t
     where k in (select unnest([${keys.map(() => "?").join()}]))`,
    keys,
  );
  for (const row of rows) {
    const entries = columns.flatMap(({ name, type }, index): [string, PropertyValue][] => {
      const value = row[index];
      if (value === null || value === undefined) return [];
      return [[name, type === "json" ? parseStored(String(value)) : (value as PropertyValue)]];
    });
    found.set(String(row[0]), Object.fromEntries(entries));
  }
  return found;
}
