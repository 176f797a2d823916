import { describe, expect, test } from "vitest";

import { faultOfRule } from "./check-rule.ts";
import { compileRule } from "./compile-rule.ts";

const applyRule = (rule: unknown, data: unknown): unknown => compileRule(rule)(data);

const DATA = {
  plan: "paid",
  seats: 5,
  tags: ["a", "b"],
  inner: { deep: 1 },
  empty: [],
  zero: 0,
  version: "1.10.0",
  at: "2026-01-31T12:00:00Z",
};

/** The answers are those of json-logic-js 2.0.5, with the clients' own operators. */
const cases: [unknown, unknown][] = [
  [{ "==": [{ var: "plan" }, "paid"] }, true],
  [{ "==": [{ var: "seats" }, "5"] }, true],
  [{ "===": [{ var: "seats" }, "5"] }, false],
  [{ "!=": [1, 2] }, true],
  [{ "!==": [1, "1"] }, true],
  [{ "<": [1, { var: "seats" }, 10] }, true],
  [{ "<=": [5, { var: "seats" }, 4] }, false],
  [{ ">": [{ var: "seats" }, 4] }, true],
  [{ ">=": [{ var: "seats" }, 6] }, false],
  [{ in: ["a", { var: "tags" }] }, true],
  [{ in: ["ai", { var: "plan" }] }, true],
  [{ in: ["a", null] }, false],
  [{ and: [true, { var: "zero" }, true] }, 0],
  [{ or: [0, "", "x"] }, "x"],
  [{ "!": [[]] }, true],
  [{ "!!": ["0"] }, true],
  [{ if: [false, 1, { var: "zero" }, 2, 3] }, 3],
  [{ "?:": [true, 1, 2] }, 1],
  [{ if: [false, 1] }, null],
  [{ var: "inner.deep" }, 1],
  [{ var: ["nope", 7] }, 7],
  [{ var: "nope" }, null],
  [{ var: "constructor" }, null],
  [{ var: "tags.1" }, "b"],
  [{ missing: ["plan", "nope"] }, ["nope"]],
  [{ missing_some: [1, ["plan", "nope"]] }, []],
  [{ cat: ["a", 1] }, "a1"],
  [{ substr: ["jsonlogic", 4] }, "logic"],
  [{ substr: ["jsonlogic", -5] }, "logic"],
  [{ substr: ["jsonlogic", 1, 3] }, "son"],
  [{ substr: ["jsonlogic", 4, -2] }, "log"],
  [{ "+": ["3", 4] }, 7],
  [{ "-": [5] }, -5],
  [{ "*": [2, "3"] }, 6],
  [{ "/": [1, 4] }, 0.25],
  [{ "%": [7, 3] }, 1],
  [{ min: [3, 1] }, 1],
  [{ max: [3, 1] }, 3],
  [{ merge: [[1], 2, [3, [4]]] }, [1, 2, 3, [4]]],
  [{ some: [{ var: "tags" }, { "==": [{ var: "" }, "b"] }] }, true],
  [{ all: [{ var: "tags" }, { "!=": [{ var: "" }, "c"] }] }, true],
  [{ all: [{ var: "empty" }, true] }, false],
  [{ none: [{ var: "tags" }, { "==": [{ var: "" }, "c"] }] }, true],
  [{ filter: [{ var: "tags" }, { "==": [{ var: "" }, "b"] }] }, ["b"]],
  [{ map: [{ var: "tags" }, { cat: [{ var: "" }, "!"] }] }, ["a!", "b!"]],
  [{ semver_compare: [{ var: "version" }, ">", "1.9"] }, true],
  [{ semver_compare: [{ var: "version" }, "<", "v1.10.1-rc.1"] }, true],
  [{ semver_compare: ["1.0.0-alpha", "<", "1.0.0"] }, true],
  [{ semver_compare: ["1.0.0-alpha.1", "<", "1.0.0-alpha.beta"] }, true],
  [{ semver_compare: ["01.0.0", "===", "1.0.0"] }, false],
  [{ datetime_compare: [{ var: "at" }, ">=", Date.UTC(2026, 0, 31, 12)] }, true],
  [{ datetime_compare: ["2026-02-30T00:00:00Z", ">", 0] }, false],
];

test.each(cases)("%j is %j", (rule, expected) => {
  expect(applyRule(rule, DATA)).toEqual(expected);
});

describe("nothing leads out of the data", () => {
  test.each([
    [{ method: ["a", "constructor"] }],
    [{ log: "x" }],
    [{ constructor: ["return process"] }],
    [{ __proto__x: [1] }],
    [{ reduce: [[1], 1, 0] }],
  ])("%j is no rule", (rule) => {
    expect(() => applyRule(rule, DATA)).toThrow("is not an operator");
    expect(faultOfRule(rule)).toContain("is not an operator");
  });
  test("inherited names are not there", () => {
    for (const name of ["__proto__", "constructor", "toString", "inner.constructor", "plan.constructor.name"])
      expect(applyRule({ var: name }, DATA)).toBeNull();
  });
});
