import type { Warn } from "./warnings.ts";

/** So many digits a double has of any number in its full range. */
const DIGITS_MAX = 15;
const SMALLEST_FULL = 2 ** -1022;
/** A number that may be more than a double has: long, or with an exponent. Digits in texts match too, and only cost a slower reading. */
const MAYBE_WIDE = /[\d.]{16}|\d[eE][-+]?\d/;

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
/** With what the text itself says of a value, which the compiler has not heard of yet. */
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** As `JSON.parse`, but a number that no double has stays what it says, as text. Throws where the text is no JSON. */
export function parseJson(text: string, column: string, warn: Warn): unknown {
  if (!MAYBE_WIDE.test(text)) return JSON.parse(text);
  return parseWithSource(text, (_key, value, { source }) => {
    if (typeof value !== "number" || source === undefined || isKept(value, source)) return value;
    warn(/^-?\d+$/.test(source) ? "wide_integer" : "decimal_as_text", column);
    return source;
  });
}

/** Whether the double says what the text says: up to 15 digits of any, or just those that the double itself is written with. */
function isKept(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return false;
  const said = digitsOf(source);
  if (said.digits.length <= DIGITS_MAX && (Math.abs(value) >= SMALLEST_FULL || said.digits === ""))
    return true;
  const kept = digitsOf(String(value));
  return kept.digits === said.digits && kept.exponent === said.exponent;
}

/** A number as 0.`digits` times ten to the `exponent`, without zeros at either end: `1.50e3` and `1500` are the same. */
function digitsOf(text: string): { digits: string; exponent: number } {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first === -1) return { digits: "", exponent: 0 };
  return { digits: all.slice(first).replace(/0+$/, ""), exponent: whole.length - first + Number(power) };
}
