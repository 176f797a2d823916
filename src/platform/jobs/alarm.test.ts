import { expect, test } from "vitest";
import { createAlarm } from "./alarm.ts";

const took = async (work: Promise<void>) => {
  const before = performance.now();
  await work;
  return performance.now() - before;
};

test("a ring ends a sleep, and a ring that came too early is not lost", async () => {
  const alarm = createAlarm();
  setTimeout(() => alarm.ring(), 20);
  expect(await took(alarm.sleep(5_000))).toBeLessThan(1_000);
  alarm.ring();
  alarm.ring();
  expect(await took(alarm.sleep(5_000))).toBeLessThan(1_000);
  expect(await took(alarm.sleep(50))).toBeGreaterThan(40);
});
