import { isRawJson } from "../../platform/raw-json.ts";
import { momentText, readMoment } from "./moments.ts";
import { type Numeric, orderNumbers, readNumber } from "./numbers.ts";

/** What an expression works with. Missing is undefined, and is not null. A moment is a `Date`. */
export type Value =
  | undefined
  | null
  | boolean
  | Numeric
  | string
  | Date
  | readonly unknown[]
  | { readonly [key: string]: unknown };

/** A stored value as the language sees it. */
export function toValue(stored: unknown): Value {
  return isRawJson(stored) ? readNumber(stored.rawJSON) : (stored as Value);
}

export const isNumeric = (value: Value): value is Numeric =>
  typeof value === "number" || typeof value === "bigint";
export const isList = (value: Value): value is readonly unknown[] => Array.isArray(value);
export const isObject = (value: Value): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !isList(value) && !(value instanceof Date);

/** The word for a value's type in refusals. */
export function typeName(value: Value): string {
  if (value === null) return "null";
  if (isNumeric(value)) return "number";
  if (isList(value)) return "list";
  if (value instanceof Date) return "date";
  return typeof value;
}

/**
 * Values of different types are never equal, and nothing equals what is missing. Texts are compared as texts, even those that
 * are dates, unless the other side is a date already.
 */
export function areEqual(left: Value, right: Value): boolean {
  if (left === undefined || right === undefined) return false;
  if (left instanceof Date || right instanceof Date) return orderMoments(left, right) === 0;
  if (isNumeric(left) && isNumeric(right)) return orderNumbers(left, right) === 0;
  if (typeof left !== "object" || left === null) return left === right;
  if (typeof right !== "object" || right === null) return false;
  return canonicalText(left) === canonicalText(right);
}

/** -1, 0 or 1 for two numbers and for two dates; every other pair has no order. */
export function order(left: Value, right: Value): number | undefined {
  return isNumeric(left) && isNumeric(right) ? orderNumbers(left, right) : orderMoments(left, right);
}

function orderMoments(left: Value, right: Value): number | undefined {
  const [leftMs, rightMs] = [momentMs(left), momentMs(right)];
  return leftMs === undefined || rightMs === undefined ? undefined : orderNumbers(leftMs, rightMs);
}

const momentMs = (value: Value): number | undefined =>
  value instanceof Date
    ? value.getTime()
    : typeof value === "string"
      ? readMoment(value)?.getTime()
      : undefined;

/**
 * Equal lists and objects have the same text, whatever order their items and keys came in: the order of a list means nothing.
 * Sorting keeps a long list from costing its square.
 */
function canonicalText(given: unknown): string {
  const value = toValue(given);
  if (isList(value)) return `[${value.map(canonicalText).sort().join(",")}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}:${canonicalText(item)}`,
    );
    return `{${entries.sort().join(",")}}`;
  }
  if (value instanceof Date) return `@${value.getTime()}`;
  if (isNumeric(value)) return Number.isInteger(value) ? String(BigInt(value)) : String(value);
  return JSON.stringify(value) ?? "undefined";
}

export function toText(value: Value): string | null | undefined {
  if (value === undefined || value === null || typeof value === "string") return value;
  if (value instanceof Date) return momentText(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
