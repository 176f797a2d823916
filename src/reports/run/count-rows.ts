import { ok, type Result } from "../../platform/result.ts";
import type { SegmentationPlan } from "../plan/plan.ts";
import type { RunDeps, RunFailure } from "./run-segmentation.ts";

/** How many events lie in the time frame: those that had to be looked at, whatever the filters left of them. */
export async function countRows(
  { store, reportTimeoutMs }: RunDeps,
  projectId: number,
  { axis, measure }: SegmentationPlan,
  signal: AbortSignal,
): Promise<Result<number, RunFailure>> {
  const { span } = measure.kind === "active" ? measure.windows : axis;
  const asked = await store.query(projectId, {
    sql: "select count(*) from events where time >= $1 and time < $2",
    params: [span.fromMs, span.beforeMs],
    timeoutMs: reportTimeoutMs,
    rowsMax: 1,
    signal,
  });
  return asked.ok ? ok(Number(asked.value.rows[0]?.[0] ?? 0)) : asked;
}
