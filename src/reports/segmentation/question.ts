import { ok, type Result } from "../../platform/result.ts";
import { sayExpressionFailure } from "../expression/failure.ts";
import { parseBreakdown } from "../expression/parse.ts";
import type { Expression } from "../expression/tree.ts";
import { UNITS, type Unit } from "../model/time-frame.ts";
import {
  given,
  type ParameterFailure,
  type Parameters,
  readEventNames,
  readLimit,
  refuseParameter,
} from "../parameters.ts";
import { ALWAYS } from "../plan/condition.ts";
import type { SeriesPlan } from "../plan/plan.ts";
import { planWhere } from "../plan/plan-report.ts";
import type { Calendar } from "../plan/units.ts";
import { type AxisFailure, type NamedAxis, namedAxis, readLocalSpan } from "./local-axis.ts";

const LIMIT = { most: 10_000, otherwise: 60 };
const INTERVAL_MAX = 366;
const POINTS_MAX = 1_000_000;

export const TYPES = { general: "total", unique: "unique", average: "average" } as const;
export type CountType = keyof typeof TYPES;

/** What all calls of the segmentation family take. */
export type SegmentationQuery = {
  named: NamedAxis;
  series: SeriesPlan;
  on: Expression | null;
  type: CountType;
  limit: number;
  format: "json" | "csv";
};

type Scope = { calendar: Calendar; nowMs: number };
type Read<Value> = Result<Value, AxisFailure>;

export function readSegmentationQuery(
  query: Parameters,
  { calendar, nowMs }: Scope,
): Read<SegmentationQuery> {
  const series = readSeries(query);
  if (!series.ok) return series;
  const type = readChoice(query, "type", Object.keys(TYPES) as CountType[], "general");
  if (!type.ok) return type;
  const unit = readChoice<Unit>(query, "unit", UNITS, "day");
  if (!unit.ok) return unit;
  const every = readInterval(query, unit.value);
  if (!every.ok) return every;
  const zone = calendar.timezone;
  const span = readLocalSpan(query, zone, nowMs);
  if (!span.ok) return span;
  const named = namedAxis(span.value, { zone, calendar, unit: unit.value, every: every.value });
  if (!named.ok) return named;
  const on = readOn(query);
  if (!on.ok) return on;
  const limit = readLimit(query, LIMIT);
  if (!limit.ok) return limit;
  if (on.value !== null && limit.value * named.value.names.length > POINTS_MAX)
    return refuseParameter(
      "limit",
      `leads to more than ${POINTS_MAX} points; use a smaller one, or a longer unit`,
    );
  const format = readChoice(query, "format", ["json", "csv"] as const, "json");
  if (!format.ok) return format;
  return ok({
    ...{ named: named.value, series: series.value, on: on.value },
    ...{ type: type.value, limit: limit.value, format: format.value },
  });
}

function readSeries(query: Parameters): Read<SeriesPlan> {
  const names = readEventNames(query);
  if (!names.ok) return names;
  const [event, ...more] = names.value ?? [];
  if (event === undefined || more.length > 0)
    return refuseParameter("event", "is required: the name of one event");
  const where = given(query, "where");
  const condition = where === undefined ? ok(ALWAYS) : planWhere(where);
  return condition.ok ? ok({ event, choice: { only: event }, condition: condition.value }) : condition;
}

function readOn(query: Parameters): Read<Expression | null> {
  const text = given(query, "on");
  if (text === undefined) return ok(null);
  const parsed = parseBreakdown(text);
  return parsed.ok
    ? parsed
    : refuseParameter("on", `is no expression: ${sayExpressionFailure(parsed.failure)}`);
}

function readChoice<Value extends string>(
  query: Parameters,
  name: string,
  choices: readonly Value[],
  otherwise: Value,
): Result<Value, ParameterFailure> {
  const text = given(query, name);
  const found = choices.find((choice) => choice === (text ?? otherwise));
  return found === undefined ? refuseParameter(name, `must be one of ${choices.join(", ")}`) : ok(found);
}

function readInterval(query: Parameters, unit: Unit): Result<number, ParameterFailure> {
  const text = given(query, "interval");
  if (text === undefined) return ok(1);
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > INTERVAL_MAX)
    return refuseParameter("interval", `must be a whole number of days from 1 to ${INTERVAL_MAX}`);
  return unit === "day" ? ok(days) : refuseParameter("interval", "counts days; leave unit out or use day");
}
