import { fail, ok, type Result } from "../../platform/result.ts";
import { EARLIEST_MS, toMilliseconds } from "../steps/time.ts";
import { invalid, type ProfileRefusal, type ProfileRepairCode } from "./codes.ts";

const FIELD = "$time";
const AHEAD_MAX_MS = 3_600_000;
/**
 * What happened so shortly before it arrived counts as having happened on arrival. Clocks of senders are behind by seconds, clients
 * cut times to whole seconds, batches wait: none of that is a reason to lose to what was said before. Older times are history.
 */
const NOW_MS = 5 * 60_000;

export type TimeContext = {
  strict: boolean;
  nowMs: number;
  /** Told what was mended or left out so that a record could be taken. */
  repaired(code: ProfileRepairCode, field: string): void;
};

/** When the update happened, once and for all: the journal keeps it so. */
export function readTime(given: unknown, context: TimeContext): Result<number, ProfileRefusal> {
  const { nowMs } = context;
  if (given === undefined || given === null) return ok(nowMs);
  const number = typeof given === "string" && /^\s*\d+(\.\d+)?\s*$/.test(given) ? Number(given) : given;
  const timeMs = typeof number === "number" ? toMilliseconds(number) : Number.NaN;
  const refusal = checkTime(timeMs, nowMs);
  if (refusal && context.strict) return fail(refusal);
  // Whoever is not strict gets the time of arrival where theirs cannot be used, and so does a clock that is a little ahead.
  if (refusal || timeMs > nowMs) {
    context.repaired("time_set_to_arrival", FIELD);
    return ok(nowMs);
  }
  return ok(nowMs - timeMs <= NOW_MS ? nowMs : timeMs);
}

function checkTime(timeMs: number, nowMs: number): ProfileRefusal | undefined {
  if (!Number.isFinite(timeMs))
    return invalid("time_invalid", FIELD, "must be in seconds or milliseconds since epoch");
  if (timeMs < EARLIEST_MS) return invalid("time_too_early", FIELD, "must not be before 1971-01-01");
  return timeMs - nowMs > AHEAD_MAX_MS
    ? invalid("time_in_future", FIELD, "must not be in the future")
    : undefined;
}
