import { ok, type Result } from "../../platform/result.ts";
import { checkBoolean } from "../expression/check-operands.ts";
import { sayExpressionFailure } from "../expression/failure.ts";
import { parseExpression } from "../expression/parse.ts";
import type { Filters } from "../model/filters.ts";
import { SEGMENTS, type SegmentationReport } from "../model/report.ts";
import { ALWAYS, type Condition } from "./condition.ts";
import { type ReportFailure, refuseField } from "./failure.ts";
import type { SegmentationPlan, SeriesPlan } from "./plan.ts";
import { planFilters, readOf } from "./plan-filters.ts";
import { planMeasure } from "./plan-measure.ts";
import { axisOf } from "./time-axis.ts";
import { type SpanScope, spanOf } from "./time-span.ts";
import type { Calendar } from "./units.ts";
import { isZone } from "./zone.ts";

export type PlanScope = {
  calendar: Calendar;
  nowMs: number;
  /** What "all events" leaves out. */
  hidden: readonly string[];
  /** A file may have more than a chart. */
  most: { segments: number; points: number };
};

/** Points over all lines of an answer. */
export const ANSWER_MAX = {
  chart: { segments: SEGMENTS.ofChart, points: 200_000 },
  file: { segments: SEGMENTS.ofFile, points: 1_000_000 },
} as const;

/** What was asked, as it can be computed. Pure: the same question at the same moment gives the same plan. */
export function planSegmentation(
  report: SegmentationReport,
  { calendar, nowMs, hidden, most }: PlanScope,
): Result<SegmentationPlan, ReportFailure> {
  const zone = report.timezone ?? calendar.timezone;
  if (!isZone(zone))
    return refuseField("timezone", `'${zone}' is not a time zone; use an IANA name such as Europe/Paris`);
  const scope: SpanScope = { zone, calendar, nowMs };
  const span = spanOf(report.time_frame, scope, "time_frame");
  if (!span.ok) return span;
  const axis = axisOf(span.value, { zone, calendar, unit: report.unit ?? "day" }, "unit");
  if (!axis.ok) return axis;
  const common = planCommon(report, scope);
  if (!common.ok) return common;
  const series = planSeries(report, common.value, scope, hidden);
  if (!series.ok) return series;
  const measure = planMeasure(report.measure ?? { kind: "total" }, axis.value);
  if (!measure.ok) return measure;
  const { breakdown } = report;
  const limit = breakdown?.limit ?? SEGMENTS.usual;
  if (limit > most.segments)
    return refuseField(
      "breakdown.limit",
      `can be ${most.segments} at most here; a CSV file has up to ${SEGMENTS.ofFile}`,
    );
  const points = (breakdown === undefined ? 1 : limit) * axis.value.buckets.length * series.value.length;
  if (points > most.points)
    return refuseField(
      "breakdown.limit",
      `leads to ${points} points, more than ${most.points}; ask for fewer segments or a longer unit`,
    );
  return ok({
    axis: axis.value,
    measure: measure.value,
    series: series.value,
    breakdown: breakdown === undefined ? null : { of: readOf(breakdown), limit, picked: true, byText: false },
  });
}

/** What holds for all lines of the chart. */
function planCommon(
  { filters, where }: SegmentationReport,
  scope: SpanScope,
): Result<Condition[], ReportFailure> {
  const parts: Condition[] = [];
  const planned = planOptional(filters, scope, "filters");
  if (!planned.ok) return planned;
  parts.push(planned.value);
  if (where !== undefined && where.trim() !== "") {
    const holds = planWhere(where);
    if (!holds.ok) return holds;
    parts.push(holds.value);
  }
  return ok(parts);
}

export function planWhere(where: string, field = "where"): Result<Condition, ReportFailure> {
  const parsed = parseExpression(where);
  const mistake = parsed.ok ? checkBoolean(parsed.value) : parsed.failure;
  if (!parsed.ok || mistake !== undefined)
    return refuseField(field, mistake === undefined ? "cannot be read" : sayExpressionFailure(mistake));
  return ok({ kind: "holds", expression: parsed.value, field });
}

const planOptional = (filters: Filters | undefined, scope: SpanScope, field: string) =>
  filters === undefined ? ok(ALWAYS) : planFilters(filters, scope, field);

function planSeries(
  { events }: SegmentationReport,
  common: readonly Condition[],
  scope: SpanScope,
  hidden: readonly string[],
): Result<SeriesPlan[], ReportFailure> {
  const series: SeriesPlan[] = [];
  for (const [index, { event, filters }] of events.entries()) {
    const own = planOptional(filters, scope, `events[${index}].filters`);
    if (!own.ok) return own;
    series.push({
      event,
      choice: event === null ? { allBut: hidden } : { only: event },
      condition: { kind: "all", parts: [...common, own.value] },
    });
  }
  return ok(series);
}
