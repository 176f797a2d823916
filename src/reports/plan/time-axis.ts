import { ok, type Result } from "../../platform/result.ts";
import type { Unit } from "../model/time-frame.ts";
import { type ReportFailure, refuseField } from "./failure.ts";
import type { TimeSpan } from "./time-span.ts";
import {
  addUnits,
  type Calendar,
  type ClockUnit,
  clockMs,
  firstDay,
  isClockUnit,
  isMonthUnit,
  MONTHS,
} from "./units.ts";
import { at, startOfDayMs, stretches, type Zone } from "./zone.ts";

export const DAY_MS = 86_400_000;

/** A calendar unit, whole even where the span begins or ends inside it. */
export type Bucket = { startMs: number; endMs: number };

/**
 * How a moment leads to the number of its bucket, by arithmetic alone: an engine need not know time zones, and any two give the same
 * answer. Pieces are in order; the first whose end a moment is before holds.
 */
export type BucketRule =
  | {
      kind: "linear";
      lengthMs: number;
      /** `first + (time - shiftMs) / lengthMs`, which is never negative. */
      pieces: { beforeMs: number; shiftMs: number; first: number }[];
    }
  | {
      kind: "months";
      months: number;
      /** Twelve times the year plus the month, of the first bucket. */
      firstMonth: number;
      pieces: { beforeMs: number; offsetMs: number }[];
    };

export type TimeAxis = { unit: Unit; zone: Zone; span: TimeSpan; buckets: Bucket[]; rule: BucketRule };

/** What still makes a chart; beyond it a longer unit says more. */
const DAYS_MAX: Record<Unit, number> = {
  minute: 1,
  hour: 31,
  day: 366,
  week: 3_660,
  month: 36_600,
  quarter: 36_600,
  year: 36_600,
};
const LONGER: Partial<Record<Unit, Unit>> = {
  minute: "hour",
  hour: "day",
  day: "week",
  week: "month",
};
const WORDS: Record<Unit, string> = {
  minute: "By the minute",
  hour: "Hourly",
  day: "Daily",
  week: "Weekly",
  month: "Monthly",
  quarter: "Quarterly",
  year: "Yearly",
};

export type AxisScope = { zone: Zone; calendar: Calendar; unit: Unit; every?: number };

export function axisOf(span: TimeSpan, scope: AxisScope, field: string): Result<TimeAxis, ReportFailure> {
  const { unit, zone } = scope;
  const [first, last] = [at(span.fromMs, zone).toPlainDate(), at(span.beforeMs - 1, zone).toPlainDate()];
  if (first.until(last).days + 1 > DAYS_MAX[unit]) {
    const said = DAYS_MAX[unit] === 1 ? "1 day" : `${DAYS_MAX[unit]} days`;
    const longer = LONGER[unit] === undefined ? "" : ` or the unit ${LONGER[unit]}`;
    return refuseField(field, `${WORDS[unit]} reports cover at most ${said}; ask for fewer days${longer}`);
  }
  const axis = isClockUnit(unit) ? clockAxis(span, unit, zone) : dayAxis(span, scope, first, last);
  return ok({ unit, zone, span, ...axis });
}

type Drawn = Pick<TimeAxis, "buckets" | "rule">;

/** By real hours: when clocks go back, the same hour of the day is two buckets. */
function clockAxis({ fromMs, beforeMs }: TimeSpan, unit: ClockUnit, zone: Zone): Drawn {
  const lengthMs = clockMs(unit);
  const buckets: Bucket[] = [];
  const pieces = stretches(fromMs, beforeMs, zone).map(({ fromMs: startMs, beforeMs: endMs, offsetMs }) => {
    const localMs = Math.floor((startMs + offsetMs) / lengthMs) * lengthMs;
    const piece = { beforeMs: endMs, shiftMs: localMs - offsetMs, first: buckets.length };
    for (let ms = piece.shiftMs; ms < endMs; ms += lengthMs)
      buckets.push({ startMs: Math.max(ms, startMs), endMs: Math.min(ms + lengthMs, endMs) });
    return piece;
  });
  return { buckets, rule: { kind: "linear", lengthMs, pieces } };
}

/** By the calendar: however long a day is, it is one bucket. */
function dayAxis(
  { fromMs, beforeMs }: TimeSpan,
  { zone, calendar, unit, every = 1 }: AxisScope,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Drawn {
  if (isClockUnit(unit)) throw new Error("clocks have an axis of their own");
  const first = firstDay(from, unit, calendar);
  const buckets: Bucket[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, to) <= 0; ) {
    const next = addUnits(day, unit, every);
    buckets.push({ startMs: startOfDayMs(day, zone), endMs: startOfDayMs(next, zone) });
    day = next;
  }
  if (isMonthUnit(unit)) {
    const pieces = stretches(fromMs, beforeMs, zone).map(({ beforeMs, offsetMs }) => ({
      beforeMs,
      offsetMs,
    }));
    const firstMonth = first.year * 12 + first.month;
    return { buckets, rule: { kind: "months", months: MONTHS[unit] * every, firstMonth, pieces } };
  }
  const lengthMs = DAY_MS * (unit === "week" ? 7 : 1) * every;
  return { buckets, rule: localRule({ fromMs, beforeMs }, zone, first, lengthMs) };
}

/** By what the clock on the wall says, so much at a time from the beginning of a day on. */
export function localRule(
  { fromMs, beforeMs }: TimeSpan,
  zone: Zone,
  first: Temporal.PlainDate,
  lengthMs: number,
): BucketRule {
  const localMs = first.toZonedDateTime("UTC").epochMilliseconds;
  const pieces = stretches(fromMs, beforeMs, zone).map(({ beforeMs, offsetMs }) => ({
    beforeMs,
    shiftMs: localMs - offsetMs,
    first: 0,
  }));
  return { kind: "linear", lengthMs, pieces };
}
