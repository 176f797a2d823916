import type { Column, Dialect } from "../../connector.ts";
import { selectSql } from "./types.ts";

export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
/** Whether a backslash means itself in a text depends on the server, so that there is none. */
export const text = (value: string): string => {
  const parts = value.split("\\").map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? parts.join() : `(${parts.join(" || chr(92) || ")})`;
};

export const redshiftDialect: Dialect = {
  recipe: "redshift-md5-1",
  quote,
  select: ({ name, family }) => selectSql(quote(name), family),
  table: ({ schema, table }) => `${quote(schema ?? "public")}.${quote(table ?? "")}`,
  literal: (column, cell) => `${text(cell)}::${castOf(column)}`,
  earlier: (literal, seconds) => `(${literal} - interval '${seconds} seconds')`,
  digested({ table, columns, keep, where }) {
    const lanes = [0, 1, 2, 3].map(
      (lane) => `strtol(substring(_wh_h, ${lane * 8 + 1}, 8), 16) as _wh_l${lane}`,
    );
    const inner = [...keep, `${digestSql(columns)} as _wh_h`];
    return `(select ${[...keep, ...lanes].join()} from (select ${inner.join()} from ${table}${where === null ? "" : ` where ${where}`}) _wh_r)`;
  },
  bucket: (lane, bits) => `(${lane} >> ${32 - bits})`,
};

function castOf({ family }: Column): string {
  switch (family) {
    case "moment":
      return "timestamptz";
    case "timestamp":
      return "timestamp";
    case "date":
      return "date";
    case "integer":
      return "bigint";
    case "decimal":
      return "decimal(38, 10)";
    default:
      return "varchar";
  }
}

/** MD5 of every value with its column's name and its length, the columns in order of their names; NULL adds nothing. */
function digestSql(columns: readonly Column[]): string {
  const parts = [...columns]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map((column) => {
      const value = canonicalSql(column);
      return `coalesce(${text(`${column.name}=`)} || octet_length(${value})::varchar || ':' || ${value}, '')`;
    });
  return `md5(${parts.length === 0 ? "''" : parts.join(" || ")})`;
}

/** One text for values that are equal, however wide the column is. Texts as digests: together they could be longer than a text may be. */
function canonicalSql({ name, family, nativeType }: Column): string {
  const value = quote(name);
  switch (family) {
    case "boolean":
      // Redshift does not make a text of it.
      return `case when ${value} then '1' when not ${value} then '0' end`;
    case "decimal":
      return /,0\)$/.test(nativeType) ? `${value}::varchar` : `rtrim(rtrim(${value}::varchar, '0'), '.')`;
    case "timestamp":
      return `to_char(${value}, 'YYYY-MM-DD HH24:MI:SS.US')`;
    case "moment":
      return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;
    case "json":
      return `md5(json_serialize(${value}))`;
    case "text":
      return `md5(${value})`;
    default:
      return `${value}::varchar`;
  }
}
