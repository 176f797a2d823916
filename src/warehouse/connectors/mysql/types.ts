import type { Cell, Family } from "../../connector.ts";

const FAMILIES: { [type: string]: Family } = {
  smallint: "integer",
  mediumint: "integer",
  int: "integer",
  bigint: "integer",
  year: "integer",
  decimal: "decimal",
  float: "float",
  double: "float",
  date: "date",
  datetime: "timestamp",
  // Kept in UTC, shown in the session's zone, which is UTC.
  timestamp: "moment",
  time: "time",
  json: "json",
  binary: "binary",
  varbinary: "binary",
  tinyblob: "binary",
  blob: "binary",
  mediumblob: "binary",
  longblob: "binary",
  vector: "unsupported",
};

/** `type` is the bare name, `whole` what the column was declared with: `tinyint(1)`. */
export function familyOf(type: string, whole: string): Family {
  if (type === "tinyint") return /^tinyint\(1\)/.test(whole) ? "boolean" : "integer";
  if (type === "bit") return whole === "bit(1)" ? "boolean" : "integer";
  // Texts, enums, sets, MariaDB's uuid and inet, and shapes as WKT.
  return FAMILIES[type] ?? "text";
}

const SHAPES = /^(geometry|point|linestring|polygon|multi\w+|geomcollection|geometrycollection)\b/;

/** How a column has to be selected so that the client gives what `decoderOf` reads. */
export function selectSql(name: string, nativeType: string): string {
  if (SHAPES.test(nativeType)) return `st_astext(${name})`;
  return nativeType.startsWith("bit") ? `(${name} + 0)` : name;
}

export type Decode = (value: unknown) => Cell;

/** From what mysql2 gives, with dates and JSON as text and wide integers as digits, to a cell. */
export function decoderOf(family: Family): Decode {
  switch (family) {
    case "boolean":
      return (value) => (value === null ? null : Number(value) !== 0);
    case "integer":
    case "float":
      return (value) => (typeof value === "number" ? value : asText(value));
    case "timestamp":
      return (value) => asText(value)?.replace(" ", "T") ?? null;
    case "moment":
      return (value) => (value === null ? null : `${asText(value)?.replace(" ", "T")}Z`);
    case "binary":
      return (value) => (Buffer.isBuffer(value) ? value.toString("base64") : asText(value));
    default:
      return asText;
  }
}

/** A text of the character set `binary` comes as bytes. */
function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  return Buffer.isBuffer(value) ? value.toString("utf8") : String(value);
}
