import type { Cell, Family } from "../../connector.ts";

/** Under the names that the API gives them. */
const FAMILIES: { [type: string]: Family } = {
  BOOLEAN: "boolean",
  BOOL: "boolean",
  INTEGER: "integer",
  INT64: "integer",
  NUMERIC: "decimal",
  BIGNUMERIC: "decimal",
  FLOAT: "float",
  FLOAT64: "float",
  DATE: "date",
  DATETIME: "timestamp",
  TIMESTAMP: "moment",
  TIME: "time",
  INTERVAL: "time",
  JSON: "json",
  RECORD: "json",
  STRUCT: "json",
  BYTES: "binary",
  RANGE: "unsupported",
};

export const familyOf = (type: string, mode: string): Family =>
  mode === "REPEATED" ? "list" : (FAMILIES[type] ?? "text");

export function selectSql(name: string, nativeType: string): string {
  if (nativeType === "GEOGRAPHY") return `st_astext(${name})`;
  return /^(JSON|RECORD|STRUCT|ARRAY)/.test(nativeType) ? `to_json_string(${name})` : name;
}

export type Decode = (text: string) => Cell;

/** From the text that every value has in an answer. */
export function decoderOf(family: Family): Decode {
  switch (family) {
    case "boolean":
      return (text) => text === "true";
    case "integer":
      return (text) => {
        const number = Number(text);
        return Number.isSafeInteger(number) ? number : text;
      };
    case "float":
      return (text) => ODD[text] ?? Number(text);
    case "timestamp":
      return (text) => text.replace(" ", "T");
    case "moment":
      return fromMicroseconds;
    default:
      return (text) => text;
  }
}

const ODD: { [text: string]: number } = {
  Infinity: Number.POSITIVE_INFINITY,
  "+inf": Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
  "-inf": Number.NEGATIVE_INFINITY,
};

const MICROSECONDS = 1_000_000n;

/** Years from 1 to 9999, as BigQuery has them. */
function fromMicroseconds(text: string): string {
  if (!/^-?\d{1,18}$/.test(text)) return text;
  const all = BigInt(text);
  const rest = ((all % MICROSECONDS) + MICROSECONDS) % MICROSECONDS;
  const seconds = Number((all - rest) / MICROSECONDS);
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${whole}.${rest.toString().padStart(6, "0")}Z`;
}
