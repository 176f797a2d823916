import type { Session, TableDescription, TableRef } from "../../connector.ts";
import { clickhouseDialect, text } from "./dialect.ts";
import { familyOf, isNullable } from "./types.ts";

export async function describeTable(ask: Session["ask"], table: TableRef): Promise<TableDescription> {
  // The catalog hides what a user may not read; a question of the table itself tells the one from the other.
  await ask(`select 1 from ${clickhouseDialect.table(table)} limit 0`);
  const database = table.database === undefined ? "currentDatabase()" : text(table.database);
  const name = text(table.table ?? "");
  const [[engine, estimate, sortingKey] = []] = await ask(
    `select engine, total_rows, sorting_key from system.tables where database = ${database} and name = ${name}`,
  );
  const rows = await ask(`select name, type, comment from system.columns
    where database = ${database} and table = ${name} order by position`);
  const columns = rows.map(([column, type, comment]) => ({
    name: column ?? "",
    nativeType: type ?? "",
    family: familyOf(type ?? ""),
    nullable: isNullable(type ?? ""),
    ...(comment ? { comment } : {}),
  }));
  const [first = ""] = (sortingKey ?? "").split(", ");
  return {
    columns,
    // Its primary key says how rows are sorted, not that there is one of each.
    key: [],
    isView: engine?.endsWith("View") ?? false,
    sortedBy: columns.some((column) => column.name === first) ? [first] : [],
    rowsEstimate: estimate === null || estimate === undefined ? null : Number(estimate),
  };
}
