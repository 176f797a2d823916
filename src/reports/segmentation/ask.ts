import { ok, type Result } from "../../platform/result.ts";
import type { Expression } from "../expression/tree.ts";
import { refuseParameter } from "../parameters.ts";
import type { BreakdownPlan, PlannedMeasure } from "../plan/plan.ts";
import type { EventSeries } from "../run/answer.ts";
import { type AskDeps, type AskFailure, askPlan } from "../run/ask-report.ts";
import { segmentText } from "../run/shape.ts";
import type { AxisFailure } from "./local-axis.ts";
import { bucketOf, numericBuckets, sayBucket } from "./numeric-buckets.ts";
import { type SegmentationQuery, TYPES } from "./question.ts";
import { type NamedLine, type Written, writeResults, writeSegmentation } from "./write.ts";

export type CallFailure = AskFailure | AxisFailure;
export type Call = (
  deps: AskDeps,
  projectId: number,
  query: SegmentationQuery,
  left: AbortSignal,
) => Promise<Result<Written, CallFailure>>;

async function askSeries(
  deps: AskDeps,
  projectId: number,
  { named, series, limit }: SegmentationQuery,
  measure: PlannedMeasure,
  by: Pick<BreakdownPlan, "of" | "byText"> | null,
  left: AbortSignal,
): Promise<Result<EventSeries, AskFailure>> {
  const breakdown = by && { ...by, limit, picked: false };
  const plan = { axis: named.axis, measure, series: [series], breakdown };
  const answer = await askPlan(deps, projectId, plan, left);
  if (!answer.ok) return answer;
  const [found] = answer.value.series;
  if (found === undefined) throw new Error("one event was asked for");
  return ok(found);
}

/** `/segmentation`: how often, or by how many, over time; with `on` for each value. */
export const askCounts: Call = async (deps, projectId, query, left) => {
  const { named, on, series, type, format } = query;
  const by = on && { of: on, byText: true };
  const found = await askSeries(deps, projectId, query, { kind: TYPES[type] }, by, left);
  if (!found.ok) return found;
  const { overall, segments } = found.value;
  const lines: NamedLine[] =
    on === null
      ? [{ name: series.event ?? "", line: overall }]
      : segments.map((line) => ({ name: segmentText(line.segment), line }));
  return ok(writeSegmentation(named, lines, format));
};

/** `/segmentation/numeric`: for ranges of a number. */
export const askRanges: Call = async (deps, projectId, query, left) => {
  const { named, on, type, format } = query;
  if (on === null) return refuseOn();
  const edge = (kind: "min" | "max"): PlannedMeasure => ofNumber(on, kind, false);
  const least = await askSeries(deps, projectId, query, edge("min"), null, left);
  if (!least.ok) return least;
  const most = await askSeries(deps, projectId, query, edge("max"), null, left);
  if (!most.ok) return most;
  const buckets = numericBuckets(least.value.overall.total ?? 0, most.value.overall.total ?? 0);
  const ranges = { of: bucketOf(on, buckets), byText: false };
  const found = await askSeries(deps, projectId, query, { kind: TYPES[type] }, ranges, left);
  if (!found.ok) return found;
  const lines = found.value.segments
    .map((line) => ({ line, bucket: line.segment.type === "number" ? Number(line.segment.value) : null }))
    .sort((a, b) => (a.bucket ?? Number.POSITIVE_INFINITY) - (b.bucket ?? Number.POSITIVE_INFINITY))
    .map(({ line, bucket }) => ({ name: bucket === null ? "undefined" : sayBucket(bucket, buckets), line }));
  return ok(writeSegmentation(named, lines, format));
};

/** `/segmentation/sum` and `/segmentation/average`: what is no number counts as nought. */
export const askNumbers =
  (aggregate: "sum" | "average"): Call =>
  async (deps, projectId, query, left) => {
    if (query.on === null) return refuseOn();
    const measure = ofNumber(query.on, aggregate, true);
    const found = await askSeries(deps, projectId, query, measure, null, left);
    if (!found.ok) return found;
    const at = aggregate === "sum" ? new Date(deps.clock.now()).toISOString() : null;
    return ok(writeResults(query.named, found.value.overall, at));
  };

const ofNumber = (
  of: Expression,
  kind: "sum" | "average" | "min" | "max",
  othersCountAsZero: boolean,
): PlannedMeasure => ({ kind: "property", of, aggregate: { kind }, othersCountAsZero, picked: false });

const refuseOn = () => refuseParameter("on", 'is required: a number such as properties["price"]');
