import { expect, test } from "vitest";
import { compareValues } from "./compare-values.ts";

test.each([
  [1, 2, -1],
  [10, 9, 1],
  ["item 9", "item 10", -1],
  ["b", "A", 1],
  [null, 0, -1],
  [0, null, 1],
  [new Date(5), new Date(4), 1],
  [true, true, 0],
])("%s against %s", (one, other, expected) => {
  expect(Math.sign(compareValues(one, other))).toBe(expected);
});
