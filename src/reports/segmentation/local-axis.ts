import { ok, type Result } from "../../platform/result.ts";
import type { Unit } from "../model/time-frame.ts";
import { given, type ParameterFailure, type Parameters, refuseParameter } from "../parameters.ts";
import type { ReportFailure } from "../plan/failure.ts";
import { axisOf, localRule, type TimeAxis } from "../plan/time-axis.ts";
import type { TimeSpan } from "../plan/time-span.ts";
import { type Calendar, type ClockUnit, clockMs, isClockUnit } from "../plan/units.ts";
import { at, startOfDayMs, today, type Zone } from "../plan/zone.ts";

/** An axis whose buckets go by names without an offset, as the query API prints them. */
export type NamedAxis = {
  axis: TimeAxis;
  /** Undefined: the clock on the wall never showed that hour. */
  names: (string | undefined)[];
};

export type AxisFailure = ParameterFailure | ReportFailure;

/** `from_date` and `to_date`, both inclusive and in the project's zone. */
export function readLocalSpan(
  query: Parameters,
  zone: Zone,
  nowMs: number,
): Result<TimeSpan, ParameterFailure> {
  const from = readDay(query, "from_date");
  if (!from.ok) return from;
  const to = readDay(query, "to_date");
  if (!to.ok) return to;
  if (Temporal.PlainDate.compare(from.value, to.value) > 0)
    return refuseParameter("from_date", "cannot be later than to_date");
  // Clients know this sentence: some explain time zones to their users when they read it.
  if (Temporal.PlainDate.compare(to.value, today(nowMs, zone)) > 0)
    return refuseParameter("to_date", "cannot be later than today");
  return ok({
    fromMs: startOfDayMs(from.value, zone),
    beforeMs: startOfDayMs(to.value.add({ days: 1 }), zone),
  });
}

function readDay(query: Parameters, name: string): Result<Temporal.PlainDate, ParameterFailure> {
  const text = given(query, name);
  if (text === undefined) return refuseParameter(name, "is required: a day such as 2026-01-31");
  try {
    if (/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return ok(Temporal.PlainDate.from(text));
  } catch {
    // A day that no calendar has.
  }
  return refuseParameter(name, "must be a day of the form YYYY-MM-DD");
}

/** Names have no offset: an hour that the clock showed twice is one. */
export function namedAxis(
  span: TimeSpan,
  scope: { zone: Zone; calendar: Calendar; unit: Unit; every: number },
): Result<NamedAxis, AxisFailure> {
  const drawn = axisOf(span, scope, "unit");
  if (!drawn.ok) return drawn;
  const { unit, zone } = scope;
  if (isClockUnit(unit)) return ok(clockNames(drawn.value, unit));
  const names = drawn.value.buckets.map(({ startMs }) => at(startMs, zone).toPlainDate().toString());
  return ok({ axis: drawn.value, names });
}

function clockNames(axis: TimeAxis, unit: ClockUnit): NamedAxis {
  const { zone, span } = axis;
  const [lengthMs, first] = [clockMs(unit), at(span.fromMs, zone).toPlainDate()];
  const last = at(span.beforeMs - 1, zone).toPlainDate();
  const count = ((first.until(last).days + 1) * 86_400_000) / lengthMs;
  const midnight = first.toPlainDateTime();
  const times = Array.from({ length: count }, (_, index) => midnight.add({ milliseconds: index * lengthMs }));
  const names = times.map((time) =>
    time.toZonedDateTime(zone, { disambiguation: "earlier" }).toPlainDateTime().equals(time)
      ? time.toString({ smallestUnit: "second" }).replace("T", " ")
      : undefined,
  );
  const rule = localRule(span, zone, first, lengthMs);
  const buckets = times.map((time) => {
    const startMs = time.toZonedDateTime(zone).epochMilliseconds;
    return { startMs, endMs: startMs + lengthMs };
  });
  return { axis: { ...axis, rule, buckets }, names };
}
