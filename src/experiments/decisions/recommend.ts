import type { Metric } from "../record/metric-wire.ts";
import type { Analysis } from "../results/analyse.ts";
import type { AnalysisPlan } from "../results/plan.ts";
import type { ResultLine } from "../results/result-line.ts";
import type { Exposures } from "../results/statistics.ts";
import { biasCheck, type Check, daysCheck, exposuresCheck, sampleRatioCheck, targetCheck } from "./checks.ts";

/** What the numbers speak for. It never stands in the way of a decision. */
export type Recommendation = {
  action: "ship" | "iterate" | "stop" | "wait" | "do_not_decide";
  /** The variant to ship, when there is one. */
  variant: string | null;
  checks: Check[];
};

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
  const primaries = plan.metrics.filter(({ type }) => type === "primary");
  if (trust.some(({ ok }) => !ok) || primaries.length === 0) return as("do_not_decide");
  if (enough.some(({ ok }) => !ok) || !isMeasured(plan, analysis)) return as("wait");
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

/** Whether a primary metric could be reckoned at all: what could not says nothing, not even that nothing differs. */
const isMeasured = (plan: AnalysisPlan, analysis: Analysis): boolean =>
  treatmentsOf(plan).some((variant) =>
    verdicts(plan, analysis, "primary", variant).some(({ line }) => line.p_value !== null),
  );

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
  if (!isMeasured(plan, analysis))
    return { check: "primary", ok: false, reason: "There is not enough data in any primary metric." };
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
