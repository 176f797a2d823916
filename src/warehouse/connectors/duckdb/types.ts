import { DuckDBTimestampTZValue, DuckDBTimestampValue } from "@duckdb/node-api";
import type { Cell, Column, Family } from "../../connector.ts";

const FAMILIES: { [type: string]: Family } = {
  BOOLEAN: "boolean",
  TINYINT: "integer",
  SMALLINT: "integer",
  INTEGER: "integer",
  BIGINT: "integer",
  HUGEINT: "integer",
  UTINYINT: "integer",
  USMALLINT: "integer",
  UINTEGER: "integer",
  UBIGINT: "integer",
  UHUGEINT: "integer",
  BIGNUM: "decimal",
  FLOAT: "float",
  DOUBLE: "float",
  DATE: "date",
  TIMESTAMP: "timestamp",
  TIMESTAMP_S: "timestamp",
  TIMESTAMP_MS: "timestamp",
  TIMESTAMP_NS: "timestamp",
  "TIMESTAMP WITH TIME ZONE": "moment",
  TIME: "time",
  TIME_NS: "time",
  "TIME WITH TIME ZONE": "time",
  INTERVAL: "time",
  JSON: "json",
  BLOB: "binary",
};

export function familyOf(type: string): Family {
  if (type.endsWith("]")) return "list";
  if (type.startsWith("DECIMAL")) return "decimal";
  if (/^(STRUCT|MAP)\(/.test(type)) return "json";
  if (type.startsWith("GEOMETRY")) return "unsupported";
  // Texts, enums, UUIDs, bits, unions, and what we have not heard of.
  return FAMILIES[type] ?? "text";
}

/** How a column has to be selected so that it comes as `decoderOf` reads it: most values as text, which costs less than an object. */
export function selectSql(name: string, { family, nativeType }: Column): string {
  switch (family) {
    case "boolean":
    case "integer":
      return name;
    case "float":
      // The digits that a single float means, not those of the double nearest to it.
      return nativeType === "FLOAT" ? `${name}::varchar::double` : name;
    case "list":
      return `to_json(${name})::varchar`;
    case "json":
      return nativeType === "JSON" ? `${name}::varchar` : `to_json(${name})::varchar`;
    case "binary":
      return `base64(${name})`;
    default:
      return `${name}::varchar`;
  }
}

export type Decode = (value: unknown) => Cell;

export function decoderOf(family: Family): Decode {
  switch (family) {
    case "boolean":
      return (value) => (value === null ? null : value === true);
    case "integer":
      return toInteger;
    case "float":
      return (value) => (value === null ? null : Number(value));
    case "timestamp":
      return (value) => withT(asText(value));
    case "moment":
      return (value) => {
        const text = withT(asText(value)?.replace(/[+-]00$/, "") ?? null);
        return text === null || text.endsWith("infinity") ? text : `${text}Z`;
      };
    default:
      return asText;
  }
}

function toInteger(value: unknown): Cell {
  if (value === null || typeof value === "number") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** A largest value comes as it is, without the text that `selectSql` asks for. Moments would be told in this machine's own zone. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof DuckDBTimestampTZValue) return new DuckDBTimestampValue(value.micros).toString();
  return String(value);
}

/** `2026-01-31 12:00:00.5`; a year before Christ as `0044-01-31 (BC) 12:00:00`. */
function withT(text: string | null): string | null {
  if (text === null) return null;
  const plain = text.replace(" (BC)", "").replace(" ", "T");
  return text.includes("(BC)") ? `${plain} BC` : plain;
}
