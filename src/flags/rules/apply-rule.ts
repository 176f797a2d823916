import { OPERATORS, truthy } from "./operators.ts";

/**
 * JsonLogic, as the published clients evaluate it, over data that is only looked at: names lead to what an object holds itself, never to
 * what it inherits. Throws on what is no rule; whoever asks takes that for "does not hold".
 */
export function applyRule(rule: unknown, data: unknown): unknown {
  if (Array.isArray(rule)) return rule.map((item) => applyRule(item, data));
  const operation = operationOf(rule);
  if (operation === undefined) return rule;
  const [name, values] = operation;
  const special = SPECIAL[name];
  if (special !== undefined) return special(values, data);
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (operator === undefined) throw new Error(`'${name}' is not an operator`);
  return operator(...values.map((value) => applyRule(value, data)));
}

/** An object with one key is an operation; any other value stands for itself. */
export function operationOf(rule: unknown): [name: string, values: unknown[]] | undefined {
  if (rule === null || typeof rule !== "object" || Array.isArray(rule)) return undefined;
  let name: string | undefined;
  // Without a list of all keys: this is asked of every part of a rule, each time it is applied.
  for (const key in rule) {
    if (name !== undefined) return undefined;
    name = key;
  }
  if (name === undefined) return undefined;
  const values = (rule as Record<string, unknown>)[name];
  return [name, Array.isArray(values) ? values : [values]];
}

type Special = (values: readonly unknown[], data: unknown) => unknown;

/** Operators that decide themselves what of their arguments is worked out, and over what. */
const SPECIAL: Readonly<Record<string, Special | undefined>> = Object.assign(Object.create(null), {
  var: ([name, otherwise], data) => lookUp(applyRule(name, data), applyRule(otherwise, data), data),
  missing: (values, data) =>
    missing(
      values.flatMap((value) => applyRule(value, data)),
      data,
    ),
  missing_some: ([need, names], data) => {
    const wanted = applyRule(names, data) as unknown[];
    const absent = missing(wanted, data);
    return wanted.length - absent.length >= Number(applyRule(need, data)) ? [] : absent;
  },
  if: choose,
  "?:": choose,
  and: (values, data) => until(values, data, (value) => !truthy(value)),
  or: (values, data) => until(values, data, truthy),
  some: ([list, rule], data) => itemsOf(list, data).some((item) => truthy(applyRule(rule, item))),
  none: ([list, rule], data) => !itemsOf(list, data).some((item) => truthy(applyRule(rule, item))),
  all: ([list, rule], data) => {
    const items = itemsOf(list, data);
    return items.length > 0 && items.every((item) => truthy(applyRule(rule, item)));
  },
  filter: ([list, rule], data) => itemsOf(list, data).filter((item) => truthy(applyRule(rule, item))),
  map: ([list, rule], data) => itemsOf(list, data).map((item) => applyRule(rule, item)),
} satisfies Record<string, Special>);

export const OPERATOR_NAMES: readonly string[] = [...Object.keys(SPECIAL), ...Object.keys(OPERATORS)];

function lookUp(name: unknown, otherwise: unknown, data: unknown): unknown {
  const missed = otherwise === undefined ? null : otherwise;
  if (name === undefined || name === null || name === "") return data;
  let found = data;
  for (const part of String(name).split(".")) {
    if (found === null || found === undefined || !Object.hasOwn(Object(found), part)) return missed;
    found = (found as Record<string, unknown>)[part];
  }
  return found === undefined ? missed : found;
}

const missing = (names: readonly unknown[], data: unknown): unknown[] =>
  names.filter((name) => {
    const value = lookUp(name, null, data);
    return value === null || value === "";
  });

function choose(values: readonly unknown[], data: unknown): unknown {
  let index = 0;
  for (; index < values.length - 1; index += 2)
    if (truthy(applyRule(values[index], data))) return applyRule(values[index + 1], data);
  return index < values.length ? applyRule(values[index], data) : null;
}

/** The first value that decides, else the last. */
function until(values: readonly unknown[], data: unknown, decides: (value: unknown) => boolean): unknown {
  let value: unknown;
  for (const each of values) {
    value = applyRule(each, data);
    if (decides(value)) return value;
  }
  return value;
}

function itemsOf(list: unknown, data: unknown): unknown[] {
  const items = applyRule(list, data);
  return Array.isArray(items) ? items : [];
}
