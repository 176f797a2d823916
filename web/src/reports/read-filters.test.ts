import { expect, test } from "vitest";
import { readFilters } from "./read-filters.ts";

const good = { property: "plan", operator: "equals", value: ["pro"] };

test("lines that fit stand, the others are counted", () => {
  const given = { match: "any", clauses: [good, { property: "plan", operator: "resembles" }, 5] };
  expect(readFilters(given)).toEqual({ filters: { match: "any", clauses: [good] }, dropped: 2 });
});

test("a group stands as it is; one that cannot be read is counted", () => {
  const group = { match: "any", clauses: [good, good] };
  const given = { clauses: [good, group, { match: "any", clauses: [5] }, { clauses: [] }] };
  expect(readFilters(given)).toEqual({ filters: { clauses: [good, group] }, dropped: 2 });
});

test("nothing is no filter, and what is none is counted", () => {
  expect(readFilters(undefined)).toEqual({ filters: { clauses: [] }, dropped: 0 });
  expect(readFilters("all")).toEqual({ filters: { clauses: [] }, dropped: 1 });
});
