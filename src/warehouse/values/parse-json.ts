import { quoteNumbers } from "../../platform/quote-numbers.ts";
import { trimEnd } from "../../platform/trim-end.ts";
import type { Warn } from "./warnings.ts";

/** So many digits a double has of any number in its full range. */
const DIGITS_MAX = 15;
const SMALLEST_FULL = 2 ** -1022;
/** Somewhere there may be a number that is more than a double has: a long one, or one with an exponent. */
const MAYBE_WIDE = /(?:^|[:,[\s])-?(?:[\d.]{16}|[\d.]+[eE])/;

/**
 * As `JSON.parse`, but a number that no double has stays what it says, as text. Throws where the text is no JSON. Such numbers are put
 * into quotes first: asking for the source of every value, as a reviver can, takes ten times as long and holds everybody up.
 */
export function parseJson(text: string, column: string, warn: Warn): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAYBE_WIDE.test(text)) return value;
  const quoted = quoteNumbers(text, (number) => {
    if (isKept(number)) return undefined;
    warn(isWhole(number) ? "wide_integer" : "decimal_as_text", column);
    return number;
  });
  return quoted === text ? value : JSON.parse(quoted);
}

const isWhole = (number: string): boolean => /^-?\d+$/.test(number);

/**
 * Whether the double says what the text says. Whole numbers: up to 2^53, as in columns of them, so that ids are all of one type. Others:
 * up to 15 digits of any, or just those that the double itself is written with.
 */
function isKept(text: string): boolean {
  const value = Number(text);
  // So short, only its exponent can make it more than a double has.
  if (text.length <= DIGITS_MAX && Math.abs(value) >= SMALLEST_FULL && Number.isFinite(value)) return true;
  if (text.length <= DIGITS_MAX && !/[eE]/.test(text)) return true;
  if (isWhole(text)) return Number.isSafeInteger(value);
  if (!Number.isFinite(value)) return false;
  const said = digitsOf(text);
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
  return { digits: trimEnd(all.slice(first), "0"), exponent: whole.length - first + Number(power) };
}
