import { expect, test } from "vitest";
import { plotScale } from "./plot-scale.ts";

test("zero is always on the scale, and all intervals fit", () => {
  const { place } = plotScale([[0.1, 0.3], null]);
  expect(place(0)).toBeGreaterThan(0);
  expect(place(0.3)).toBeLessThan(100);
  expect(place(0.1)).toBeLessThan(place(0.3));
});

test("an endless interval is cut off at the edge", () => {
  const { place, high } = plotScale([
    [-2, 900],
    [0, 0.1],
  ]);
  expect(high).toBeLessThan(6);
  expect(place(900)).toBe(100);
});

test("without intervals there is still a scale around zero", () => {
  expect(plotScale([]).place(0)).toBeCloseTo(50);
});
