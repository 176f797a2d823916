import type { ExperimentDeps } from "../deps.ts";
import type { Analysis } from "../results/analyse.ts";
import { type Computed, computePlan, ENGINE_VERSION } from "../results/compute.ts";
import type { Decision } from "./decisions-store.ts";
import { type Difference, differencesSince } from "./differences.ts";
import { reckonAgain } from "./evidence.ts";
import { findReasons, type Reason } from "./store-marks.ts";

export type Recomputed = {
  decision: Decision;
  /** From what was kept. */
  again: Analysis | null;
  isIdentical: boolean;
  engineVersion: string;
  /** The same question, asked of the events as they are now; null when the decision rested on none. */
  fresh: Computed | null;
  differences: Difference[];
  reasons: Reason[];
};

/** A decision's numbers twice: from what it kept, which must be the same to the bit, and from the events as they are now. */
export async function recomputeDecision(
  deps: Pick<ExperimentDeps, "events">,
  projectId: number,
  decision: Decision,
): Promise<Recomputed> {
  const { evidence } = decision;
  const again = reckonAgain(evidence);
  const { plan, earlierP, marks } = evidence;
  const fresh =
    plan && (await computePlan(deps, projectId, plan, (metric, variant) => earlierP[metric]?.[variant]));
  return {
    decision,
    again,
    isIdentical: JSON.stringify(again) === JSON.stringify(evidence.analysis),
    engineVersion: ENGINE_VERSION,
    fresh,
    differences: fresh && fresh.errors.length === 0 ? differencesSince(evidence, fresh) : [],
    reasons: plan && marks ? await findReasons(deps, projectId, plan, marks) : [],
  };
}
