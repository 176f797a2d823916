import type { Column, Dialect, TableRef } from "../../connector.ts";
import { selectSql } from "./types.ts";

export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
export const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const MASK = "4294967295::uhugeint";

export const tableSql = ({ schema, table }: TableRef): string =>
  `${quote(schema ?? "main")}.${quote(table ?? "")}`;

export const duckdbDialect = (version: string): Dialect => ({
  // How values are told as text may change with the engine.
  recipe: `duckdb-md5-1 ${version}`,
  quote,
  select: (column) => selectSql(quote(column.name), column),
  table: tableSql,
  literal: literalOf,
  earlier: (literal, seconds) => `(${literal} - interval '${seconds} seconds')`,
  digested({ table, columns, keep, where }) {
    const lanes = [96, 64, 32, 0].map(
      (bits, lane) => `((_wh_h >> ${bits}) & ${MASK})::bigint as _wh_l${lane}`,
    );
    const inner = [...keep, `${digestSql(columns)} as _wh_h`];
    return `(select ${[...keep, ...lanes].join()} from (select ${inner.join()} from ${table} _wh_r${where === null ? "" : ` where ${where}`}))`;
  },
  bucket: (lane, bits) => `(${lane} >> ${32 - bits})`,
});

function literalOf({ family, nativeType }: Column, cell: string): string {
  switch (family) {
    case "integer":
      return `${text(cell)}::hugeint`;
    case "timestamp":
    case "moment":
    case "date":
    case "decimal":
      return `${text(cell)}::${nativeType}`;
    default:
      return text(cell);
  }
}

/**
 * MD5 of every value with its column's name and its length, the columns in order of their names: NULL adds nothing, and 'ab', 'c' is
 * not 'a', 'bc'. Not DuckDB's own `hash`, which has 64 bits.
 */
function digestSql(columns: readonly Column[]): string {
  const parts = [...columns]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map((column) => {
      const value = canonicalSql(column);
      return `${text(`${column.name}=`)} || strlen(${value}) || ':' || ${value}`;
    });
  return `md5_number(concat('', ${parts.join(", ") || "''"}))`;
}

/** One text for values that are equal, however wide the column is. */
function canonicalSql(column: Column): string {
  const name = `_wh_r.${quote(column.name)}`;
  switch (column.family) {
    case "decimal":
      return /,0\)$|^BIGNUM$/.test(column.nativeType)
        ? `${name}::varchar`
        : `rtrim(rtrim(${name}::varchar, '0'), '.')`;
    case "json":
      return column.nativeType === "JSON" ? jsonSql(name) : selectSql(name, column);
    case "moment":
      // A number costs a third of the text; there is none for infinity.
      return `coalesce(epoch_us(${name})::varchar, ${name}::varchar)`;
    case "float":
    case "integer":
    case "boolean":
      return `${name}::varchar`;
    default:
      return selectSql(name, column);
  }
}

/**
 * The keys of an object in order, those without a value left out. What lies deeper stays in its order: DuckDB has nothing that sorts
 * keys, and taking values apart to their last level took 30 times as long, or all memory by way of `json_tree`.
 */
function jsonSql(name: string): string {
  const whole = `json_merge_patch('{}', ${name})`;
  const path = "'/' || replace(replace(_wh_k, '~', '~0'), '/', '~1')";
  return `case json_type(${name}) when 'OBJECT' then array_to_string(list_transform(list_sort(json_keys(${whole})),
    lambda _wh_k: to_json(_wh_k)::varchar || ':' || json_extract(${whole}, ${path})::varchar), ',') else ${name}::varchar end`;
}
