import { expect, test } from "vitest";
import { partsOf, percentText } from "./percents.ts";

const THIRD = 1 / 3;

test("thirds that nobody touched stay what they were", () => {
  const texts = [THIRD, THIRD, THIRD].map(percentText);
  expect(texts).toEqual(["33.3333", "33.3333", "33.3333"]);
  expect(partsOf(texts, [THIRD, THIRD, THIRD])).toEqual([THIRD, THIRD, THIRD]);
});

test("thirds that were typed come to one", () => {
  const parts = partsOf(["33.3333", "33.3333", "33.3333"], []);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 12);
});

test("what is wrong stays wrong, to be told", () => {
  expect(partsOf(["50", "40"], [])).toEqual([0.5, 0.4]);
});
