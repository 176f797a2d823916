import type { CatalogTable, Session } from "../../connector.ts";
import { literal } from "./literal.ts";

/** What this user may read, schemas of the server itself left out. */
export async function listTables(
  ask: Session["ask"],
  { search, limit }: { search: string; limit: number },
): Promise<CatalogTable[]> {
  const rows = await ask(`select n.nspname, c.relname, c.relkind, c.reltuples::bigint
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      and has_table_privilege(c.oid, 'select')
      and position(lower(${literal(search)}) in lower(n.nspname || '.' || c.relname)) > 0
    order by n.nspname, c.relname limit ${limit}`);
  return rows.map(([schema, table, kind, estimate]) => ({
    table: { schema: schema ?? "", table: table ?? "" },
    kind: kind === "v" || kind === "m" ? "view" : "table",
    // -1: never counted.
    rowsEstimate: Number(estimate) >= 0 && kind !== "v" ? Number(estimate) : null,
  }));
}
