import { expect, test } from "vitest";
import { pickRows } from "./pick-rows.ts";

const ids = ["a", "b", "c", "d"];

test("a row is picked and put back alone", () => {
  expect([...pickRows(ids, new Set(["a"]), 2)]).toEqual(["a", "c"]);
  expect([...pickRows(ids, new Set(["a", "c"]), 2)]).toEqual(["a"]);
});

test("a range becomes what its end becomes, in both directions", () => {
  expect([...pickRows(ids, new Set(["a"]), 2, 0)]).toEqual(["a", "b", "c"]);
  expect([...pickRows(ids, new Set(["d"]), 1, 3)]).toEqual(["d", "b", "c"]);
  expect([...pickRows(ids, new Set(ids), 1, 3)]).toEqual(["a"]);
});
