import type { Cache } from "../record/types.ts";
import { sampleRatio } from "../stats/index.ts";
import type { AnalysisPlan } from "./plan.ts";
import type { Exposures } from "./statistics.ts";

const MISMATCH_THRESHOLD = 0.001;

export type SampleRatioView = {
  p_value: number | null;
  chi_square: number | null;
  degrees_of_freedom: number | null;
  threshold: number;
  expected: Record<string, number>;
  is_mismatch: boolean;
  /** `insufficient`: too few units for the test to say anything. */
  verdict: "fine" | "mismatch" | "insufficient" | "off";
};

/** Whether the variants got the units they were meant to get, in the names of the wire. */
export function sampleRatioOf(plan: AnalysisPlan, { counts }: Exposures): SampleRatioView {
  const { enabled, targetAllocations: targets } = plan.settings.srm;
  const keys = plan.variants.map(({ key }) => key);
  const weights = plan.variants.map(({ key, split }) =>
    Object.keys(targets).length > 0 ? (targets[key] ?? 0) : split,
  );
  const found = enabled
    ? sampleRatio(
        keys.map((key) => counts[key] ?? 0),
        weights,
      )
    : null;
  const isMismatch = (found?.isEnough && found.isMismatch) ?? false;
  return {
    p_value: found?.pValue ?? null,
    chi_square: found?.chiSquare ?? null,
    degrees_of_freedom: found?.degrees ?? null,
    threshold: MISMATCH_THRESHOLD,
    expected: Object.fromEntries(keys.map((key, index) => [key, found?.expected[index] ?? 0])),
    is_mismatch: isMismatch,
    verdict: !enabled ? "off" : !found?.isEnough ? "insufficient" : isMismatch ? "mismatch" : "fine",
  };
}

/** Units by variant, and what the server has to say about them under names that begin with `$`. */
export function exposuresCacheOf(plan: AnalysisPlan, exposures: Exposures, computedAt: Date): Cache {
  const declared = new Set(plan.variants.map(({ key }) => key));
  const undeclared = Object.keys(exposures.counts).filter((key) => !declared.has(key));
  const warnings = [
    ...undeclared.map((key) => `exposures name the variant '${key}', which is not declared; it is left out`),
    ...(exposures.mixed > 0
      ? [`${exposures.mixed} units were seen in more than one variant; they are left out of the comparison`]
      : []),
    ...(exposures.cut ? ["exposures name more undeclared variants than are listed"] : []),
  ];
  return {
    ...exposures.counts,
    $overall: Object.values(exposures.counts).reduce((sum, count) => sum + count, 0),
    $in_several_variants: exposures.mixed,
    $srm_analysis: sampleRatioOf(plan, exposures),
    $warnings: warnings,
    $last_computed: computedAt.toISOString(),
  };
}
