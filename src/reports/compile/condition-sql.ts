import type { TypedSql } from "../../events/index.ts";
import type { Condition, Test } from "../plan/condition.ts";
import type { EventChoice } from "../plan/plan.ts";
import type { TimeSpan } from "../plan/time-span.ts";
import { momentSql } from "./compare-sql.ts";
import { expressionSql } from "./expression-sql.ts";
import { itemSql } from "./read-sql.ts";
import type { SqlScope } from "./sql-scope.ts";
import { allOf, anyOf, holds, isDefined } from "./typed.ts";

/** Which rows of `events` a question looks at. Always true or false, never NULL. */
export function whereSql(span: TimeSpan, choice: EventChoice, condition: Condition, scope: SqlScope): string {
  return allOf([
    `events.time >= ${scope.bind(span.fromMs)}`,
    `events.time < ${scope.bind(span.beforeMs)}`,
    ...choiceSql(choice, scope),
    conditionSql(condition, scope),
  ]);
}

function choiceSql(choice: EventChoice, scope: SqlScope): string[] {
  if ("only" in choice) return [`events.event = ${scope.bind(choice.only)}`];
  const names = choice.allBut.map((name) => scope.bind(name));
  return names.length === 0 ? [] : [`events.event not in (${names.join()})`];
}

export function conditionSql(condition: Condition, scope: SqlScope): string {
  switch (condition.kind) {
    case "all":
      return allOf(condition.parts.map((part) => conditionSql(part, scope)));
    case "any":
      return anyOf(condition.parts.map((part) => conditionSql(part, scope)));
    case "holds":
      return holds(expressionSql(condition.expression, scope).boolean);
    case "test": {
      const { test, items, negated } = condition;
      const value = expressionSql(condition.of, scope);
      if (!negated) return valueTest(test, value, items, scope);
      return items === null
        ? `not ${valueTest(test, value, items, scope)}`
        : noTest(test, value, items, scope);
    }
  }
}

type Items = Extract<Condition, { kind: "test" }>["items"];

/** Of a list the items are asked; everything else is asked itself. */
function valueTest(test: Test, value: TypedSql, items: Items, scope: SqlScope): string {
  const own = holds(testSql(test, value, scope));
  if (value.json === undefined || test.kind === "set") return own;
  const { anyItem, allItems, jsonItems } = scope.dialect;
  const ofItem = (item: string) => holds(testSql(test, itemSql(item, scope), scope));
  return anyOf([own, (items === "all" ? allItems : anyItem)(jsonItems(value.json), ofItem)]);
}

/** Whether one item, or each, is not so. What is no list is not so itself, and a list without items has none that is not. */
function noTest(test: Test, value: TypedSql, items: NonNullable<Items>, scope: SqlScope): string {
  const not = `not ${holds(testSql(test, value, scope))}`;
  if (value.json === undefined || test.kind === "set") return not;
  const { anyItem, allItems, jsonItems } = scope.dialect;
  const list = jsonItems(value.json);
  const ofItem = (item: string) => `not ${holds(testSql(test, itemSql(item, scope), scope))}`;
  return `case when ${list} is not null then ${(items === "all" ? allItems : anyItem)(list, ofItem)} else ${not} end`;
}

/** Undefined where the value has no type that the test looks at. */
function testSql(test: Test, value: TypedSql, scope: SqlScope): string | undefined {
  const { dialect } = scope;
  const { text, number } = value;
  const lowered = (part: string) => dialect.lower(scope.bind(part));
  switch (test.kind) {
    case "set": {
      const { null: _, ...others } = value;
      return isDefined(others);
    }
    case "one_of":
      return oneOf(test.values, value, scope);
    case "contains":
      return text && dialect.contains(dialect.lower(text), lowered(test.text));
    case "starts_with":
      return text && dialect.startsWith(dialect.lower(text), lowered(test.text));
    case "ends_with":
      return text && dialect.endsWith(dialect.lower(text), lowered(test.text));
    case "matches":
      return text && dialect.matches(text, scope.bind(test.pattern));
    case "compares":
      return number && `${number} ${test.operator} ${dialect.number(scope.bind(test.number))}`;
    case "in_range": {
      const [least, most] = [test.least, test.most].map((bound) => dialect.number(scope.bind(bound)));
      return number && `(${number} >= ${least} and ${number} <= ${most})`;
    }
    case "in_span": {
      const moment = momentSql(value, scope);
      if (moment === undefined) return undefined;
      const from = test.fromMs === null ? [] : [`${moment} >= ${scope.bind(test.fromMs)}`];
      const before = test.beforeMs === null ? [] : [`${moment} < ${scope.bind(test.beforeMs)}`];
      return allOf([...from, ...before]);
    }
  }
}

function oneOf(
  values: readonly (string | number | boolean)[],
  { text, number, boolean }: TypedSql,
  scope: SqlScope,
): string {
  const ofType = (type: string) => values.filter((value) => typeof value === type);
  const among = (
    sql: string | undefined,
    given: readonly (string | number | boolean)[],
    cast = (bound: string) => bound,
  ) =>
    sql === undefined || given.length === 0
      ? []
      : [holds(`${sql} in (${given.map((value) => cast(scope.bind(value))).join()})`)];
  return anyOf([
    ...among(text, ofType("string")),
    ...among(number, ofType("number"), scope.dialect.number),
    ...among(boolean, ofType("boolean")),
  ]);
}
