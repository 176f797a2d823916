import { momentOfNumber, readMoment } from "./moments.ts";
import { finite, readNumber, roundHalfAway } from "./numbers.ts";
import type { ArithmeticOperator, ComparisonOperator, FunctionName } from "./tree.ts";
import { areEqual, isList, isNumeric, order, toText, toValue, type Value } from "./values.ts";

/** Numbers only, and two strings for `+`. Worked out in doubles; what no double can say is nothing. */
export function applyArithmetic(operator: ArithmeticOperator, left: Value, right: Value): Value {
  if (operator === "+" && typeof left === "string" && typeof right === "string") return left + right;
  if (!isNumeric(left) || !isNumeric(right)) return undefined;
  const [a, b] = [Number(left), Number(right)];
  switch (operator) {
    case "+":
      return finite(a + b);
    case "-":
      return finite(a - b);
    case "*":
      return finite(a * b);
    case "/":
      return finite(a / b);
    case "%":
      return finite(a % b);
  }
}

export function applyMinus(value: Value): Value {
  if (typeof value === "bigint") return -value;
  return typeof value === "number" ? finite(-value) : undefined;
}

/** Nothing at all is not the case, so its negation is; a number has no negation. */
export function applyNot(value: Value): Value {
  if (value === undefined) return true;
  return typeof value === "boolean" ? !value : undefined;
}

export function applyComparison(operator: ComparisonOperator, left: Value, right: Value): Value {
  if (operator === "==") return areEqual(left, right);
  if (operator === "!=") return !areEqual(left, right);
  const ordered = order(left, right);
  if (ordered === undefined) return undefined;
  switch (operator) {
    case ">":
      return ordered > 0;
    case ">=":
      return ordered >= 0;
    case "<":
      return ordered < 0;
    case "<=":
      return ordered <= 0;
  }
}

/** A text in a text, or a value among the items of a list. */
export function applyIn(left: Value, right: Value): Value {
  if (isList(right)) return right.some((item) => areEqual(left, toValue(item)));
  return typeof left === "string" && typeof right === "string" ? right.includes(left) : undefined;
}

export function applyFunction(name: FunctionName, value: Value): Value {
  switch (name) {
    case "floor":
    case "round":
    case "ceil":
      return toWhole(name, value);
    case "string":
      return toText(value);
    case "number":
      return toNumber(value);
    case "boolean":
      return toBoolean(value);
    case "defined":
      return value !== undefined;
    case "datetime":
      return toMoment(value);
  }
}

const WHOLE = { floor: Math.floor, round: roundHalfAway, ceil: Math.ceil };

function toWhole(name: keyof typeof WHOLE, value: Value): Value {
  if (typeof value === "bigint") return value;
  return typeof value === "number" ? finite(WHOLE[name](value)) : undefined;
}

function toNumber(value: Value): Value {
  if (isNumeric(value)) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" ? readNumber(value.trim()) : undefined;
}

/** `false` as a text, zero, an empty text, null and nothing are false; everything else that is set is true. */
const toBoolean = (value: Value): boolean =>
  value !== undefined &&
  value !== null &&
  value !== "" &&
  value !== "false" &&
  value !== false &&
  value !== 0;

function toMoment(value: Value): Value {
  if (value instanceof Date) return value;
  if (isNumeric(value)) return momentOfNumber(Number(value));
  return typeof value === "string" ? readMoment(value) : undefined;
}
