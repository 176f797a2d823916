import type { CatalogTable, Session } from "../../connector.ts";
import { text } from "./dialect.ts";

/** Tables and views, those over files in S3 and late-binding ones included. */
export async function listTables(
  ask: Session["ask"],
  { search, limit }: { search: string; limit: number },
): Promise<CatalogTable[]> {
  const rows = await ask(`select table_schema, table_name, table_type from svv_tables
    where table_schema not in ('information_schema', 'pg_catalog', 'pg_internal', 'pg_toast')
      and position(lower(${text(search)}) in lower(table_schema || '.' || table_name)) > 0
    order by table_schema, table_name limit ${limit}`);
  return rows.map(([schema, table, kind]) => ({
    table: { schema: schema ?? "", table: table ?? "" },
    kind: kind === "VIEW" ? "view" : "table",
    rowsEstimate: null,
  }));
}
