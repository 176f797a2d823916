import { OPERATOR_NAMES, operationOf } from "./compile-rule.ts";

const DEPTH_MAX = 20;

/** What is wrong with a rule, or nothing. An operator nobody knows would make the rule hold for nobody, without a word. */
export function faultOfRule(rule: unknown, depth = 0): string | undefined {
  if (depth > DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX} levels`;
  if (Array.isArray(rule)) return firstFault(rule, depth);
  const operation = operationOf(rule);
  if (operation === undefined) {
    if (rule === null || typeof rule !== "object") return undefined;
    return "holds an object that is no operation: an operation has one key, the operator";
  }
  const [name, values] = operation;
  if (!OPERATOR_NAMES.includes(name))
    return `uses '${name}', which is not an operator; there are ${OPERATOR_NAMES.join(", ")}`;
  return firstFault(values, depth);
}

function firstFault(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const fault = faultOfRule(value, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
