import { isRawJson, rawJson } from "../platform/raw-json.ts";
import type { ColumnType } from "./catalog.ts";
import type { PropertyValue } from "./event.ts";

/** Sixteen digits in a row: only then may reading a number as a double lose some. */
const LONG_NUMBER = /\d{16}/;

/** JSON of ours read back as it was meant: whole numbers that a double cannot hold keep their digits, as raw JSON. */
export function parseStored(text: string): PropertyValue {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== "number" || source === undefined) return value;
  return Number.isSafeInteger(value) || String(value) === source ? value : rawJson(source);
}

/** JSON text in which half a character, which no UTF-8 can hold, is U+FFFD: as in strings that have a column. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!HALF_CHARACTER.test(text)) return text;
  return text.replace(ESCAPE, (one) => (HALF_CHARACTER.test(one) ? "\ufffd" : one));
}

/** `JSON.stringify` writes whole characters as they are, so an escaped surrogate is half of one. */
const HALF_CHARACTER = /\\ud[89a-f]/;
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;

/** A number whose text a double gives back digit by digit is as good as that double, and can live in its column. */
export function simplify(value: unknown): unknown {
  if (typeof value === "bigint") return simplify(rawJson(String(value)));
  if (!isRawJson(value)) return value;
  const number = Number(value.rawJSON);
  return String(number) === value.rawJSON ? number : value;
}

/** The column type that holds a value, or null when none does and it has to live in `rest`. */
export function typeOf(value: unknown): ColumnType | null {
  switch (typeof value) {
    case "string":
      return "varchar";
    case "number":
      return Number.isFinite(value) ? "double" : null;
    case "boolean":
      return "boolean";
    case "object":
      return value === null || isRawJson(value) ? null : "json";
    default:
      return null;
  }
}
