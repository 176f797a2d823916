import type { Analysis } from "../results/analyse.ts";
import { sampleRatioOf } from "../results/exposures-cache.ts";
import type { AnalysisPlan } from "../results/plan.ts";
import { isReady } from "../results/ready.ts";
import type { Exposures } from "../results/statistics.ts";

/** One thing that has to be right before the numbers mean anything, or that they say. */
export type Check = {
  check: "days" | "exposures" | "sample_ratio" | "bias" | "target" | "primary" | "guardrails";
  ok: boolean;
  reason: string;
};

const DAY_MS = 86_400_000;

export function sampleRatioCheck(plan: AnalysisPlan, exposures: Exposures): Check {
  const { verdict, p_value: p } = sampleRatioOf(plan, exposures);
  const said = {
    fine: "The variants got the units they were meant to get.",
    mismatch: `The variants did not get the units they were meant to get (p ${p?.toExponential(2)}); find out why before you trust any number.`,
    insufficient: "There are too few units to tell whether the split is right.",
    off: "The split is not checked.",
  };
  return { check: "sample_ratio", ok: verdict !== "mismatch", reason: said[verdict] };
}

export function biasCheck(plan: AnalysisPlan, analysis: Analysis): Check {
  const biased = plan.metrics.filter(
    ({ id, type }) =>
      type === "primary" &&
      Object.values(analysis.pre_experiment_bias[id] ?? {}).some(({ significance }) => significance !== "NO"),
  );
  const names = biased.map(({ name }) => `'${name}'`).join(", ");
  return {
    check: "bias",
    ok: biased.length === 0,
    reason:
      biased.length === 0
        ? "The variants did not differ before the exposure."
        : `The variants differed before the exposure already, in ${names}.`,
  };
}

export function daysCheck({ settings, fromMs, toMs }: AnalysisPlan): Check {
  const days = Math.floor((toMs - fromMs) / DAY_MS);
  return {
    check: "days",
    ok: toMs - fromMs >= settings.minDays * DAY_MS,
    reason: `It ran for ${days} whole days; at least ${settings.minDays} are wanted.`,
  };
}

export function exposuresCheck({ settings, variants }: AnalysisPlan, { counts }: Exposures): Check {
  const least = Math.min(...variants.map(({ key }) => counts[key] ?? 0));
  return {
    check: "exposures",
    ok: least >= settings.minExposuresPerVariant,
    reason: `The smallest variant has ${least} units; at least ${settings.minExposuresPerVariant} are wanted.`,
  };
}

/** A test at a fixed horizon that is looked at earlier finds more than there is; a sequential one may be stopped at any time. */
export function targetCheck(plan: AnalysisPlan, exposures: Exposures): Check {
  const isAnyTime = plan.settings.testingModel === "sequential";
  const ready = isReady(plan, exposures);
  return {
    check: "target",
    ok: isAnyTime || ready,
    reason: ready
      ? "The planned end is reached."
      : isAnyTime
        ? "The planned end is not reached; a sequential test may be stopped before it."
        : "The planned end is not reached, and a frequentist test must not be stopped before it.",
  };
}
