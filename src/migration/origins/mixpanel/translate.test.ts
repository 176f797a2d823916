import { expect, test } from "vitest";
import { translateMixpanel } from "./translate.ts";

const OPTIONS = {
  eventsOnly: false,
  profilesOnly: false,
  allowOverLimit: false,
  userIdProperty: null,
  mapExperiments: false,
};
const translate = (time: unknown) =>
  translateMixpanel(
    { event: "E", properties: { time, distinct_id: "ana", $insert_id: "i-1" } },
    { options: OPTIONS, nowMs: Date.parse("2026-02-01T00:00:00Z") },
  );

test.each([1_768_046_400_123, 1_768_046_400.123])("%d is the same moment", (time) => {
  expect(translate(time).event?.properties.time).toBe(1_768_046_400_123);
});

test.each([
  ["text", "time_missing"],
  [1e300, "time_missing"],
  [-1e300, "time_too_early"],
  [0, "time_too_early"],
])("%s is no time of an event", (time, skip) => {
  expect(translate(time)).toEqual({ skip });
});
