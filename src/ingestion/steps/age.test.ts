import { expect, test } from "vitest";
import type { StepContext } from "../draft.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { check, emptyDraft } from "../pipeline.ts";

const NOW = 1_780_000_000_000;
const DAY = 86_400_000;
const run = (time: number | undefined, ageMaxMs: number | undefined, strict = false) => {
  const repairs: string[] = [];
  const draft = emptyDraft();
  const context: StepContext = {
    strict,
    nowMs: NOW,
    limits: { ...DEFAULT_LIMITS, ageMaxMs },
    text: "sound",
    sizeIsSound: true,
    repaired: (code) => repairs.push(code),
    violated: () => undefined,
  };
  const properties = time === undefined ? { distinct_id: "ana" } : { distinct_id: "ana", time };
  return { outcome: check({ event: "Open", properties }, draft, context), repairs, timeMs: draft.timeMs };
};

test("a door with a largest age leaves older events out, and refuses them by name where the caller is strict", () => {
  expect(run(NOW - 5 * DAY, 5 * DAY).outcome).toBeUndefined();
  expect(run(NOW - 5 * DAY - 1, 5 * DAY).outcome).toEqual({ drop: "too_old" });
  expect(run((NOW - 6 * DAY) / 1000, 5 * DAY).outcome).toEqual({ drop: "too_old" });
  expect(run(NOW - 6 * DAY, 5 * DAY, true).outcome).toMatchObject({ refusal: { code: "time_too_old" } });
  expect(run(NOW - 5000 * DAY, undefined).outcome).toBeUndefined();
  expect(run(NOW - 5000 * DAY, Number.POSITIVE_INFINITY).outcome).toBeUndefined();
});

test("at such a door an event without a time happened when it arrived, which is no repair", () => {
  for (const strict of [false, true]) {
    expect(run(undefined, 5 * DAY, strict)).toEqual({ outcome: undefined, repairs: [], timeMs: NOW });
  }
  expect(run(undefined, undefined).repairs).toEqual(["time_set_to_arrival"]);
  expect(run(undefined, undefined, true).outcome).toMatchObject({ refusal: { code: "time_missing" } });
});
