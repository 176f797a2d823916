import { ok, type Result } from "../../platform/result.ts";
import type { TimeFrame, Unit } from "../model/time-frame.ts";
import { type ReportFailure, refuseField } from "./failure.ts";
import { addUnits, type Calendar, clockMs, firstDay, isClockUnit } from "./units.ts";
import { at, startOfDayMs, today, type Zone } from "./zone.ts";

export type TimeSpan = { fromMs: number; beforeMs: number };

export type SpanScope = { zone: Zone; calendar: Calendar; nowMs: number };

/** The moments a time frame begins and ends at. */
export function spanOf(frame: TimeFrame, scope: SpanScope, field: string): Result<TimeSpan, ReportFailure> {
  if ("last" in frame) return lastUnits(frame, scope, field);
  const { zone, nowMs } = scope;
  const [fromField, toField] = "since" in frame ? [`${field}.since`, ""] : [`${field}.from`, `${field}.to`];
  const last = today(nowMs, zone);
  const from = Temporal.PlainDate.from("since" in frame ? frame.since : frame.from);
  const to = "since" in frame ? last : Temporal.PlainDate.from(frame.to);
  if (Temporal.PlainDate.compare(to, last) > 0)
    return refuseField(toField, `cannot be later than today, which is ${last} in ${zone}`);
  if (Temporal.PlainDate.compare(from, to) > 0)
    return refuseField(fromField, `cannot be later than ${toField === "" ? "today" : toField}`);
  return ok({ fromMs: startOfDayMs(from, zone), beforeMs: startOfDayMs(to.add({ days: 1 }), zone) });
}

function lastUnits(
  { last, unit, complete = false }: Extract<TimeFrame, { last: number }>,
  { zone, calendar, nowMs }: SpanScope,
  field: string,
): Result<TimeSpan, ReportFailure> {
  if (isClockUnit(unit)) {
    const startMs = startOfClockUnit(nowMs, unit, zone);
    const endMs = complete ? startMs : startMs + clockMs(unit);
    return ok({ fromMs: endMs - last * clockMs(unit), beforeMs: endMs });
  }
  const now = today(nowMs, zone);
  const current = firstDay(now, unit, calendar);
  const from = addUnits(current, unit, complete ? -last : 1 - last);
  if (from.year < 1) return refuseField(`${field}.last`, "leads to before the year 1; ask for fewer units");
  const end = complete ? current : now.add({ days: 1 });
  return ok({ fromMs: startOfDayMs(from, zone), beforeMs: startOfDayMs(end, zone) });
}

/** In local time, for offsets need not be whole hours. */
function startOfClockUnit(ms: number, unit: Extract<Unit, "minute" | "hour">, zone: Zone): number {
  const local = at(ms, zone);
  const past = local.second * 1000 + local.millisecond + (unit === "hour" ? local.minute * 60_000 : 0);
  return ms - past;
}
