import { expect, test } from "vitest";
import { readPattern } from "./pattern.ts";

test.each([
  ["**/*.csv", "a.csv", true],
  ["**/*.csv", "deep/er/a.csv", true],
  ["*.csv", "deep/a.csv", false],
  ["{a,b}/*.csv", "a/1.csv", true],
  ["2026//*.parquet", "2026/a.parquet", true],
  ["{2025,2026}/{a,b}*.csv", "2026/bee.csv", true],
  ["{2025,2026}/{a,b}*.csv", "2024/bee.csv", false],
  ["[a-c]?[!0-9].csv", "b1x.csv", true],
  ["[a-c]?[!0-9].csv", "b11.csv", false],
  ["odd[1.csv", "odd[1.csv", true],
  ["a/**/z.csv", "a/z.csv", true],
  ["a/**/z.csv", "a/b/c/z.csv", true],
])("%s over %s: %s", (pattern, path, expected) => {
  const { base, matches } = readPattern(pattern) ?? { base: "", matches: () => undefined };
  const isBelow = base === "." || path.startsWith(`${base.replace(/\/+$/, "")}/`);
  const below = base === "." ? path : path.slice(base.replace(/\/+$/, "").length + 1);
  expect(isBelow && matches(below)).toBe(expected);
});

test.each(["*/../*", "[.][.]/*.csv", "{.,x}{.,y}/a", "a/[.-.].", "*/../*.csv"])(
  "%s is seen to lead to the folder above",
  (pattern) => {
    expect(readPattern(pattern)?.leadsUp).toBe(true);
  },
);

test("a pattern made to take long is compared at once, and one of too many alternatives is none", () => {
  const steps = "*a".repeat(20_000);
  expect(readPattern(`${steps}c`)?.matches(`${"a".repeat(255)}b`)).toBe(false);
  expect(readPattern(`${"**/".repeat(5_000)}x`)?.matches(`${"a/".repeat(30)}b`)).toBe(false);
  expect(readPattern("{a,b}".repeat(20))).toBeUndefined();
  expect(readPattern("{".repeat(60_000))?.matches("a")).toBe(false);
});
