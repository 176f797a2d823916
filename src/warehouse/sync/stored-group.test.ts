import { expect, test } from "vitest";
import { StoredGroup } from "./stored-group.ts";

const digestOf = (number: number): string => number.toString(16).padStart(32, "0");

test("of rows that the store has not and that have no equals, nothing is kept", () => {
  const group = new StoredGroup([digestOf(1), digestOf(2)], () => false);
  for (let number = 1; number <= 1000; number += 1) {
    expect(group.match(digestOf(number))).toBe(number <= 2 ? undefined : 0);
  }
  expect(group.size).toBe(2);
});

test("equal rows get numbers of their own, whether the store has some of them or none", () => {
  const repeated = digestOf(7);
  const group = new StoredGroup([digestOf(1), `${digestOf(1)}.2`], (digest) => digest === repeated);
  expect([1, 1, 1, 1].map((number) => group.match(digestOf(number)))).toEqual([undefined, undefined, 1, 3]);
  expect([group.match(repeated), group.match(repeated), group.match(digestOf(8))]).toEqual([0, 1, 0]);
  expect([...group.left()]).toEqual([]);
});
