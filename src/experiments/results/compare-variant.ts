import type { Metric } from "../record/metric-wire.ts";
import {
  adjust,
  average,
  type Comparison,
  compareFixed,
  compareSequentially,
  type Estimate,
  type Pair,
  poisson,
  proportion,
  ratio,
} from "../stats/index.ts";
import type { AnalysisPlan } from "./plan.ts";
import type { ResultLine } from "./result-line.ts";
import type { MetricStatistics, VariantStatistics } from "./statistics.ts";

export type Compared = {
  line: ResultLine;
  /** What significance is decided by: p itself, or the smallest of all looks. */
  decisiveP: number | null;
};

type Asked = {
  plan: AnalysisPlan;
  metric: Metric;
  own: MetricStatistics;
  variant: string;
  alpha: number;
  /** `bias`: the same on what came before the exposure, where nothing may differ. */
  about: "results" | "bias";
  earlier: number | undefined;
};

/** One variant held against the control. What cannot be reckoned is null, with a sentence that says why. */
export function compareVariant(asked: Asked): Compared {
  const { plan, metric, own, variant, alpha, about } = asked;
  const [control, treatment] = [own[plan.controlKey], own[variant]];
  const line = emptyLine(treatment, alpha);
  if (treatment === undefined) return { line, decisiveP: null };
  const value = estimate(metric, treatment, about);
  line.value = finite(value?.mean);
  line.variance = finite(value?.variance);
  if (variant === plan.controlKey) return { line: { ...line, lift: 0 }, decisiveP: null };
  const pair = control && pairOf(asked, control, treatment, line);
  if (pair === undefined || pair === null) return { line, decisiveP: null };
  const isSequential = plan.settings.testingModel === "sequential" && about === "results";
  const compared = isSequential
    ? compareSequentially(pair, alpha, plan.settings.sequentialTuning)
    : compareFixed(pair, isRate(metric) ? "rate" : "mean", alpha);
  fill(line, compared);
  if (line.p_value === null) line.warnings.push(NOT_REAL);
  const least = isSequential && line.p_value !== null ? Math.min(line.p_value, asked.earlier ?? 1) : null;
  line.sequential_p_min = least;
  return { line, decisiveP: least ?? line.p_value };
}

const NOT_REAL = "not enough data: the values are too large or too small to reckon with";

const isRate = ({ kind }: Metric): boolean => kind === "rate" || kind === "retention";

const finite = (value: number | null | undefined): number | null =>
  value !== undefined && value !== null && Number.isFinite(value) ? value : null;

function fill(line: ResultLine, compared: Comparison): void {
  const interval = (given: Comparison["diffInterval"] | null) =>
    given?.every(Number.isFinite) ? given : null;
  line.p_value = finite(compared.pValue);
  line.diff = finite(compared.diff);
  line.lift = finite(compared.lift);
  line.std_error = finite(compared.stdError);
  line.diff_ci = interval(compared.diffInterval);
  line.lift_ci = interval(compared.liftInterval);
  if (line.lift === null) line.warnings.push("no lift: the control's value is 0");
}

/** What is compared, adjusted where the settings ask for it; null with a warning when there is too little of it. */
function pairOf(
  { plan, metric, about }: Asked,
  control: VariantStatistics,
  treatment: VariantStatistics,
  line: ResultLine,
): Pair | null {
  const [c, t] = [estimate(metric, control, about), estimate(metric, treatment, about)];
  if (control.n < 2 || treatment.n < 2) return refused(line, "fewer than two units in a variant");
  if (c === null || t === null) return refused(line, "the denominator is 0");
  if (![c, t].every(isReal)) return refused(line, "the values are too large or too small to reckon with");
  const wanted = about === "results" && (metric.cuped ?? plan.settings.cuped.enabled);
  if (
    wanted &&
    control.shape === "single" &&
    treatment.shape === "single" &&
    metric.kind !== "total_sessions"
  ) {
    const adjusted = adjust(control, treatment);
    if (adjusted !== null && isReal(adjusted.control) && isReal(adjusted.treatment)) {
      line.cuped_theta = adjusted.theta;
      if (adjusted.control.variance + adjusted.treatment.variance > 0) return adjusted;
    } else line.warnings.push("not adjusted for the time before: it does not vary");
  } else if (wanted) line.warnings.push(`not adjusted for the time before: ${metric.kind} cannot be`);
  if (c.variance + t.variance === 0) return refused(line, "nothing varies");
  return { control: c, treatment: t };
}

function refused(line: ResultLine, why: string): null {
  line.warnings.push(`not enough data: ${why}`);
  return null;
}

const isReal = ({ mean, variance }: Estimate): boolean => Number.isFinite(mean) && Number.isFinite(variance);

function estimate(metric: Metric, statistics: VariantStatistics, about: Asked["about"]): Estimate | null {
  const { n } = statistics;
  if (n === 0) return null;
  if (statistics.shape === "pair") {
    const sums = about === "bias" ? { ...statistics.before, n } : statistics;
    return sums.b === 0 ? null : ratio(sums);
  }
  const { x, xx, y, yy } = statistics;
  const sums = about === "bias" ? { n, y: x, yy: xx } : { n, y, yy };
  if (isRate(metric)) return proportion(sums);
  return metric.kind === "total_sessions" ? poisson(sums) : average(sums);
}

const emptyLine = (statistics: VariantStatistics | undefined, alpha: number): ResultLine => ({
  value: null,
  sampleSize: statistics?.n ?? 0,
  lift: null,
  liftConfidence: 1 - alpha,
  significance: "NO",
  p_value: null,
  p_value_adjusted: null,
  diff: null,
  diff_ci: null,
  lift_ci: null,
  std_error: null,
  variance: null,
  sequential_p_min: null,
  cuped_theta: null,
  warnings: [],
});
