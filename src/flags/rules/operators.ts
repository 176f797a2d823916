import { compareMoments } from "./compare-moments.ts";
import { compareVersions } from "./compare-versions.ts";

/** An empty list is false here, unlike in JavaScript. */
export const truthy = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

// biome-ignore lint/suspicious/noDoubleEquals: JsonLogic's `==` is JavaScript's, conversions included.
const looselyEqual = (left: unknown, right: unknown): boolean => left == right;

const less = (left: unknown, right: unknown): boolean => (left as number) < (right as number);
const atMost = (left: unknown, right: unknown): boolean => (left as number) <= (right as number);
const between =
  (compare: (left: unknown, right: unknown) => boolean) =>
  (low: unknown, value: unknown, high?: unknown): boolean =>
    compare(low, value) && (high === undefined || compare(value, high));

const numbers = (values: readonly unknown[]): number[] =>
  values.map((value) => Number.parseFloat(String(value)));

function isIn(item: unknown, holder: unknown): boolean {
  if (typeof holder === "string") return holder.includes(String(item));
  return Array.isArray(holder) && holder.includes(item);
}

function substring(source: unknown, start: unknown, length?: unknown): string {
  const text = String(source).substr(Number(start));
  const count = length === undefined ? text.length : Number(length);
  return count < 0 ? text.slice(0, count) : text.slice(0, count);
}

/** Operators whose arguments are worked out first. What JsonLogic can do beyond these, calling methods above all, is left out. */
export const OPERATORS: Readonly<Record<string, (...values: unknown[]) => unknown>> = {
  "==": looselyEqual,
  "===": (left, right) => left === right,
  "!=": (left, right) => !looselyEqual(left, right),
  "!==": (left, right) => left !== right,
  "<": between(less),
  "<=": between(atMost),
  ">": (left, right) => less(right, left),
  ">=": (left, right) => atMost(right, left),
  "!": (value) => !truthy(value),
  "!!": truthy,
  in: isIn,
  cat: (...values) => values.join(""),
  substr: substring,
  "+": (...values) => numbers(values).reduce((sum, value) => sum + value, 0),
  "*": (...values) => numbers(values).reduce((product, value) => product * value),
  "-": (left, right) => (right === undefined ? -Number(left) : Number(left) - Number(right)),
  "/": (left, right) => Number(left) / Number(right),
  "%": (left, right) => Number(left) % Number(right),
  min: (...values) => Math.min(...values.map(Number)),
  max: (...values) => Math.max(...values.map(Number)),
  merge: (...values) => values.flat(1),
  semver_compare: compareVersions,
  datetime_compare: compareMoments,
};
