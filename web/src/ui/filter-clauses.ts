import type { Clause, Filters, Operator } from "../../../src/reports/model/filters.ts";

export type { Clause, Filters, Operator };
export type ClauseValue = NonNullable<Clause["value"]>;

/** What a value looks like to the person who types it. */
export type ValueShape = "none" | "list" | "text" | "number" | "range" | "day" | "span";

const WORDS: Record<Operator, { words: string; shape: ValueShape }> = {
  equals: { words: "is", shape: "list" },
  not_equals: { words: "is not", shape: "list" },
  contains: { words: "contains", shape: "text" },
  not_contains: { words: "does not contain", shape: "text" },
  starts_with: { words: "starts with", shape: "text" },
  ends_with: { words: "ends with", shape: "text" },
  matches: { words: "matches pattern", shape: "text" },
  is_set: { words: "is set", shape: "none" },
  is_not_set: { words: "is not set", shape: "none" },
  greater_than: { words: "is more than", shape: "number" },
  greater_or_equal: { words: "is at least", shape: "number" },
  less_than: { words: "is less than", shape: "number" },
  less_or_equal: { words: "is at most", shape: "number" },
  between: { words: "is between", shape: "range" },
  not_between: { words: "is not between", shape: "range" },
  is_true: { words: "is true", shape: "none" },
  is_false: { words: "is false", shape: "none" },
  on: { words: "is on", shape: "day" },
  before: { words: "is before", shape: "day" },
  after: { words: "is after", shape: "day" },
  in_the_last: { words: "is in the last", shape: "span" },
  not_in_the_last: { words: "is not in the last", shape: "span" },
};

const SET: Operator[] = ["is_set", "is_not_set"];
const TEXT: Operator[] = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "starts_with",
  "ends_with",
  "matches",
  ...SET,
];
const NUMBER: Operator[] = [
  ...["equals", "not_equals", "greater_than", "greater_or_equal", "less_than", "less_or_equal"],
  ...["between", "not_between", ...SET],
] as Operator[];
const DAY: Operator[] = ["on", "before", "after", "in_the_last", "not_in_the_last", ...SET];

/** The operators that make sense for a type of property, the usual one first. Of an unknown type all may. */
export function operatorsFor(kind: string | undefined): readonly Operator[] {
  if (kind === "string" || kind === "text" || kind === "list") return TEXT;
  if (kind === "number" || kind === "integer") return NUMBER;
  if (kind === "boolean") return ["is_true", "is_false", ...SET];
  if (kind === "datetime" || kind === "date" || kind === "time") return DAY;
  return [...new Set([...TEXT, ...NUMBER, "is_true" as const, "is_false" as const, ...DAY])];
}

/** Shown, and counted, before anybody touches it. */
export const USUAL_SPAN = { last: 7, unit: "day" } satisfies ClauseValue;

export const operatorWords = (operator: Operator): string => WORDS[operator].words;
export const shapeOf = (operator: Operator): ValueShape => WORDS[operator].shape;

/** Whether it can be asked already; what is being typed cannot. */
export function isComplete({ property, operator, value }: Clause): boolean {
  if (property === "") return false;
  const shape = shapeOf(operator);
  if (shape === "none") return true;
  if (Array.isArray(value))
    return shape === "range" ? value.length === 2 && !value.includes("") : value.length > 0;
  return value !== undefined && value !== "";
}

/** The filters as the server takes them: only what is complete; nothing when there is none. */
export function completeFilters({ match, clauses }: Filters): Filters | undefined {
  const complete = clauses.filter((clause) =>
    "property" in clause ? isComplete(clause) : clause.clauses.every(isComplete),
  );
  return complete.length === 0 ? undefined : { ...(match === undefined ? {} : { match }), clauses: complete };
}

/** A clause in words, for summaries and chips: `country is DE or FR`. */
export function clauseWords(clause: Clause): string {
  const { property, operator, value } = clause;
  const said = Array.isArray(value)
    ? shapeOf(operator) === "range"
      ? value.join(" and ")
      : writtenOnce(value).join(" or ")
    : typeof value === "object"
      ? `${value.last} ${value.unit}s`
      : (value ?? "");
  return `${property}${asideWords(clause)} ${operatorWords(operator)} ${said}`.trim();
}

/** What a link or a script may say of a clause besides what the builder offers: it counts, so it must be in sight. */
export function asideWords({ of, column, items }: Pick<Clause, "of" | "column" | "items">): string {
  const said = [
    ...(of === "profile" ? ["of the person's profile"] : []),
    ...(column === undefined ? [] : [`by “${column}” of its lookup table`]),
    ...(items === "all" ? ["all items"] : []),
  ];
  return said.length === 0 ? "" : ` (${said.join(", ")})`;
}

/** Filters in words, a group of them in brackets: `plan is pro and (country is DE or price is set)`. */
export const filterWords = ({ match = "all", clauses }: Filters): string =>
  clauses
    .map((clause) => ("property" in clause ? clauseWords(clause) : `(${filterWords(clause)})`))
    .join(match === "all" ? " and " : " or ");

type Scalar = string | number | boolean;

const DECIMAL = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const isNumber = (text: string): boolean => DECIMAL.test(text.trim()) && Number.isFinite(Number(text));

/** The number that was typed; anything else is the text as it stands. */
export const typedNumber = (text: string): string | number => (isNumber(text) ? Number(text) : text);

/**
 * What a typed value may stand for. 7 and "7" are two values, and nobody can see which one a property has: where its type is not known,
 * or its values are of several, both are meant.
 */
export function readingsOf(text: string, kind: string | undefined): Scalar[] {
  if (kind === "number" || kind === "integer") return [typedNumber(text)];
  if (kind !== undefined && kind !== "list" && kind !== "object" && kind !== "boolean") return [text];
  const truth = text === "true" || text === "false" ? [text === "true"] : [];
  return [text, ...(isNumber(text) ? [Number(text)] : []), ...truth];
}

/** Values as people see them: what is written alike stands once. */
export const writtenOnce = (values: readonly Scalar[]): string[] => [...new Set(values.map(String))];
