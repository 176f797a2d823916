import { ok, type Result } from "../platform/result.ts";
import { given, type ParameterFailure, type Parameters, refuseParameter } from "./parameters.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

export type Span = { fromMs: number; beforeMs: number };

/** `from_date` and `to_date`, both inclusive and in UTC, as the moments they begin and end at. */
export function readUtcSpan(query: Parameters, nowMs: number): Result<Span, ParameterFailure> {
  const from = readDay(query, "from_date");
  if (!from.ok) return from;
  const to = readDay(query, "to_date");
  if (!to.ok) return to;
  if (to.value < from.value) return refuseParameter("from_date", "cannot be later than to_date");
  // Clients know this sentence: some explain time zones to their users when they read it.
  if (to.value > nowMs) return refuseParameter("to_date", "cannot be later than today");
  return ok({ fromMs: from.value, beforeMs: to.value + DAY_MS });
}

function readDay(query: Parameters, name: string): Result<number, ParameterFailure> {
  const text = given(query, name);
  if (text === undefined) return refuseParameter(name, "is required: a day such as 2026-01-31");
  const startMs = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // The platform reads 30 February as 2 March.
  const isDay = !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(text);
  return isDay ? ok(startMs) : refuseParameter(name, "must be a day of the form YYYY-MM-DD");
}
