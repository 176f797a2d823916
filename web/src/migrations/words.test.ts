import { expect, test } from "vitest";
import { durationWords, reasonsWords, sizeWords } from "./words.ts";

test("durations are said in the unit people think in", () => {
  expect([0, 90, 600, 8_000].map(durationWords)).toEqual(["1 second", "90 seconds", "10 minutes", "2 hours"]);
});

test("sizes have one decimal at most", () => {
  expect([0, 999, 1_000, 1_234_567].map(sizeWords)).toEqual(["0 bytes", "999 bytes", "1 KB", "1.2 MB"]);
});

test("reasons nobody has words for are said by their code", () => {
  expect(reasonsWords({ no_id: 2, time_too_old: 1 })).toBe(
    "2 without the id of a user or device, 1 time too old",
  );
});
