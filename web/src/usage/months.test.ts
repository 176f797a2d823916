import { expect, test } from "vitest";
import { daysOf, monthWords, spanOf, thisMonth } from "./months.ts";

test("a month has all its days, with nothing where nothing came", () => {
  expect(spanOf("2024-02")).toEqual({ from: "2024-02-01", to: "2024-02-29" });
  const days = daysOf("2024-02", { "2024-02-29": 7 });
  expect(days).toHaveLength(29);
  expect(days[0]).toEqual(["2024-02-01", 0]);
  expect(days.at(-1)).toEqual(["2024-02-29", 7]);
});

test("months are those of UTC", () => {
  expect(thisMonth(Date.parse("2026-01-31T23:59:59Z"))).toBe("2026-01");
  expect(monthWords("2026-01")).toBe("January 2026");
});
