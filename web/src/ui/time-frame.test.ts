import { expect, test } from "vitest";
import { frameWords, isSameFrame } from "./time-frame.ts";

test.each([
  [{ last: 30, unit: "day" }, "Last 30 days"],
  [{ last: 1, unit: "day", complete: true }, "Yesterday"],
  [{ last: 5, unit: "week", complete: true }, "Last complete 5 weeks"],
  [{ last: 1, unit: "quarter" }, "Last quarter"],
  [{ since: "2026-06-01" }, "Since 1 Jun 2026"],
  [{ from: "2026-06-01", to: "2026-06-30" }, "1 Jun 2026 – 30 Jun 2026"],
] as const)("%j is called %s", (frame, words) => {
  expect(frameWords(frame)).toBe(words);
});

test("a frame without `complete` is the same as one that says false", () => {
  expect(isSameFrame({ last: 7, unit: "day" }, { last: 7, unit: "day", complete: false })).toBe(true);
  expect(isSameFrame({ last: 7, unit: "day" }, { since: "2026-06-01" })).toBe(false);
});
