import type { CatalogTable, Session } from "../../connector.ts";
import { text } from "./dialect.ts";

export async function listTables(
  ask: Session["ask"],
  { search, limit }: { search: string; limit: number },
): Promise<CatalogTable[]> {
  const rows = await ask(`select schema_name, name, kind, rows from (
      select schema_name, table_name as name, 'table' as kind, estimated_size as rows from duckdb_tables()
      where database_name = current_database() and not internal
      union all select schema_name, view_name, 'view', null from duckdb_views()
      where database_name = current_database() and not internal) t
    where contains(lower(schema_name || '.' || name), lower(${text(search)})) order by 1, 2 limit ${limit}`);
  return rows.map(([schema, table, kind, estimate]) => ({
    table: { schema: schema ?? "", table: table ?? "" },
    kind: kind === "view" ? "view" : "table",
    rowsEstimate: estimate === null || estimate === undefined ? null : Number(estimate),
  }));
}
