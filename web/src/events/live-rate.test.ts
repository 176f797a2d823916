import { expect, test } from "vitest";
import { createRate } from "./live-rate.ts";

test("what came longer ago than five seconds does not count any more", () => {
  const rate = createRate();
  expect(rate.count(10, 1_000)).toBe(2);
  expect(rate.count(5, 2_000)).toBe(3);
  expect(rate.count(0, 6_500)).toBe(1);
  expect(rate.count(0, 20_000)).toBe(0);
});
