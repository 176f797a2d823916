import type { Session, TableDescription, TableRef } from "../../connector.ts";
import { tableSql, text } from "./dialect.ts";
import { familyOf } from "./types.ts";

export async function describeTable(ask: Session["ask"], table: TableRef): Promise<TableDescription> {
  const place = (name: string) =>
    `database_name = current_database() and schema_name = ${text(table.schema ?? "main")} and ${name} = ${text(table.table ?? "")}`;
  const described = await ask(`describe ${tableSql(table)}`);
  const [[estimate] = []] = await ask(
    `select estimated_size from duckdb_tables() where ${place("table_name")}`,
  );
  const isView = estimate === undefined;
  const columns = described.map(([name, type, nullable]) => ({
    name: name ?? "",
    nativeType: type ?? "",
    family: familyOf(type ?? ""),
    nullable: isView || nullable !== "NO",
  }));
  const keys = await ask(`select to_json(constraint_column_names) from duckdb_constraints()
    where ${place("table_name")} and constraint_type in ('PRIMARY KEY', 'UNIQUE') order by constraint_type`);
  const notNull = new Set(columns.filter(({ nullable }) => !nullable).map(({ name }) => name));
  const key = keys
    .map(([names]): string[] => JSON.parse(names ?? "[]"))
    .find((names) => names.every((name) => notNull.has(name)));
  return {
    columns,
    key: key ?? [],
    isView,
    sortedBy: [],
    rowsEstimate: isView ? null : Number(estimate),
  };
}
