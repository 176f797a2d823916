import { expect, test } from "vitest";
import { appendTo, closeGaps, removeFrom, sizeOf, unite } from "./lists.ts";

const FULL = Array.from({ length: 20_000 }, (_, n) => 10_000_000 + n);
const LIMIT = JSON.stringify(FULL).length;

/** Processor time of so many updates, in microseconds; the best of three. */
function cost(updates: number, work: (list: unknown[], n: number) => void): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const list = [...FULL];
      const before = process.cpuUsage();
      for (let n = 0; n < updates; n += 1) work(list, n);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    }),
  );
}

/** What one update costs beyond the first must not be what the whole list costs. */
test.each([
  ["a union that does not fit", (list: unknown[], n: number) => unite(list, [n, n + 0.5], LIMIT)],
  ["an item that does not fit", (list: unknown[], n: number) => appendTo(list, n, LIMIT)],
  ["removing what is not there", (list: unknown[], n: number) => removeFrom(list, n)],
  ["removing one after the other", (list: unknown[], n: number) => removeFrom(list, 10_000_000 + n)],
] as const)("of thousands of updates to a full list only the first looks at all of it: %s", (_case, work) => {
  const [few, many] = [cost(1, work), cost(2_000, work)];
  expect(many).toBeLessThan(Math.max(20 * few, 200_000));
});

test("an update that does not fit leaves the list as it is, and the next one that fits is taken", () => {
  const list = [1, 2, 3];
  expect(appendTo(list, "too long", 9)).toBeUndefined();
  expect(list).toEqual([1, 2, 3]);
  expect(appendTo(list, 4, 9)).toEqual([1, 2, 3, 4]);
});

test("removing and adding keep order, size and gaps apart", () => {
  const values = { list: unite([1, 2, 3, 2], [5], 100) as unknown[] };
  values.list = removeFrom(values.list, 2) ?? [];
  values.list = appendTo(values.list, 2, 100) ?? [];
  values.list = unite(values.list, [3, 6], 100) ?? [];
  closeGaps({ values });
  expect(values.list).toEqual([1, 3, 5, 2, 6]);
  expect(sizeOf(values.list)).toBe(JSON.stringify(values.list).length);
  for (const item of [1, 3, 5, 2, 6]) values.list = removeFrom(values.list, item) ?? [];
  closeGaps({ values });
  expect(values.list).toEqual([]);
  expect(sizeOf(values.list)).toBe(2);
  expect(appendTo(values.list, 7, 100)).toEqual([7]);
});
