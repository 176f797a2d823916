import { fail, ok, type Result } from "../../platform/result.ts";
import { DAY_MS, HOUR_MS, type Range } from "../types.ts";

const DEFAULT_DAYS = 30;
/** Each day is asked for by itself: two thousand years of them would keep the origin busy for nothing. */
const EARLIEST = "2000-01-01";
const EARLIEST_MS = Date.parse(EARLIEST);

export type DateFailure = { field: "START_DATE" | "END_DATE"; message: string };

/**
 * UTC days, both included; without dates the last 30 times 24 hours. What the origin cannot give yet is cut off. `END_DATE` may lie
 * in the future: it then means now.
 */
export function readRange(
  given: { start: string | undefined; end: string | undefined },
  nowMs: number,
  delayMs: number,
): Result<Range, DateFailure> {
  const start = given.start === undefined ? undefined : readDay(given.start);
  const end = given.end === undefined ? undefined : readDay(given.end);
  if (start === null) return fail({ field: "START_DATE", message: NOT_A_DAY });
  if (end === null) return fail({ field: "END_DATE", message: NOT_A_DAY });
  if (start !== undefined && start < EARLIEST_MS)
    return fail({ field: "START_DATE", message: `must not be before ${EARLIEST}: no tool has older events` });
  if (end !== undefined && end < EARLIEST_MS)
    return fail({ field: "END_DATE", message: `must not be before ${EARLIEST}: no tool has older events` });
  if (start !== undefined && start > nowMs)
    return fail({ field: "START_DATE", message: "must not lie in the future" });
  if (start !== undefined && end !== undefined && start > end)
    return fail({ field: "START_DATE", message: "must not be after END_DATE" });
  const endMs = Math.min(end === undefined ? nowMs : end + DAY_MS, nowMs);
  const fromMs = start ?? floorHour(endMs - DEFAULT_DAYS * DAY_MS);
  const beforeMs = Math.min(endMs, floorHour(nowMs - delayMs));
  return ok({ fromMs, beforeMs: Math.max(fromMs, beforeMs) });
}

const NOT_A_DAY = "must be a day of the calendar as YYYY-MM-DD";
const floorHour = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Null: no such day. */
function readDay(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? null : ms;
}
