import { expect, test } from "vitest";
import { createAlarm } from "./alarm.ts";

/** A sleep that no ring ended would outlast the test. */
const LONGER_THAN_A_TEST_MS = 600_000;

test("a ring ends a sleep, and a ring that came too early is not lost", async () => {
  const alarm = createAlarm();
  setTimeout(() => alarm.ring(), 20);
  await alarm.sleep(LONGER_THAN_A_TEST_MS);
  alarm.ring();
  alarm.ring();
  await alarm.sleep(LONGER_THAN_A_TEST_MS);
  const before = performance.now();
  await alarm.sleep(50);
  expect(performance.now() - before).toBeGreaterThan(40);
});
