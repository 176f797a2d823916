import { expect, test } from "vitest";
import { projectMonth } from "./project-month.ts";

const byDay = { "2026-06-01": 100, "2026-06-02": 200, "2026-06-03": 0, "2026-06-04": 100, "2026-06-05": 10 };

test("the days that are left are taken to be like those that are over", () => {
  expect(projectMonth("2026-06", "2026-06-05", byDay)).toBe(3_000);
});

test("a day that has more than the others counts for what it has", () => {
  expect(projectMonth("2026-06", "2026-06-05", { ...byDay, "2026-06-05": 1_100 })).toBe(4_000);
});

test("a month that has just begun, or is over, has no outlook", () => {
  expect(projectMonth("2026-06", "2026-06-03", byDay)).toBeUndefined();
  expect(projectMonth("2026-05", "2026-06-05", byDay)).toBeUndefined();
});
