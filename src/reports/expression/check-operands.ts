import type { OperandFailure } from "./failure.ts";
import { childrenOf, type Expression, type FunctionName } from "./tree.ts";

/** What a function gives when it gives anything; those that may give true or false are left out. */
const GIVES: Partial<Record<FunctionName, string>> = {
  floor: "number",
  round: "number",
  ceil: "number",
  number: "number",
  string: "string",
  datetime: "date",
};

/** The first operand of an `and` or `or` that can never be true or false: no event need be read to refuse it. */
export function checkOperands(expression: Expression): OperandFailure | undefined {
  if (expression.kind === "and" || expression.kind === "or") {
    for (const operand of expression.operands) {
      const mistake = checkBoolean(operand);
      if (mistake !== undefined) return mistake;
    }
  }
  for (const child of childrenOf(expression)) {
    const mistake = checkOperands(child);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

/** A filter as a whole stands where an operand of `and` could stand. */
export function checkBoolean(expression: Expression): OperandFailure | undefined {
  const found = neverBoolean(expression);
  return found === undefined ? undefined : { code: "operand_not_boolean", column: expression.column, found };
}

function neverBoolean(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "literal":
      if (expression.value === null || typeof expression.value === "boolean") return undefined;
      return typeof expression.value === "string" ? "string" : "number";
    case "list":
      return "list";
    case "minus":
      return "number";
    case "arithmetic":
      return expression.operator === "+" ? "number or string" : "number";
    case "call":
      return GIVES[expression.name];
    default:
      return undefined;
  }
}
