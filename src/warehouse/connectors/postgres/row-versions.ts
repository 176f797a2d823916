import type { RowVersions, Session, TableRef } from "../../connector.ts";
import { literal } from "./literal.ts";

/** Transaction numbers have 32 bits in a row and are told apart up to half of that. */
const AGE_MAX = 2n ** 31n - 50_000_000n;

/**
 * Every version of a row carries the number of the transaction that wrote it, its `xmin`, also after it was frozen. Of a table of which
 * that is the whole truth: one kept as Postgres keeps tables, without rows that come from elsewhere, without policies that show other
 * rows tomorrow, and without types whose values read otherwise when somebody renames something.
 */
export async function rowVersions(ask: Session["ask"], table: TableRef): Promise<RowVersions | null> {
  // A statement that fails would end the transaction that everything is read in.
  const [[mayAsk] = []] =
    await ask(`select bool_and(coalesce(has_function_privilege(to_regprocedure(name), 'execute'), false))
    from unnest(array['pg_control_system()', 'pg_control_checkpoint()']) name`);
  if (mayAsk !== "t") return null;
  const [[history, mark, now] = []] = await ask(versionsSql(table));
  if (!history || !mark || !now) return null;
  return { history, mark, now };
}

/** The condition on rows written at or after an earlier mark. */
export function writtenSince(mark: string, now: string): string | null {
  if (!/^\d+$/.test(mark) || !/^\d+$/.test(now)) return null;
  const age = BigInt(now) - BigInt(mark);
  if (age < 0n || age > AGE_MAX) return null;
  const xid = BigInt(mark) % 2n ** 32n;
  // Both ages count from the same transaction. One number that stands for "always" is older than any.
  return `age(xmin) <= (select age('${xid}'::xid))`;
}

/** No row for a table of which nothing is known. */
const versionsSql = (table: TableRef): string => `select
    concat_ws(' ', (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint()),
      current_setting('server_version_num'), current_database(), current_user, c.oid, attributes.list),
    txid_snapshot_xmin(txid_current_snapshot()), txid_snapshot_xmax(txid_current_snapshot())
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_am am on am.oid = c.relam,
  lateral (select md5(string_agg(concat_ws(',', a.attnum, a.attname, a.atttypid, a.atttypmod, a.attcollation, to_jsonb(a)->>'attmissingval'), ' '
      order by a.attnum)) as list,
    bool_and(t.typtype = 'b' and t.typnamespace = 'pg_catalog'::regnamespace and t.typname not like '%reg%'
      and coalesce(to_jsonb(a)->>'attgenerated', '') <> 'v') as are_plain
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) attributes
  where n.nspname = ${literal(table.schema ?? "")} and c.relname = ${literal(table.table ?? "")}
    and c.relkind = 'r' and am.amname = 'heap' and not c.relrowsecurity and not c.relhassubclass and attributes.are_plain`;
