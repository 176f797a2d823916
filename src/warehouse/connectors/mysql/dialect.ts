import type { Column, Dialect, TableRef } from "../../connector.ts";
import { selectSql } from "./types.ts";

export const quote = (identifier: string): string => `\`${identifier.replaceAll("`", "``")}\``;
/** The session's sql_mode gives a backslash no meaning. */
export const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

export const mysqlDialect = (version: string): Dialect => {
  const isMariadb = version.includes("MariaDB");
  return {
    recipe: `mysql-sha2-1 ${isMariadb ? "mariadb" : "mysql"}${sortsJson(version) ? " sorted" : ""}`,
    quote,
    select: ({ name, nativeType }) => selectSql(quote(name), nativeType),
    table: ({ database, table }: TableRef) =>
      database === undefined ? quote(table ?? "") : `${quote(database)}.${quote(table ?? "")}`,
    literal: literalOf,
    earlier: (literal, seconds) => `(${literal} - interval ${seconds} second)`,
    digested({ table, columns, keep, where }) {
      const lanes = [0, 1, 2, 3].map(
        (lane) => `cast(conv(substr(_wh_h, ${lane * 8 + 1}, 8), 16, 10) as unsigned) as _wh_l${lane}`,
      );
      const inner = [...keep, `${digestSql(columns, version)} as _wh_h`];
      return `(select ${[...keep, ...lanes].join()} from (select ${inner.join()} from ${table}${where === null ? "" : ` where ${where}`}) _wh_r)`;
    },
    bucket: (lane, bits) => `(${lane} >> ${32 - bits})`,
  };
};

function literalOf({ family }: Column, cell: string): string {
  switch (family) {
    case "moment":
    case "timestamp":
      return `cast(${text(cell.replace("T", " ").replace(/Z$/, ""))} as datetime(6))`;
    case "date":
      return `cast(${text(cell.slice(0, 10))} as date)`;
    case "integer":
    case "decimal":
      // As digits, not as a text: beside a text, both sides would be compared as floating-point numbers.
      return /^-?\d+(\.\d+)?$/.test(cell) ? cell : text(cell);
    default:
      return text(cell);
  }
}

/** MySQL keeps the keys of an object in order; MariaDB keeps the text, and can put it in order from 10.7 on. */
function sortsJson(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number.parseFloat);
  return !version.includes("MariaDB") || major > 10 || (major === 10 && minor >= 7);
}

/** A merge with nothing leaves out keys that are null. */
function sortedJsonSql(value: string, version: string): string {
  const merged = `json_merge_patch('{}', ${value})`;
  return version.includes("MariaDB") && sortsJson(version) ? `json_normalize(${merged})` : merged;
}

/**
 * SHA-256 of every value behind its column's name, the columns in order of their names: NULL adds nothing, and 'ab', 'c' is not 'a',
 * 'bc', because texts stand in quotes. Not MD5, which newer servers have no longer unless somebody installs it.
 */
function digestSql(columns: readonly Column[], version: string): string {
  const parts = [...columns]
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map((column) => {
      const value = `concat(${text(`${JSON.stringify(column.name)}=`)}, ${canonicalSql(column, version)}, ';')`;
      return `if(${quote(column.name)} is null, '', ${value})`;
    });
  return `sha2(${parts.length === 0 ? "''" : `concat(${parts.join()})`}, 256)`;
}

/** One text for values that are equal, however wide the column is. Long ones as digests: a text may not outgrow the server's packet. */
function canonicalSql({ name, nativeType, family }: Column, version: string): string {
  const value = quote(name);
  switch (family) {
    case "decimal":
      if (/,0\)|^decimal$/.test(nativeType)) return `cast(${value} as char)`;
      return `trim(trailing '.' from trim(trailing '0' from ${value}))`;
    case "timestamp":
    case "moment":
      return `date_format(${value}, '%Y-%m-%dT%H:%i:%s.%f')`;
    case "time":
      return `time_format(${value}, '%H:%i:%s.%f')`;
    case "json":
      return `sha2(coalesce(${sortedJsonSql(value, version)}, ${value}), 256)`;
    case "binary":
      return `sha2(${value}, 256)`;
    case "text":
      if (/text$/.test(nativeType)) return `sha2(convert(${value} using utf8mb4), 256)`;
      return `quote(convert(${selectSql(value, nativeType)} using utf8mb4))`;
    default:
      return `cast(${selectSql(value, nativeType)} as char)`;
  }
}
