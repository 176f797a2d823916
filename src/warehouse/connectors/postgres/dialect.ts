import type { Column, Dialect, TableRef } from "../../connector.ts";
import { literal } from "./literal.ts";
import { writtenSince } from "./row-versions.ts";
import { selectSql } from "./types.ts";

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

const MASK = "4294967295";

export const postgresDialect = (serverVersion: string): Dialect => ({
  recipe: `postgres-hash-1 server ${serverVersion}`,
  quote,
  select: ({ name, family }) => selectSql(quote(name), family),
  table: (table: TableRef) => `${quote(table.schema ?? "public")}.${quote(table.table ?? "")}`,
  // Without a type the literal takes that of the column beside it, so an index on the column serves.
  literal: (column, cell) => `${literal(cell)}::${castOf(column)}`,
  earlier: (literal, seconds) => `(${literal} - interval '${seconds} seconds')`,
  digested({ table, columns, keep, where }) {
    const inner = [...keep, `${hashSql(columns, 1)} as _wh_a`, `${hashSql(columns, 2)} as _wh_b`];
    // OFFSET 0 keeps the two hashes from being worked out once for each lane.
    const lanes = ["_wh_a", "_wh_b"].flatMap((half) => [`(${half} >> 32) & ${MASK}`, `${half} & ${MASK}`]);
    const named = lanes.map((lane, at) => `${lane} as _wh_l${at}`);
    return `(select ${[...keep, ...named].join()}
      from (select ${inner.join()} from ${table}${where === null ? "" : ` where ${where}`} offset 0) _wh_r)`;
  },
  bucket: (lane, bits) => `(${lane} >> ${32 - bits})`,
  writtenSince,
});

function castOf({ family, nativeType }: Column): string {
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
      return "numeric";
    default:
      return nativeType.startsWith("character") ? "text" : nativeType;
  }
}

/**
 * The hashes of all columns, each begun with a number of its own name, put together by XOR: NULL adds nothing, the order is nothing.
 * On 2 million rows of 12 columns these functions take 0.9 s, MD5 over the text of the same columns 5.5 s.
 */
function hashSql(columns: readonly Column[], seed: number): string {
  const parts = columns.map((column) => {
    const begin = `hashtextextended(${literal(column.name)}, ${seed})`;
    return `coalesce(${hashOf(column, begin)}, 0)`;
  });
  return parts.length === 0 ? "0::bigint" : `(${parts.join(" # ")})`;
}

function hashOf(column: Column, begin: string): string {
  const name = quote(column.name);
  switch (column.family) {
    case "integer":
      return `hashint8extended(${name}, ${begin})`;
    case "boolean":
      return `hashint8extended(${name}::int, ${begin})`;
    case "decimal":
      return `hash_numeric_extended(${name}, ${begin})`;
    case "float":
      return `hashfloat8extended(${name}, ${begin})`;
    case "timestamp":
      return `timestamp_hash_extended(${name}, ${begin})`;
    case "moment":
      return `timestamp_hash_extended(${name} at time zone 'UTC', ${begin})`;
    case "json":
      if (column.nativeType === "jsonb") return `jsonb_hash_extended(jsonb_strip_nulls(${name}), ${begin})`;
      return `hashtextextended(${name}::text collate "C", ${begin})`;
    default:
      return `hashtextextended(${name}::text collate "C", ${begin})`;
  }
}
