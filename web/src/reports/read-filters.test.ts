import { expect, test } from "vitest";
import { readFilters } from "./read-filters.ts";

const good = { property: "plan", operator: "equals", value: ["pro"] };

test("lines that fit stand, the others are counted", () => {
  const given = { match: "any", clauses: [good, { property: "plan", operator: "resembles" }, 5] };
  expect(readFilters(given)).toEqual({ filters: { match: "any", clauses: [good] }, dropped: 2 });
});

test("a group, which the page cannot show, is left out and counted", () => {
  const given = { clauses: [good, { match: "any", clauses: [good] }] };
  expect(readFilters(given)).toEqual({ filters: { clauses: [good] }, dropped: 1 });
});

test("nothing is no filter, and what is none is counted", () => {
  expect(readFilters(undefined)).toEqual({ filters: { clauses: [] }, dropped: 0 });
  expect(readFilters("all")).toEqual({ filters: { clauses: [] }, dropped: 1 });
});
