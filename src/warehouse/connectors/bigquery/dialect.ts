import {
  type Column,
  type Connection,
  type Dialect,
  type DialectFacts,
  type TableRef,
  tableKey,
} from "../../connector.ts";
import { selectSql } from "./types.ts";

const escaped = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
const quote = (identifier: string): string => `\`${escaped(identifier).replaceAll("`", "\\`")}\``;
const text = (value: string): string => `'${escaped(value).replaceAll("'", "\\'")}'`;

export const nameOf = ({ project, dataset, table }: TableRef): string =>
  [project, dataset, table]
    .filter((part) => part !== undefined)
    .map(quote)
    .join(".");

/** Tables are read as of the session's moment; views and tables outside of BigQuery cannot be, and are named in `relations`. */
function tableSql(
  { project_id }: Connection,
  { momentMs, relations }: DialectFacts,
  table: TableRef,
): string {
  const name = nameOf({ project: String(project_id), ...table });
  if (momentMs === null || relations[tableKey(table)] !== undefined) return name;
  return `(select * from ${name} for system_time as of timestamp_millis(${momentMs}))`;
}

export const bigqueryDialect = (connection: Connection, facts: () => DialectFacts): Dialect => ({
  recipe: "bigquery-md5-1",
  quote,
  select: ({ name, nativeType }) => selectSql(quote(name), nativeType),
  table: (table) => tableSql(connection, facts(), table),
  literal: literalOf,
  earlier: (literal, seconds) => `(${literal} - interval ${seconds} second)`,
  digested({ table, columns, keep, where }) {
    const lanes = [0, 1, 2, 3].map(
      (lane) => `cast(concat('0x', substr(_wh_h, ${lane * 8 + 1}, 8)) as int64) as _wh_l${lane}`,
    );
    const inner = [...keep, `${digestSql(columns)} as _wh_h`];
    return `(select ${[...keep, ...lanes].join()} from (select ${inner.join()} from ${table}${where === null ? "" : ` where ${where}`}) _wh_r)`;
  },
  bucket: (lane, bits) => `(${lane} >> ${32 - bits})`,
});

function literalOf({ family }: Column, cell: string): string {
  const plain = cell.replace("T", " ").replace(/Z$/, "");
  switch (family) {
    case "moment":
      return `timestamp ${text(`${plain}+00`)}`;
    case "timestamp":
      return `datetime ${text(plain)}`;
    case "date":
      return `date ${text(cell.slice(0, 10))}`;
    case "integer":
    case "decimal":
      return /^-?\d+(\.\d+)?$/.test(cell) ? cell : text(cell);
    default:
      return text(cell);
  }
}

/** MD5 of every value with its column's name and its length, the columns in order of their names; NULL adds nothing. */
function digestSql(columns: readonly Column[]): string {
  const parts = [...columns]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map((column) => {
      const value = canonicalSql(column);
      return `coalesce(${text(`${column.name}=`)} || cast(byte_length(${value}) as string) || ':' || ${value}, '')`;
    });
  return `to_hex(md5(${parts.length === 0 ? "''" : parts.join(" || ")}))`;
}

/** One text for values that are equal, however wide the column is. */
function canonicalSql({ name, nativeType, family }: Column): string {
  const value = quote(name);
  switch (family) {
    case "decimal": {
      const digits = `cast(${value} as string)`;
      return `if(strpos(${digits}, '.') > 0, rtrim(rtrim(${digits}, '0'), '.'), ${digits})`;
    }
    case "moment":
      return `cast(unix_micros(${value}) as string)`;
    case "binary":
      return `to_base64(${value})`;
    case "json":
      // BigQuery does not keep the order of keys; those without a value are taken out.
      return nativeType === "JSON"
        ? `to_json_string(json_strip_nulls(${value}, include_arrays => false))`
        : selectSql(value, nativeType);
    case "list":
      return selectSql(value, nativeType);
    default:
      return `cast(${selectSql(value, nativeType)} as string)`;
  }
}
