import { expect, test } from "vitest";
import { ApiFailure } from "../api/failure.ts";
import { fixesFor } from "./fixes.ts";

const refused = (field: string) => new ApiFailure("no", { type: "invalid_report", status: 400, field });

test("a unit that is too short is made longer", () => {
  expect(fixesFor(refused("unit"), { unit: "hour" })).toEqual([
    { label: "Count by day", part: { unit: "day" } },
  ]);
});

test.each([
  "filters.clauses.0.value",
  "breakdown.limit",
  "measure.percentile",
  "timezone",
  "time_frame.last",
])("%s has a way out", (field) => {
  expect(fixesFor(refused(field), {})).toHaveLength(1);
});

test("what names no part of the question offers nothing", () => {
  expect(fixesFor(new ApiFailure("away", { type: "unreachable", status: 0 }), {})).toEqual([]);
  expect(fixesFor(new Error("no"), {})).toEqual([]);
});
