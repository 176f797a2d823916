import { expect, test } from "vitest";
import { createFailureLimit } from "./failure-limit.ts";

const MINUTE_MS = 60_000;

test("failures of a minute are counted by address, and over by the next one", () => {
  let nowMs = 0;
  const limit = createFailureLimit({ now: () => nowMs }, 2);
  expect([limit.count("a"), limit.isOver("a"), limit.count("a")]).toEqual([undefined, false, undefined]);
  expect(limit.isOver("a")).toBe(true);
  expect(limit.isOver("b")).toBe(false);
  expect(limit.count("a")).toEqual({ retryAfterS: 60 });
  nowMs = MINUTE_MS;
  expect([limit.isOver("a"), limit.count("a")]).toEqual([false, undefined]);
});

test("addresses of one network fail together", () => {
  const limit = createFailureLimit({ now: () => 0 }, 1);
  limit.count("2001:db8:1:2::1");
  expect([limit.isOver("2001:db8:1:2::2"), limit.isOver("2001:db8:1:3::1")]).toEqual([true, false]);
});

test("none is over where failures are not counted", () => {
  const limit = createFailureLimit({ now: () => 0 }, 0);
  expect([limit.count("a"), limit.count("a"), limit.isOver("a")]).toEqual([undefined, undefined, false]);
});
