import { LIST_OPERATORS, operationOf } from "./compile-rule.ts";

/** As long a list as callers are expected to send. */
const LIST_TOLD = 100;

/** About how many steps it takes to work a rule out at most. Lists in lists multiply: a short rule could keep the server busy for years. */
export function costOf(rule: unknown): number {
  if (Array.isArray(rule)) return sum(rule);
  const operation = operationOf(rule);
  if (operation === undefined) return 1;
  const [name, values] = operation;
  if (!LIST_OPERATORS.has(name)) return 1 + sum(values);
  const [list, each] = values;
  return 1 + costOf(list) + itemsOf(list) * costOf(each);
}

/** No operator makes a list longer than all that went into it. */
const itemsOf = (list: unknown): number =>
  Array.isArray(list) ? list.length : Math.max(LIST_TOLD, partsOf(list));

function partsOf(rule: unknown): number {
  const values = Array.isArray(rule) ? rule : (operationOf(rule)?.[1] ?? []);
  return 1 + values.reduce<number>((total, value) => total + partsOf(value), 0);
}

const sum = (values: readonly unknown[]): number =>
  values.reduce<number>((total, value) => total + costOf(value), 0);
