import { version } from "@duckdb/node-api";
import type { Column, Dialect } from "../../connector.ts";
import { selectSql } from "./types.ts";

export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
export const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const MASK = "4294967295::uhugeint";

export const duckdbDialect: Dialect = {
  // How values are told as text may change with the engine.
  recipe: `duckdb-md5-1 ${version()}`,
  quote,
  select: (column) => selectSql(quote(column.name), column),
  table: ({ schema, table }) => `${quote(schema ?? "main")}.${quote(table ?? "")}`,
  literal: literalOf,
  earlier: (literal, seconds) => `(${literal} - interval '${seconds} seconds')`,
  digested({ table, columns, keep, where }) {
    const lanes = [96, 64, 32, 0].map((bits, lane) => `((h >> ${bits}) & ${MASK})::bigint as l${lane}`);
    const inner = [...keep, `${digestSql(columns)} as h`];
    return `(select ${[...keep, ...lanes].join()} from (select ${inner.join()} from ${table} r${where === null ? "" : ` where ${where}`}))`;
  },
  bucket: (lane, bits) => `(${lane} >> ${32 - bits})`,
};

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
  const name = `r.${quote(column.name)}`;
  switch (column.family) {
    case "decimal":
      return /,0\)$|^BIGNUM$/.test(column.nativeType)
        ? `${name}::varchar`
        : `rtrim(rtrim(${name}::varchar, '0'), '.')`;
    case "json":
      return column.nativeType === "JSON" ? jsonSql(name) : selectSql(name, column);
    case "float":
      return `${name}::varchar`;
    case "integer":
    case "boolean":
      return `${name}::varchar`;
    default:
      return selectSql(name, column);
  }
}

/** A line for each value inside, by its path: DuckDB keeps JSON as it was written, keys in any order, and has nothing to sort them. */
const jsonSql = (name: string): string =>
  `(select string_agg(fullkey || ' ' || type || ' ' || coalesce(atom::varchar, ''), chr(10) order by fullkey)
    from json_tree(${name}) where type <> 'NULL')`;
