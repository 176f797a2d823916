import { OPERATOR_NAMES, operationOf } from "./compile-rule.ts";
import { costOf } from "./rule-cost.ts";

const DEPTH_MAX = 20;
/** Some milliseconds for each who asks. */
const COST_MAX = 100_000;

/**
 * What is wrong with a rule, or nothing. An operator nobody knows would make the rule hold for nobody, without a word; a value that is no
 * operation would let everybody in.
 */
export function faultOfRule(rule: unknown): string | undefined {
  if (operationOf(rule) === undefined)
    return 'must be an operation, such as {"==": [{"var": "plan"}, "paid"]}, or null for everybody';
  const fault = faultOfPart(rule, 0);
  if (fault !== undefined) return fault;
  return costOf(rule) > COST_MAX
    ? "takes too many steps to decide; make its lists shorter, or put fewer of some, none, all, filter and map into each other"
    : undefined;
}

function faultOfPart(rule: unknown, depth: number): string | undefined {
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
    const fault = faultOfPart(value, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
