import { OPERATORS, truthy } from "./operators.ts";

/** A rule made ready: what it is over the data that a caller tells. */
export type Compiled = (data: unknown) => unknown;

/**
 * JsonLogic, as the published clients evaluate it, over data that is only looked at: names lead to what an object holds itself, never to
 * what it inherits. Compiled once, because a rule is applied for everybody who asks. Throws on an operator nobody knows.
 */
export function compileRule(rule: unknown): Compiled {
  if (Array.isArray(rule)) {
    const items = rule.map(compileRule);
    return (data) => items.map((item) => item(data));
  }
  const operation = operationOf(rule);
  if (operation === undefined) return () => rule;
  const [name, values] = operation;
  const special = SPECIAL[name];
  if (special !== undefined) return special(values);
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (operator === undefined) throw new Error(`'${name}' is not an operator`);
  const compiled = values.map(compileRule);
  const [left, right, third] = compiled;
  // Nearly all have two arguments.
  if (left !== undefined && right !== undefined && third === undefined)
    return (data) => operator(left(data), right(data));
  return (data) => operator(...compiled.map((value) => value(data)));
}

/** An object with one key is an operation; any other value stands for itself. */
export function operationOf(rule: unknown): [name: string, values: unknown[]] | undefined {
  if (rule === null || typeof rule !== "object" || Array.isArray(rule)) return undefined;
  const [entry, ...more] = Object.entries(rule);
  if (entry === undefined || more.length > 0) return undefined;
  return [entry[0], Array.isArray(entry[1]) ? entry[1] : [entry[1]]];
}

type Special = (values: readonly unknown[]) => Compiled;
type Decide = (items: readonly unknown[], rule: Compiled) => unknown;

/** Operators over a list, whose rule is about each item. */
const overItems =
  (decide: Decide): Special =>
  ([list, rule]) => {
    const [items, each] = [compileRule(list), compileRule(rule)];
    return (data) => {
      const found = items(data);
      return decide(Array.isArray(found) ? found : [], each);
    };
  };

/** Operators that decide themselves what of their arguments is worked out, and over what. */
const SPECIAL: Readonly<Record<string, Special | undefined>> = Object.assign(Object.create(null), {
  var: ([name, otherwise]) => {
    const [path, missed] = [compileRule(name), compileRule(otherwise)];
    return (data) => lookUp(path(data), missed(data), data);
  },
  missing: (values) => {
    const names = compileRule(values);
    return (data) => missing((names(data) as unknown[]).flat(1), data);
  },
  missing_some: ([need, names]) => {
    const [least, wanted] = [compileRule(need), compileRule(names)];
    return (data) => {
      const all = wanted(data) as unknown[];
      const absent = missing(all, data);
      return all.length - absent.length >= Number(least(data)) ? [] : absent;
    };
  },
  if: choose,
  "?:": choose,
  and: (values) => until(values, (value) => !truthy(value)),
  or: (values) => until(values, truthy),
  some: overItems((items, rule) => items.some((item) => truthy(rule(item)))),
  none: overItems((items, rule) => !items.some((item) => truthy(rule(item)))),
  all: overItems((items, rule) => items.length > 0 && items.every((item) => truthy(rule(item)))),
  filter: overItems((items, rule) => items.filter((item) => truthy(rule(item)))),
  map: overItems((items, rule) => items.map((item) => rule(item))),
} satisfies Record<string, Special>);

/** Those whose last argument is worked out once for every item of the first. */
export const LIST_OPERATORS: ReadonlySet<string> = new Set(["some", "none", "all", "filter", "map"]);

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

function choose(values: readonly unknown[]): Compiled {
  const compiled = values.map(compileRule);
  return (data) => {
    let index = 0;
    for (; index < compiled.length - 1; index += 2)
      if (truthy(compiled[index]?.(data))) return compiled[index + 1]?.(data);
    return index < compiled.length ? compiled[index]?.(data) : null;
  };
}

/** The first value that decides, else the last. */
function until(values: readonly unknown[], decides: (value: unknown) => boolean): Compiled {
  const compiled = values.map(compileRule);
  return (data) => {
    let value: unknown;
    for (const each of compiled) {
      value = each(data);
      if (decides(value)) return value;
    }
    return value;
  };
}
