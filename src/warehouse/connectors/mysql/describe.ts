import type { Column, Session, TableDescription, TableRef } from "../../connector.ts";
import { quote, text } from "./dialect.ts";
import { familyOf } from "./types.ts";

export async function describeTable(ask: Session["ask"], table: TableRef): Promise<TableDescription> {
  const { database, table: name = "" } = table;
  // The catalog hides what a user may not read; a question of the table itself tells the one from the other.
  await ask(`select 1 from ${database === undefined ? "" : `${quote(database)}.`}${quote(name)} limit 0`);
  const place = `table_schema = ${database === undefined ? "database()" : text(database)} and table_name = ${text(name)}`;
  const [[kind, estimate] = []] = await ask(
    `select table_type, table_rows from information_schema.tables where ${place}`,
  );
  const columns = await readColumns(ask, place);
  const indexes = await readIndexes(ask, place);
  const key = indexes.find(({ isKey }) => isKey);
  return {
    columns,
    key: key?.names ?? [],
    isView: kind === "VIEW",
    sortedBy: [...new Set(indexes.map(({ names }) => names[0] ?? ""))],
    rowsEstimate: estimate === null || estimate === undefined ? null : Number(estimate),
  };
}

async function readColumns(ask: Session["ask"], place: string): Promise<Column[]> {
  const json = await findJsonColumns(ask, place);
  const rows = await ask(`select column_name, data_type, column_type, is_nullable, column_comment
    from information_schema.columns where ${place} order by ordinal_position`);
  return rows.map(([name, type, whole, nullable, comment]) => ({
    name: name ?? "",
    nativeType: whole ?? "",
    family: json.has(name ?? "") ? "json" : familyOf(type ?? "", whole ?? ""),
    nullable: nullable === "YES",
    ...(comment ? { comment } : {}),
  }));
}

/** In MariaDB, JSON is a text with the rule that it be JSON. */
async function findJsonColumns(ask: Session["ask"], place: string): Promise<Set<string>> {
  const [[version] = []] = await ask("select version()");
  if (!version?.includes("MariaDB")) return new Set();
  const rows = await ask(
    `select check_clause from information_schema.check_constraints where ${place.replace("table_schema", "constraint_schema")}`,
  );
  const names = rows.map(([clause]) =>
    /^json_valid\(`(.*)`\)$/.exec(clause ?? "")?.[1]?.replaceAll("``", "`"),
  );
  return new Set(names.filter((name) => name !== undefined));
}

type Index = { isKey: boolean; names: string[] };

/** The primary key first. Indexes over expressions or over the beginnings of texts say nothing about a row. */
async function readIndexes(ask: Session["ask"], place: string): Promise<Index[]> {
  const rows = await ask(`select index_name, non_unique, nullable, column_name, sub_part
    from information_schema.statistics where ${place} order by index_name <> 'PRIMARY', index_name, seq_in_index`);
  const byName = new Map<string, Index>();
  for (const [name = "", notUnique, nullable, column, part] of rows) {
    const index = byName.get(name ?? "") ?? { isKey: true, names: [] };
    byName.set(name ?? "", index);
    if (column) index.names.push(column);
    if (notUnique !== "0" || nullable === "YES" || !column || part !== null) index.isKey = false;
  }
  return [...byName.values()].filter(({ names }) => names.length > 0);
}
