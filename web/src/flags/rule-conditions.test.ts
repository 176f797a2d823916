import { expect, test } from "vitest";
import { buildRule, type Condition, OPERATORS, readRule } from "./rule-conditions.ts";

test("every operator comes back as it was said", () => {
  const conditions: Condition[] = OPERATORS.map(({ value: operator }) => ({
    property: "plan",
    operator,
    value:
      operator === "is_set"
        ? ""
        : operator === "one_of"
          ? "a, b"
          : operator === "version_from"
            ? "1.2.0"
            : "3",
  }));
  expect(readRule(buildRule(conditions))).toEqual(conditions);
  for (const condition of conditions) expect(readRule(buildRule([condition]))).toEqual([condition]);
});

test("numbers and booleans are compared as such", () => {
  expect(buildRule([{ property: "age", operator: "above", value: "17" }])).toEqual({
    ">": [{ var: "age" }, 17],
  });
  expect(buildRule([{ property: "beta", operator: "is", value: "true" }])).toEqual({
    "==": [{ var: "beta" }, true],
  });
});

test("a rule that is no list of conditions is not taken for one", () => {
  expect(readRule({ or: [{ "==": [{ var: "a" }, 1] }] })).toBeUndefined();
  expect(readRule({ "==": [{ var: "a" }, { var: "b" }] })).toBeUndefined();
  expect(readRule({ in: [{ var: "a" }, ["x,y"]] })).toBeUndefined();
});

test.each([
  { in: [{ var: "id" }, ["7", "8"]] },
  { in: [{ var: "id" }, [" padded"]] },
  { "==": [{ var: "id" }, "007"] },
  { "==": [{ var: "beta" }, "true"] },
  { "!=": [{ var: "id" }, null] },
])("what a form would send back as something else stays JSON: %j", (rule) => {
  expect(readRule(rule)).toBeUndefined();
});

test("no rule has no conditions, and unfinished ones make none", () => {
  expect(readRule(null)).toEqual([]);
  expect(buildRule([{ property: " ", operator: "is", value: "x" }])).toBeNull();
});
