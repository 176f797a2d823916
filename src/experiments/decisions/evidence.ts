import type { Lane } from "../../events/index.ts";
import type { Analysis, EarlierP, ResultLines } from "../results/analyse.ts";
import { analyseWith, type Computed, type ComputeError, ENGINE_VERSION } from "../results/compute.ts";
import type { AnalysisPlan } from "../results/plan.ts";
import type { Exposures, Statistics } from "../results/statistics.ts";
import { type Recommendation, recommend } from "./recommend.ts";
import type { StoreMarks } from "./store-marks.ts";

/** What a decision rested on: enough to reckon every number again, and to tell what has changed since. */
export type Evidence = {
  engineVersion: string;
  askedAt: string;
  plan: AnalysisPlan | null;
  exposures: Exposures | null;
  statistics: Statistics | null;
  /** The smallest p of the looks before, for the sequential test. */
  earlierP: Record<string, Record<string, number>>;
  unknownEvents: string[];
  positions: Record<Lane, number>;
  marks: StoreMarks | null;
  analysis: Analysis | null;
  recommendation: Recommendation | null;
  errors: ComputeError[];
};

export function evidenceOf(
  computed: Computed | null,
  earlier: ResultLines | undefined,
  marks: StoreMarks | null,
  askedAt: Date,
): Evidence {
  const { plan = null, exposures = null, statistics = null, analysis = null } = computed ?? {};
  return {
    engineVersion: ENGINE_VERSION,
    askedAt: askedAt.toISOString(),
    plan,
    exposures,
    statistics,
    earlierP: earlierOf(earlier),
    unknownEvents: computed?.unknownEvents ?? [],
    positions: computed?.positions ?? {},
    marks,
    analysis,
    recommendation: plan && exposures && analysis ? recommend(plan, exposures, analysis) : null,
    errors: computed?.errors ?? [],
  };
}

const earlierOf = (lines: ResultLines | undefined): Evidence["earlierP"] =>
  Object.fromEntries(
    Object.entries(lines ?? {}).map(([metric, variants]) => [
      metric,
      Object.fromEntries(
        Object.entries(variants).flatMap(([variant, { sequential_p_min: p }]) =>
          p === null ? [] : [[variant, p]],
        ),
      ),
    ]),
  );

/** The numbers again, from what was kept: the same to the bit as long as the engine is the same. */
export function reckonAgain({ plan, statistics, earlierP, unknownEvents }: Evidence): Analysis | null {
  const earlier: EarlierP = (metric, variant) => earlierP[metric]?.[variant];
  return plan && statistics && analyseWith(plan, statistics, earlier, unknownEvents);
}

/** JSON has no word for what lies beyond the largest number. */
export const writeEvidence = (evidence: Evidence): string =>
  JSON.stringify(evidence, (_, value) =>
    typeof value === "number" && !Number.isFinite(value) ? { $number: String(value) } : value,
  );

export const readEvidence = (text: string): Evidence =>
  JSON.parse(text, (_, value) => (typeof value?.$number === "string" ? Number(value.$number) : value));
