import { ok, type Result } from "../../platform/result.ts";
import type { Expression } from "../expression/tree.ts";
import type { Clause, Filters, Property } from "../model/filters.ts";
import type { Condition, Test } from "./condition.ts";
import { type ReportFailure, refuseField } from "./failure.ts";
import { momentSpan } from "./moment-span.ts";
import { type SpanScope, spanOf } from "./time-span.ts";

type Planned<Value> = Result<Value, ReportFailure>;

/** A property, or what it leads to in a lookup table, as an expression reads it. */
export const readOf = ({ property, column, of }: Property): Expression => ({
  kind: "read",
  column: 1,
  root: of === "profile" ? "user" : "properties",
  path: column === undefined ? [property] : [property, column],
});

/** Filters as a person set them, each held against the type its operator takes. */
export function planFilters(filters: Filters, scope: SpanScope, field: string): Planned<Condition> {
  const { match = "all", clauses } = filters;
  const parts: Condition[] = [];
  for (const [index, clause] of clauses.entries()) {
    const place = `${field}.clauses[${index}]`;
    const planned =
      "clauses" in clause ? planFilters(clause, scope, place) : planClause(clause, scope, place);
    if (!planned.ok) return planned;
    parts.push(planned.value);
  }
  return ok({ kind: parts.length === 0 ? "all" : match, parts });
}

const NEGATED = new Set<Clause["operator"]>([
  "not_equals",
  "not_contains",
  "is_not_set",
  "not_between",
  "not_in_the_last",
]);

function planClause(clause: Clause, scope: SpanScope, field: string): Planned<Condition> {
  const { operator, items = null } = clause;
  const isOfNothing = operator.startsWith("is_");
  if (isOfNothing && clause.value !== undefined)
    return refuseField(`${field}.value`, `is not used by ${operator}; remove it`);
  const test = planTest(clause, scope, `${field}.value`);
  if (!test.ok) return test;
  return ok({
    kind: "test",
    of: readOf(clause),
    test: test.value,
    negated: NEGATED.has(operator),
    items,
    field,
  });
}

const COMPARES = { greater_than: ">", greater_or_equal: ">=", less_than: "<", less_or_equal: "<=" } as const;

function planTest({ property, of, operator, value }: Clause, scope: SpanScope, field: string): Planned<Test> {
  switch (operator) {
    case "is_set":
    case "is_not_set":
      return ok({ kind: "set" });
    case "is_true":
    case "is_false":
      return ok({ kind: "one_of", values: [operator === "is_true"] });
    case "equals":
    case "not_equals":
      if (value === undefined || isSpan(value))
        return refuseField(field, "is required: a text, a number, true, false, or a list of these");
      return ok({
        kind: "one_of",
        values: (Array.isArray(value) ? value : [value]).map(
          of === "profile" ? (one) => one : asSent(property),
        ),
      });
    case "contains":
    case "not_contains":
      return needText(value, field, (text) => ({ kind: "contains", text }));
    case "starts_with":
    case "ends_with":
      return needText(value, field, (text) => ({ kind: operator, text }));
    case "matches":
      return needText(value, field, (pattern) => ({ kind: "matches", pattern }));
    case "greater_than":
    case "greater_or_equal":
    case "less_than":
    case "less_or_equal":
      if (typeof value !== "number") return refuseField(field, `must be a number for ${operator}`);
      return ok({ kind: "compares", operator: COMPARES[operator], number: value });
    case "between":
    case "not_between":
      return planBetween(value, field);
    case "on":
    case "before":
    case "after":
      return planMoment(operator, value, field);
    case "in_the_last":
    case "not_in_the_last":
      return planLast(value, scope, field);
  }
}

/** Import ids are numbers; whoever copies one from an address has a text. */
const asSent =
  (property: string) =>
  (value: string | number | boolean): string | number | boolean =>
    property === "$warehouse_import_id" && typeof value === "string" && /^\d{1,15}$/.test(value)
      ? Number(value)
      : value;

const isSpan = (value: Clause["value"]): value is Extract<Clause["value"], { last: number }> =>
  typeof value === "object" && !Array.isArray(value);

function needText(value: Clause["value"], field: string, make: (text: string) => Test): Planned<Test> {
  return typeof value === "string" && value !== "" ? ok(make(value)) : refuseField(field, "must be a text");
}

function planBetween(value: Clause["value"], field: string): Planned<Test> {
  const [low, high, ...more] = Array.isArray(value) ? value : [];
  if (more.length > 0 || low === undefined || high === undefined)
    return refuseField(field, "must be a list of two: the lowest and the highest");
  if (typeof low === "number" && typeof high === "number")
    return low <= high
      ? ok({ kind: "in_range", least: low, most: high })
      : refuseField(field, "must have the lower one first");
  const [from, to] = [momentSpan(low), momentSpan(high)];
  if (from === undefined || to === undefined)
    return refuseField(field, "must be two numbers, or two dates such as 2026-01-31");
  return from.fromMs <= to.fromMs
    ? ok({ kind: "in_span", fromMs: from.fromMs, beforeMs: to.beforeMs })
    : refuseField(field, "must have the earlier one first");
}

function planMoment(
  operator: "on" | "before" | "after",
  value: Clause["value"],
  field: string,
): Planned<Test> {
  const span = momentSpan(value);
  if (span === undefined)
    return refuseField(field, "must be a date such as 2026-01-31 or 2026-01-31T12:00:00");
  if (operator === "on") return ok({ kind: "in_span", ...span });
  return ok(
    operator === "before"
      ? { kind: "in_span", fromMs: null, beforeMs: span.fromMs }
      : { kind: "in_span", fromMs: span.beforeMs, beforeMs: null },
  );
}

function planLast(value: Clause["value"], scope: SpanScope, field: string): Planned<Test> {
  if (!isSpan(value)) return refuseField(field, 'must be a span such as {"last": 7, "unit": "day"}');
  const span = spanOf(value, scope, field);
  return span.ok ? ok({ kind: "in_span", fromMs: span.value.fromMs, beforeMs: scope.nowMs + 1 }) : span;
}
