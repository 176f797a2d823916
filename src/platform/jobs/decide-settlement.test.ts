import { Type } from "typebox";
import { expect, test } from "vitest";
import { decideSettlement, type Ending } from "./decide-settlement.ts";
import { JobStopped, type StopCode } from "./job-stopped.ts";
import { retryDelayMs } from "./retry-delay.ts";

const kind = { name: "test.kind", payload: Type.Object({}), attemptsMax: 3, retryDelayMs: 1000 };
const STOPS: (StopCode | undefined)[] = [undefined, "timed_out", "cancelled", "claim_lost", "closing"];
const ENDINGS: Record<Ending["kind"], Ending> = {
  returned: { kind: "returned" },
  unfit: { kind: "unfit", reason: "no" },
  threw: { kind: "threw", cause: new Error("broken") },
  deaf: { kind: "deaf" },
};

/** Each row: what becomes of the job when nothing stopped it, it timed out, was cancelled, lost its claim, its node closed. */
const TABLE: Record<Ending["kind"], (string | undefined)[]> = {
  returned: ["completed", "completed", "completed", "completed", "completed"],
  unfit: ["failed", "failed", "failed", "failed", "failed"],
  threw: ["retry", "retry", "cancelled", undefined, "released"],
  deaf: ["retry", "retry", "cancelled", undefined, "released"],
};

const decide = (ending: Ending, stop: StopCode | undefined, attempt: number) =>
  decideSettlement(kind, attempt, ending, stop && new JobStopped(stop), () => 0);

test("every ending under every stop has its settlement", () => {
  for (const [name, expected] of Object.entries(TABLE)) {
    const ending = ENDINGS[name as Ending["kind"]];
    expect(STOPS.map((stop) => decide(ending, stop, 1)?.kind)).toEqual(expected);
  }
});

test("the last attempt fails for good, and the reason is kept", () => {
  expect(decide(ENDINGS.threw, undefined, 2)).toMatchObject({ kind: "retry", delayMs: 2000 });
  expect(decide(ENDINGS.threw, undefined, 3)).toMatchObject({ kind: "failed", error: { message: "broken" } });
  expect(decide(ENDINGS.threw, "timed_out", 3)).toMatchObject({
    kind: "failed",
    error: { message: "the job took longer than it may" },
  });
});

test("the wait before a retry doubles up to its limit and is shortened by up to a half at random", () => {
  const options = { retryDelayMs: 1000, retryDelayMaxMs: 5000 };
  const delays = (random: number) =>
    [1, 2, 3, 4, 50].map((attempt) => retryDelayMs(options, attempt, () => random));
  expect(delays(0)).toEqual([1000, 2000, 4000, 5000, 5000]);
  expect(delays(1)).toEqual([500, 1000, 2000, 2500, 2500]);
  expect(retryDelayMs({}, 1, () => 0)).toBe(5000);
});
