import { expect, test } from "vitest";
import { createEvaluator } from "../expression/evaluate.ts";
import type { Expression } from "../expression/tree.ts";
import { bucketOf, numericBuckets, sayBucket } from "./numeric-buckets.ts";

const ONE: Expression = { kind: "read", column: 1, root: "properties", path: ["x"] };

test.each([
  [0, 0, 1, "0 - 1"],
  [10, 10, 1, "10 - 11"],
  [0.25, 0.25, 0.05, "0.25 - 0.3"],
  [9.99, 30, 2, "29 - 31"],
  [-5, 5, 1, "5 - 6"],
  [1e17, 1e17, 1, "100,000,000,000,000,000 - 100,000,000,000,000,000"],
  [0, Number.MIN_VALUE, 1, "0 - 1"],
])("numbers from %d to %d go into steps of %d, the last of which is %s", (least, most, size, last) => {
  const buckets = numericBuckets(least, most);
  expect(buckets).toEqual({ low: Math.floor(least), size });
  expect(sayBucket(Math.floor((most - buckets.low) / size), buckets)).toBe(last);
});

test("numbers further apart than a number can be", () => {
  const widest = Number.MAX_VALUE;
  const buckets = numericBuckets(-widest, widest);
  const placed = createEvaluator<number>(bucketOf(ONE, buckets), { properties: () => (value) => value });
  const places = [-widest, 0, widest].map((value) => placed.ok && placed.value(value));
  expect(places).toEqual([0, 3, 7].map((value) => ({ ok: true, value })));
  expect(sayBucket(0, buckets)).toMatch(/^-179,769,/);
});
