import { expect, test } from "vitest";
import { averageDepth, crowdedRanges } from "./compact-rows.ts";

const group = (min: number, max: number) => ({ min, max });

test("groups one after the other have depth 1, groups over each other more", () => {
  expect(averageDepth([])).toBe(0);
  expect(averageDepth([group(0, 9), group(10, 19), group(20, 29)])).toBe(1);
  expect(averageDepth([group(0, 9), group(0, 9), group(0, 9)])).toBe(3);
});

test("only the stretch where too many groups lie over each other is crowded", () => {
  const ordered = [group(0, 9), group(10, 19)];
  const messy = [group(20, 40), group(21, 39), group(22, 41)];
  expect(crowdedRanges([...ordered, ...messy], 2)).toEqual([{ from: 22, before: 40 }]);
  expect(crowdedRanges([...ordered, ...messy], 3)).toEqual([]);
});

test("groups that only touch with their edges are left alone", () => {
  const edges = [group(0, 10), group(10, 20), group(10, 30), group(10, 10)];
  expect(crowdedRanges(edges, 2)).toEqual([]);
});

test("many groups of one moment lie as well as they can", () => {
  const days = [group(0, 0), group(0, 0), group(0, 1), group(1, 1), group(1, 1)];
  expect(crowdedRanges(days, 1)).toEqual([]);
  // Mixed ones do not.
  expect(crowdedRanges([...days, group(0, 1)], 1)).toEqual([{ from: 0, before: 2 }]);
});
