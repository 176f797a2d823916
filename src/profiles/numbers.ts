import { isRawJson, type RawJson, rawJson } from "../platform/raw-json.ts";

/** A number of JSON: one that a double holds, or the digits of a whole one that it does not. */
export type JsonNumber = number | RawJson;

export const isNumber = (value: unknown): value is JsonNumber =>
  typeof value === "number" || isRawJson(value);

const isWhole = (value: JsonNumber): boolean => isRawJson(value) || Number.isSafeInteger(value);
const toBigInt = (value: JsonNumber): bigint => BigInt(isRawJson(value) ? value.rawJSON : value);
const toDouble = (value: JsonNumber): number => (isRawJson(value) ? Number(value.rawJSON) : value);

/** Whole numbers add up exactly, whatever their size; others as doubles do. Undefined: no number can say it. */
export function addNumbers(left: JsonNumber, right: JsonNumber): JsonNumber | undefined {
  const sum = toDouble(left) + toDouble(right);
  if (!Number.isFinite(sum)) return undefined;
  if (
    !isWhole(left) ||
    !isWhole(right) ||
    (!isRawJson(left) && !isRawJson(right) && Number.isSafeInteger(sum))
  )
    return sum;
  const exact = toBigInt(left) + toBigInt(right);
  const double = Number(exact);
  return Number.isSafeInteger(double) ? double : rawJson(String(exact));
}
