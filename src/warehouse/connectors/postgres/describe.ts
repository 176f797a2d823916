import {
  type Column,
  ConnectorError,
  type Session,
  type TableDescription,
  type TableRef,
} from "../../connector.ts";
import { literal } from "./literal.ts";
import { familyOf } from "./types.ts";

export async function describeTable(ask: Session["ask"], table: TableRef): Promise<TableDescription> {
  const [[oid, kind, estimate, mayRead] = []] = await ask(`select c.oid, c.relkind, c.reltuples::bigint,
      has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${literal(table.schema ?? "")} and c.relname = ${literal(table.table ?? "")}
      and c.relkind in ('r', 'p', 'v', 'm', 'f')`);
  const name = `${table.schema}.${table.table}`;
  if (oid === undefined) throw new ConnectorError("table_missing", `there is no table or view ${name}`);
  if (mayRead !== "t") {
    throw new ConnectorError("permission_denied", `the source's user may not read ${name}`, {
      hint: `Run: GRANT USAGE ON SCHEMA "${table.schema}" TO …; GRANT SELECT ON "${table.schema}"."${table.table}" TO …;`,
    });
  }
  const columns = await readColumns(ask, oid);
  const notNull = new Set(columns.filter(({ nullable }) => !nullable).map(({ name }) => name));
  const indexes = await readIndexes(ask, oid);
  const key = indexes.find(
    ({ isPrimary, isUnique, names }) =>
      isPrimary || (isUnique && names.every((column) => notNull.has(column))),
  );
  return {
    columns,
    key: key?.names ?? [],
    isView: kind === "v" || kind === "m",
    sortedBy: [...new Set(indexes.map(({ names }) => names[0] ?? ""))],
    rowsEstimate: kind !== "v" && Number(estimate) >= 0 ? Number(estimate) : null,
  };
}

async function readColumns(ask: Session["ask"], oid: string | null): Promise<Column[]> {
  // A domain is its base type with a rule on top.
  const rows =
    await ask(`select a.attname, format_type(a.atttypid, a.atttypmod), coalesce(b.typname, t.typname),
      coalesce(b.typcategory, t.typcategory), a.attnotnull or t.typnotnull, col_description(a.attrelid, a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = nullif(t.typbasetype, 0)
    where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped order by a.attnum`);
  return rows.map(([name, nativeType, type, category, notNull, comment]) => ({
    name: name ?? "",
    nativeType: nativeType ?? "",
    family: familyOf(type ?? "", category ?? ""),
    nullable: notNull !== "t",
    ...(comment === null || comment === undefined ? {} : { comment }),
  }));
}

type Index = { isPrimary: boolean; isUnique: boolean; names: string[] };

/** The primary key first. Indexes over expressions or parts of a table say nothing about a row of it. */
async function readIndexes(ask: Session["ask"], oid: string | null): Promise<Index[]> {
  const rows = await ask(`select i.indisprimary, i.indisunique, (select json_agg(a.attname order by k.place)
      from unnest(i.indkey) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number where k.place <= i.indnkeyatts)
    from pg_index i where i.indrelid = ${oid} and i.indpred is null and i.indexprs is null and i.indisvalid
    order by i.indisprimary desc, i.indexrelid`);
  return rows.map(([isPrimary, isUnique, names]) => ({
    isPrimary: isPrimary === "t",
    isUnique: isUnique === "t",
    names: JSON.parse(names ?? "[]"),
  }));
}
