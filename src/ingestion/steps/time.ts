import { type Draft, refuse, type Step, type StepContext, type StepOutcome } from "../draft.ts";

const FIELD = "properties.time";
/** 1971-01-01 in milliseconds: at or above it a number is milliseconds, below it seconds. No valid second reaches it. */
const MILLISECONDS_FROM = 31_536_000_000;
export const EARLIEST_MS = 31_536_000_000;
/** The last moment a date can hold, in either direction. */
const LATEST_MS = 8_640_000_000_000_000;
const AHEAD_MAX_MS = 3_600_000;

export const toMilliseconds = (time: number): number =>
  Math.round(Math.abs(time) >= MILLISECONDS_FROM ? time : time * 1000);

export const time: Step = {
  name: "time",
  run(draft, context) {
    const sent = Object.hasOwn(draft.properties, "time") ? draft.properties.time : undefined;
    if (sent === undefined || sent === null) return missing(draft, context);
    const number = typeof sent === "number" ? sent : context.strict ? Number.NaN : numericText(sent);
    if (!Number.isFinite(number)) return unreadable(draft, context);
    const timeMs = toMilliseconds(number);
    // Past what a calendar can say it is a number and no time: it cannot be stored as one, nor be part of a key.
    if (Math.abs(timeMs) > LATEST_MS)
      return timeMs > 0 ? tooLate(draft, context) : tooEarly(draft, context, undefined);
    if (timeMs < EARLIEST_MS) return tooEarly(draft, context, timeMs);
    draft.sentTimeMs = timeMs;
    draft.timeMs = timeMs;
    const aheadMs = timeMs - context.nowMs;
    if (aheadMs <= 0) return undefined;
    if (aheadMs > AHEAD_MAX_MS && context.strict) {
      return refuse("time_in_future", FIELD, `'${FIELD}' is invalid: must not be in the future`);
    }
    return setToArrival(draft, context);
  },
};

/** A clock that is a little ahead is forgiven; the key of duplicates keeps the time as it was sent. */
function setToArrival(draft: Draft, context: StepContext): StepOutcome {
  draft.timeMs = context.nowMs;
  context.repaired("time_set_to_arrival");
  return undefined;
}

function missing(draft: Draft, context: StepContext): StepOutcome {
  if (context.limits.ageMaxMs !== undefined) {
    draft.timeMs = context.nowMs;
    return undefined;
  }
  if (context.strict) return refuse("time_missing", FIELD, `'${FIELD}' is invalid: must not be missing`);
  return setToArrival(draft, context);
}

function unreadable(draft: Draft, context: StepContext): StepOutcome {
  if (context.strict) {
    return refuse("time_invalid", FIELD, `'${FIELD}' is invalid: must be specified as seconds since epoch`);
  }
  const outcome = setToArrival(draft, context);
  // Mended, it is not looked at again: as a value among others it could still be refused.
  draft.properties.time = undefined;
  return outcome;
}

function tooLate(draft: Draft, context: StepContext): StepOutcome {
  if (context.strict)
    return refuse("time_in_future", FIELD, `'${FIELD}' is invalid: must not be in the future`);
  return setToArrival(draft, context);
}

function tooEarly(draft: Draft, context: StepContext, timeMs: number | undefined): StepOutcome {
  if (context.strict)
    return refuse("time_too_early", FIELD, `'${FIELD}' is invalid: must not be before 1971-01-01`);
  draft.sentTimeMs = timeMs;
  return setToArrival(draft, context);
}

const numericText = (value: unknown): number =>
  typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN;
