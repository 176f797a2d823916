import { DuckDBTimestampTZValue, DuckDBTimestampValue } from "@duckdb/node-api";
import type { Cell, Family } from "../../connector.ts";

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
