import { expect, test } from "vitest";
import {
  detailWords,
  isExact,
  MEASURES,
  measureOf,
  measureWords,
  needsProperty,
  wordOf,
} from "./measures.ts";

test.each(MEASURES.map(({ value }) => value))(
  "%s is found again by its measure, which says it all",
  (word) => {
    const measure = measureOf(word, "price");
    expect(wordOf(measure)).toBe(word);
    expect(isExact(measure)).toBe(true);
  },
);

test("what a link made finer is said, not rounded to the list in silence", () => {
  const measure = { kind: "property", property: "price", aggregate: "percentile", percentile: 90 } as const;
  expect(isExact(measure)).toBe(false);
  expect(detailWords(measure)).toBe("Percentile 90 of price");
  expect(measureWords(measure)).toBe("Percentile 90 of price");
  expect(measureWords({ kind: "active", days: 3 })).toBe("Active users, 3 days");
});

test("a measure in words names its property", () => {
  expect(measureWords(measureOf("sum", "price"))).toBe("Sum of price");
  expect(measureWords(undefined)).toBe("Events");
});

test("only what counts a property needs one", () => {
  expect(
    ["total", "dau", "frequency", "sum", "distinct"].map((word) => needsProperty(word as "sum")),
  ).toEqual([...[false, false, false], ...[true, true]]);
});
