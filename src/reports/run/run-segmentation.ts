import type { EventStore, QueryFailure } from "../../events/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Slots } from "../../platform/slots.ts";
import { compileSegmentation, type SegmentationQuestion } from "../compile/segmentation.ts";
import { compiled, type TooLongFailure } from "../compile/statement.ts";
import type { SegmentationPlan } from "../plan/plan.ts";
import type { Sources } from "../plan/sources.ts";
import type { EventSeries, SegmentationAnswer } from "./answer.ts";
import { shapeSeries } from "./shape.ts";

export type RunDeps = {
  store: Pick<EventStore, "query">;
  clock: Clock;
  slots: Slots;
  /** How long one report may take, with its wait. */
  reportTimeoutMs: number;
};

export type RunFailure = QueryFailure | { code: "too_many_reports" } | TooLongFailure;

/** Answers a plan, or gives up when the asker leaves or the time is over. */
export async function runSegmentation(
  deps: RunDeps,
  projectId: number,
  plan: SegmentationPlan,
  sources: Sources,
  left: AbortSignal,
): Promise<Result<SegmentationAnswer, RunFailure>> {
  const release = deps.slots.take();
  if (release === undefined) return fail({ code: "too_many_reports" });
  try {
    const began = performance.now();
    const series: EventSeries[] = [];
    for (const one of plan.series) {
      const remainingMs = Math.ceil(deps.reportTimeoutMs - (performance.now() - began));
      if (remainingMs <= 0) return fail({ code: "timed_out" });
      const asked = await askSeries(deps, projectId, { ...plan, series: one }, sources, left, remainingMs);
      if (!asked.ok) return asked;
      series.push(asked.value);
    }
    return ok({ plan, series, computedAtMs: deps.clock.now(), elapsedMs: performance.now() - began });
  } finally {
    release();
  }
}

async function askSeries(
  deps: RunDeps,
  projectId: number,
  question: SegmentationQuestion,
  sources: Sources,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Result<EventSeries, RunFailure>> {
  const made = compiled(() => compileSegmentation(question, sources));
  if (!made.ok) return made;
  const { sql, params, ...statement } = made.value;
  const buckets = question.axis.buckets.length;
  const limit = question.breakdown?.limit ?? 0;
  // A value for each bucket and the span, of each segment, the others and all; and the names of the segments.
  const rowsMax = (buckets + 1) * (limit + 2) + limit;
  const asked = await deps.store.query(projectId, { sql, params, timeoutMs, rowsMax, signal });
  if (!asked.ok) return asked;
  const shaped = { event: question.series.event, ...shapeSeries(asked.value, statement, buckets) };
  if (question.measure.kind === "active") leaveTotals(shaped);
  if (!statement.overlaps) return ok(shaped);
  const whole = await askSeries(
    deps,
    projectId,
    { ...question, breakdown: null },
    sources,
    signal,
    timeoutMs,
  );
  if (!whole.ok) return whole;
  const { overall, eventsCounted } = whole.value;
  return ok({ ...shaped, overall, eventsCounted });
}

/** Windows of different buckets have persons in common: the span as a whole has no number of its own. */
function leaveTotals({ overall, segments, others }: EventSeries): void {
  for (const line of [overall, ...segments, ...(others === null ? [] : [others])]) line.total = null;
}
