import type { Metric } from "../record/wire.ts";
import type { Analysis } from "../results/analyse.ts";
import { sampleRatioOf } from "../results/exposures-cache.ts";
import type { AnalysisPlan } from "../results/plan.ts";
import { isReady } from "../results/ready.ts";
import type { ResultLine } from "../results/result-line.ts";
import type { Exposures } from "../results/statistics.ts";

export type Check = {
  check: "days" | "exposures" | "sample_ratio" | "bias" | "target" | "primary" | "guardrails";
  ok: boolean;
  reason: string;
};

/** What the numbers speak for. It never stands in the way of a decision. */
export type Recommendation = {
  action: "ship" | "iterate" | "stop" | "wait" | "do_not_decide";
  /** The variant to ship, when there is one. */
  variant: string | null;
  checks: Check[];
};

const DAY_MS = 86_400_000;

export function recommend(plan: AnalysisPlan, exposures: Exposures, analysis: Analysis): Recommendation {
  const trust = [sampleRatioCheck(plan, exposures), biasCheck(plan, analysis)];
  const enough = [daysCheck(plan), exposuresCheck(plan, exposures), targetCheck(plan, exposures)];
  const winner = findWinner(plan, analysis);
  const guardrails = guardrailsCheck(plan, analysis, winner);
  const primary = primaryCheck(plan, analysis, winner);
  const checks = [...trust, ...enough, primary, guardrails];
  const as = (action: Recommendation["action"], variant: string | null = null) => ({
    action,
    variant,
    checks,
  });
  if (trust.some(({ ok }) => !ok)) return as("do_not_decide");
  if (enough.some(({ ok }) => !ok)) return as("wait");
  if (winner === undefined) return as("stop");
  return guardrails.ok ? as("ship", winner) : as("iterate", winner);
}

const polarity = ({ direction }: Metric, { significance }: ResultLine): "good" | "bad" | "neutral" => {
  if (significance === "NO") return "neutral";
  return (significance === "YES_POSITIVE") === (direction === "up") ? "good" : "bad";
};

/** What each metric of a type says of a variant. */
const verdicts = (plan: AnalysisPlan, analysis: Analysis, type: Metric["type"], variant: string) =>
  plan.metrics
    .filter((metric) => metric.type === type)
    .flatMap((metric) => {
      const line = analysis.metrics[metric.id]?.[variant];
      return line ? [{ metric, line, verdict: polarity(metric, line) }] : [];
    });

const treatmentsOf = ({ variants, controlKey }: AnalysisPlan): string[] =>
  variants.map(({ key }) => key).filter((key) => key !== controlKey);

/** The treatment that is better in a primary metric, worse in none, and best in the first of them. */
function findWinner(plan: AnalysisPlan, analysis: Analysis): string | undefined {
  const better = treatmentsOf(plan).filter((variant) => {
    const found = verdicts(plan, analysis, "primary", variant).map(({ verdict }) => verdict);
    return found.includes("good") && !found.includes("bad");
  });
  const size = (variant: string): number => {
    const [first] = verdicts(plan, analysis, "primary", variant).filter(({ verdict }) => verdict === "good");
    return Math.abs(first?.line.lift ?? 0);
  };
  return better.sort((left, right) => size(right) - size(left))[0];
}

function primaryCheck(plan: AnalysisPlan, analysis: Analysis, winner: string | undefined): Check {
  if (!plan.metrics.some(({ type }) => type === "primary"))
    return { check: "primary", ok: false, reason: "There is no primary metric to decide by." };
  if (winner !== undefined) {
    const names = verdicts(plan, analysis, "primary", winner)
      .filter(({ verdict }) => verdict === "good")
      .map(({ metric }) => `'${metric.name}'`);
    return {
      check: "primary",
      ok: true,
      reason: `'${winner}' is significantly better in ${names.join(", ")}.`,
    };
  }
  const worse = treatmentsOf(plan).find((variant) =>
    verdicts(plan, analysis, "primary", variant).some(({ verdict }) => verdict === "bad"),
  );
  const reason =
    worse === undefined
      ? "No variant is significantly better in a primary metric."
      : `'${worse}' is significantly worse in a primary metric.`;
  return { check: "primary", ok: false, reason };
}

function guardrailsCheck(plan: AnalysisPlan, analysis: Analysis, winner: string | undefined): Check {
  const looked = winner === undefined ? treatmentsOf(plan) : [winner];
  const bad = looked.flatMap((variant) =>
    verdicts(plan, analysis, "guardrail", variant)
      .filter(({ verdict }) => verdict === "bad")
      .map(({ metric }) => `'${metric.name}' is significantly worse for '${variant}'`),
  );
  return {
    check: "guardrails",
    ok: bad.length === 0,
    reason: bad.length === 0 ? "No guardrail is significantly worse." : `${bad.join("; ")}.`,
  };
}

function sampleRatioCheck(plan: AnalysisPlan, exposures: Exposures): Check {
  const { verdict, p_value: p } = sampleRatioOf(plan, exposures);
  const said = {
    fine: "The variants got the units they were meant to get.",
    mismatch: `The variants did not get the units they were meant to get (p ${p?.toExponential(2)}); find out why before you trust any number.`,
    insufficient: "There are too few units to tell whether the split is right.",
    off: "The split is not checked.",
  };
  return { check: "sample_ratio", ok: verdict !== "mismatch", reason: said[verdict] };
}

function biasCheck(plan: AnalysisPlan, analysis: Analysis): Check {
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

function daysCheck({ settings, fromMs, toMs }: AnalysisPlan): Check {
  const days = Math.floor((toMs - fromMs) / DAY_MS);
  return {
    check: "days",
    ok: toMs - fromMs >= settings.minDays * DAY_MS,
    reason: `It ran for ${days} whole days; at least ${settings.minDays} are wanted.`,
  };
}

function exposuresCheck({ settings, variants }: AnalysisPlan, { counts }: Exposures): Check {
  const least = Math.min(...variants.map(({ key }) => counts[key] ?? 0));
  return {
    check: "exposures",
    ok: least >= settings.minExposuresPerVariant,
    reason: `The smallest variant has ${least} units; at least ${settings.minExposuresPerVariant} are wanted.`,
  };
}

/** A test at a fixed horizon that is looked at earlier finds more than there is; a sequential one may be stopped at any time. */
function targetCheck(plan: AnalysisPlan, exposures: Exposures): Check {
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
