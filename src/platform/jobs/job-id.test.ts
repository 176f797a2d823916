import { expect, test } from "vitest";
import { derivedId, jobIds } from "./job-id.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("ids sort in the order they were made, also within one millisecond and when the clock goes back", () => {
  let now = 1_700_000_000_000;
  const next = jobIds({ now: () => now });
  const ids = Array.from({ length: 10_000 }, () => next());
  now -= 5;
  ids.push(next());
  now += 100;
  ids.push(next());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(UUID);
});

test("the same parts give the same id, and other parts another", () => {
  expect(derivedId("a", "b")).toBe(derivedId("a", "b"));
  expect(derivedId("a", "b")).not.toBe(derivedId("ab"));
  expect(derivedId("a", "b")).toMatch(UUID);
});
