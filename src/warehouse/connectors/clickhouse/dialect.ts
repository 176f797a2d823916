import type { Column, Dialect } from "../../connector.ts";
import { innerType, selectSql } from "./types.ts";

export const quote = (identifier: string): string =>
  `\`${identifier.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
export const text = (value: string): string => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

export const clickhouseDialect: Dialect = {
  recipe: "clickhouse-sip128-1",
  quote,
  select: (column) => selectSql(quote(column.name), column),
  table: ({ database, table }) =>
    database === undefined ? quote(table ?? "") : `${quote(database)}.${quote(table ?? "")}`,
  literal: literalOf,
  earlier: (literal, seconds) => `(${literal} - toIntervalSecond(${seconds}))`,
  digested({ table, columns, keep, where }) {
    const lanes = [0, 1, 2, 3].map(
      (lane) => `reinterpretAsUInt32(substring(_wh_h, ${lane * 4 + 1}, 4)) as _wh_l${lane}`,
    );
    const inner = [...keep, `${digestSql(columns)} as _wh_h`];
    return `(select ${[...keep, ...lanes].join()} from (select ${inner.join()} from ${table}${where === null ? "" : ` where ${where}`}) _wh_r)`;
  },
  bucket: (lane, bits) => `bitShiftRight(${lane}, ${32 - bits})`,
};

function literalOf({ family }: Column, cell: string): string {
  switch (family) {
    case "moment": {
      const plain = cell.replace("T", " ").replace(/Z$/, "");
      const digits = /\.(\d+)$/.exec(plain)?.[1]?.length ?? 0;
      return `toDateTime64(${text(plain)}, ${Math.min(digits, 9)}, 'UTC')`;
    }
    case "date":
      return `toDate32(${text(cell.slice(0, 10))})`;
    case "integer":
    case "decimal":
      return /^-?\d+(\.\d+)?$/.test(cell) ? cell : text(cell);
    default:
      return text(cell);
  }
}

/** A hash of 128 bits over every value with its column's name and its length, in order of the names; NULL adds nothing. */
function digestSql(columns: readonly Column[]): string {
  const parts = [...columns]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map((column) => {
      const value = canonicalSql(column);
      return `ifNull(concat(${text(`${column.name}=`)}, toString(length(${value})), ':', ${value}), '')`;
    });
  return `sipHash128Reference(concat('', ${parts.join(", ") || "''"}))`;
}

/** One text for values that are equal, however wide the column is: ClickHouse writes decimals without zeros at their end. */
function canonicalSql(column: Column): string {
  const value = quote(column.name);
  switch (column.family) {
    case "moment": {
      const inUtc = `toString(toTimeZone(${value}, 'UTC'))`;
      return innerType(column.nativeType).startsWith("DateTime64")
        ? `replaceRegexpOne(${inUtc}, '[.]?0+$', '')`
        : inUtc;
    }
    case "json":
    case "list":
      return selectSql(value, column);
    case "text":
      return `toString(${selectSql(value, column)})`;
    default:
      return `toString(${value})`;
  }
}
