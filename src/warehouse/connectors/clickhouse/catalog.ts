import type { CatalogTable, Session } from "../../connector.ts";
import { text } from "./dialect.ts";

/** What this user may see; the server shows no other tables. */
export async function listTables(
  ask: Session["ask"],
  { search, limit }: { search: string; limit: number },
): Promise<CatalogTable[]> {
  const rows = await ask(`select database, name, engine, total_rows from system.tables
    where database not in ('system', 'information_schema', 'INFORMATION_SCHEMA') and not is_temporary
      and positionCaseInsensitiveUTF8(concat(database, '.', name), ${text(search)}) > 0
    order by database, name limit ${limit}`);
  return rows.map(([database, table, engine, estimate]) => ({
    table: { database: database ?? "", table: table ?? "" },
    kind: engine?.endsWith("View") ? "view" : "table",
    rowsEstimate: estimate === null || estimate === undefined ? null : Number(estimate),
  }));
}
