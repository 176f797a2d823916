import { expect, test } from "vitest";
import { findJump } from "./find-jump.ts";

const line = (day: string, stored: number, source = "track", importId: string | null = null) => ({
  day,
  stored,
  source,
  import_id: importId,
});

test("the day that grew most is named with what it came from", () => {
  const lines = [
    line("2026-06-01", 1_000),
    line("2026-06-02", 1_100),
    line("2026-06-02", 9_000, "warehouse-import", "7"),
  ];
  expect(findJump(lines)).toEqual({
    day: "2026-06-02",
    more: 9_100,
    contributors: [
      { source: "warehouse-import", importId: "7", more: 9_000 },
      { source: "track", importId: null, more: 100 },
    ],
  });
});

test("days that differ as days do are no jump, nor is the first day", () => {
  expect(findJump([line("2026-06-01", 90_000), line("2026-06-02", 91_000)])).toBeUndefined();
  expect(findJump([line("2026-06-02", 10), line("2026-06-03", 900)])).toBeUndefined();
});
