import { expect, test } from "vitest";
import {
  type Clause,
  clauseWords,
  completeFilters,
  filterWords,
  isComplete,
  operatorsFor,
  readingsOf,
} from "./filter-clauses.ts";

test.each<[Clause, boolean]>([
  [{ property: "", operator: "is_set" }, false],
  [{ property: "a", operator: "is_set" }, true],
  [{ property: "a", operator: "equals" }, false],
  [{ property: "a", operator: "equals", value: [] as unknown as string[] }, false],
  [{ property: "a", operator: "equals", value: ["x"] }, true],
  [{ property: "a", operator: "between", value: [1] }, false],
  [{ property: "a", operator: "between", value: [1, 2] }, true],
  [{ property: "a", operator: "between", value: [1, ""] }, false],
  [{ property: "a", operator: "contains", value: "" }, false],
  [{ property: "a", operator: "greater_than", value: 0 }, true],
  [{ property: "a", operator: "in_the_last", value: { last: 3, unit: "day" } }, true],
])("%j can be asked: %s", (clause, expected) => {
  expect(isComplete(clause)).toBe(expected);
});

test("only what is complete is sent, and nothing when there is nothing", () => {
  const done: Clause = { property: "plan", operator: "equals", value: ["pro"] };
  const half: Clause = { property: "plan", operator: "contains" };
  expect(completeFilters({ match: "any", clauses: [done, half] })).toEqual({ match: "any", clauses: [done] });
  expect(completeFilters({ clauses: [half] })).toBeUndefined();
});

test("groups of lines that a link brought are asked and said as they are", () => {
  const plan: Clause = { property: "plan", operator: "equals", value: ["pro"] };
  const price: Clause = { property: "price", operator: "is_set" };
  const filters = { clauses: [plan, { match: "any" as const, clauses: [price, plan] }] };
  expect(completeFilters(filters)).toEqual(filters);
  expect(filterWords(filters)).toBe("plan is pro and (price is set or plan is pro)");
});

test("clauses are said in words", () => {
  expect(clauseWords({ property: "country", operator: "equals", value: ["DE", "FR"] })).toBe(
    "country is DE or FR",
  );
  expect(clauseWords({ property: "price", operator: "between", value: [1, 9] })).toBe(
    "price is between 1 and 9",
  );
  expect(clauseWords({ property: "seen", operator: "in_the_last", value: { last: 2, unit: "week" } })).toBe(
    "seen is in the last 2 weeks",
  );
  expect(clauseWords({ property: "paid", operator: "is_true" })).toBe("paid is true");
});

test.each<[string, string | undefined, unknown[]]>([
  ["7", "number", [7]],
  ["seven", "number", ["seven"]],
  ["7", "string", ["7"]],
  ["2026-01-31", "datetime", ["2026-01-31"]],
  ["7", undefined, ["7", 7]],
  ["7", "list", ["7", 7]],
  ["-1.5e3", undefined, ["-1.5e3", -1500]],
  ["0x10", undefined, ["0x10"]],
  ["true", undefined, ["true", true]],
  [" ", undefined, [" "]],
])("%j typed for a property of type %s means %j", (text, kind, values) => {
  expect(readingsOf(text, kind)).toEqual(values);
});

test("what only links say of a clause is in its words", () => {
  const clause: Clause = { property: "sku", column: "brand", items: "all", operator: "equals", value: ["a"] };
  expect(clauseWords(clause)).toBe("sku (by “brand” of its lookup table, all items) is a");
  expect(clauseWords({ property: "plan", of: "profile", operator: "is_set" })).toBe(
    "plan (of the person's profile) is set",
  );
});

test("what is written alike is said once", () => {
  expect(clauseWords({ property: "n", operator: "equals", value: ["7", 7, "8"] })).toBe("n is 7 or 8");
});

test("a property of unknown type takes every operator once", () => {
  const all = operatorsFor(undefined);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(22);
});
