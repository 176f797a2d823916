import type { CatalogTable, Session } from "../../connector.ts";
import { text } from "./dialect.ts";

const OF_THE_SERVER = "'information_schema', 'mysql', 'performance_schema', 'sys'";

/** What this user may read: the server shows no other tables. */
export async function listTables(
  ask: Session["ask"],
  { search, limit }: { search: string; limit: number },
): Promise<CatalogTable[]> {
  const rows =
    await ask(`select table_schema, table_name, table_type, table_rows from information_schema.tables
    where table_schema not in (${OF_THE_SERVER})
      and locate(lower(${text(search)}), lower(concat(table_schema, '.', table_name))) > 0
    order by table_schema, table_name limit ${limit}`);
  return rows.map(([database, table, kind, estimate]) => ({
    table: { database: database ?? "", table: table ?? "" },
    kind: kind === "VIEW" ? "view" : "table",
    rowsEstimate: estimate === null || estimate === undefined ? null : Number(estimate),
  }));
}
