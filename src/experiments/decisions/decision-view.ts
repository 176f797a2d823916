import { type Static, Type } from "typebox";
import { moment, nullable } from "../../http/index.ts";
import { sampleRatioOf } from "../results/exposures-cache.ts";
import type { Decision } from "./decisions-store.ts";
import type { Recomputed } from "./recompute.ts";
import { warningOf } from "./warn.ts";

const Free = Type.Record(Type.String(), Type.Unknown());

export const DecisionView = Type.Object({
  id: Type.Integer(),
  revision: Type.Integer(),
  success: Type.Boolean(),
  variant: nullable(Type.String()),
  message: Type.String(),
  decided_at: moment(),
  decided_by_id: Type.Integer(),
  decided_by_name: Type.String(),
  engine_version: Type.String({ description: "Of the statistics that the numbers were reckoned with." }),
  journal_positions: Type.Record(Type.String(), Type.Integer(), {
    description: "How far each lane of the journal was loaded when the events were asked.",
  }),
  window: nullable(Type.Object({ from: moment(), to: moment() })),
  settings: nullable(Free),
  metrics: Type.Array(Free),
  exposures: nullable(Free),
  srm_analysis: nullable(Free),
  statistics: nullable(Free),
  results: nullable(Free),
  recommendation: nullable(Free),
  warning: nullable(Type.String({ description: "When it was decided against the recommendation." })),
  errors: Type.Array(Free),
});
export type DecisionRecord = Static<typeof DecisionView>;

/** JSON has no infinity; sums that ran over are said as text. */
const plain = <Value>(value: Value): Record<string, unknown> | null =>
  value === null
    ? null
    : JSON.parse(
        JSON.stringify(value, (_, one) =>
          typeof one === "number" && !Number.isFinite(one) ? String(one) : one,
        ),
      );

export function toDecisionView(decision: Decision): DecisionRecord {
  const { evidence, success, variant } = decision;
  const { plan, exposures } = evidence;
  return {
    id: decision.id,
    revision: decision.revision,
    success,
    variant,
    message: decision.message,
    decided_at: decision.decidedAt.toISOString(),
    decided_by_id: decision.decidedBy.id,
    decided_by_name: decision.decidedBy.name,
    engine_version: evidence.engineVersion,
    journal_positions: evidence.positions,
    window: plan && { from: new Date(plan.fromMs).toISOString(), to: new Date(plan.toMs).toISOString() },
    settings: plan && plain(plan.settings),
    metrics: plan?.metrics ?? [],
    exposures: plain(exposures),
    srm_analysis: plan && exposures && plain(sampleRatioOf(plan, exposures)),
    statistics: plain(evidence.statistics),
    results: plain(evidence.analysis),
    recommendation: plain(evidence.recommendation),
    warning: warningOf(evidence.recommendation, { success, variant }, plan?.controlKey) ?? null,
    errors: evidence.errors,
  };
}

export const RecomputedView = Type.Object({
  decision: DecisionView,
  recomputed: nullable(Free),
  is_identical: Type.Boolean({
    description: "Whether the numbers from what was kept are those of then, to the bit.",
  }),
  engine_version: Type.String({ description: "Of today." }),
  fresh: nullable(Free),
  differences: Type.Array(
    Type.Object({
      metric: nullable(Type.String()),
      variant: Type.String(),
      statistic: Type.String(),
      before: nullable(Type.Number()),
      after: nullable(Type.Number()),
    }),
  ),
  reasons: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer(), text: Type.String() })),
});

export const toRecomputedView = (recomputed: Recomputed): Static<typeof RecomputedView> => ({
  decision: toDecisionView(recomputed.decision),
  recomputed: plain(recomputed.again),
  is_identical: recomputed.isIdentical,
  engine_version: recomputed.engineVersion,
  fresh:
    recomputed.fresh &&
    plain({
      exposures: recomputed.fresh.exposures,
      statistics: recomputed.fresh.statistics,
      results: recomputed.fresh.analysis,
      journal_positions: recomputed.fresh.positions,
      errors: recomputed.fresh.errors,
    }),
  differences: recomputed.differences,
  reasons: recomputed.reasons,
});
