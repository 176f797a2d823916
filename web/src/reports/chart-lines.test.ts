import { expect, test } from "vitest";
import { chartLines, periodLabel } from "./chart-lines.ts";
import type { ReportLine } from "./queries.ts";

const line = (kind: ReportLine["line"], event: string | null, label?: string): ReportLine => ({
  ...{ event, line: kind, values: [1, null], total: 1 },
  segment: label === undefined ? null : { value: label, type: "text", label },
});
const nameOf = (event: string | null) => event ?? "All events";

test("without a breakdown each event is a line", () => {
  const series = [line("overall", "Open"), line("overall", null)];
  expect(chartLines({ series, segments: null }, nameOf).map(({ name }) => name)).toEqual([
    "Open",
    "All events",
  ]);
});

test("with a breakdown the segments are, and all others together; two that read the same differ by type", () => {
  const number = {
    ...line("segment", "Open", "7"),
    segment: { value: 7, type: "number" as const, label: "7" },
  };
  const series = [line("overall", "Open"), line("segment", "Open", "7"), number, line("others", "Open")];
  const found = [{ event: "Open", shown: 2, found: 9 }];
  const names = chartLines({ series, segments: found }, nameOf).map(({ name }) => name);
  expect(names).toEqual(["7", "7 (number)", "All others"]);
});

test.each([
  ["2026-06-01T00:00:00-04:00", "day", "1 Jun 2026"],
  ["2026-06-01T13:00:00+05:30", "hour", "1 Jun 13:00"],
  ["2026-06-01T00:00:00Z", "month", "Jun 2026"],
  ["2026-04-01T00:00:00Z", "quarter", "Quarter from Apr 2026"],
  ["2026-01-01T00:00:00Z", "year", "2026"],
] as const)("the period that begins at %s, by %s, is %s", (start, unit, words) => {
  expect(periodLabel(start, unit)).toBe(words);
});
