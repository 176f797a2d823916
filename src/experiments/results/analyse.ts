import type { Metric } from "../record/metric-wire.ts";
import { adjustAll, bonferroniAlpha } from "../stats/index.ts";
import { type Compared, compareVariant } from "./compare-variant.ts";
import type { AnalysisPlan } from "./plan.ts";
import type { ResultLine } from "./result-line.ts";
import type { MetricStatistics, Statistics } from "./statistics.ts";

/** By metric id, then by variant key. */
export type ResultLines = Record<string, Record<string, ResultLine>>;
type SummaryItem = { metricId: string; variant: string } & Pick<
  ResultLine,
  "value" | "lift" | "liftConfidence" | "sampleSize" | "significance"
>;

export type Analysis = {
  metrics: ResultLines;
  summary: { positive: SummaryItem[]; negative: SummaryItem[]; no: SummaryItem[] };
  pre_experiment_bias: ResultLines;
};

/** The smallest p of earlier looks, by metric and variant. */
export type EarlierP = (metricId: string, variant: string) => number | undefined;

/** Every number of an experiment, from its sums alone: the same sums give the same numbers, to the bit. */
export function analyse(plan: AnalysisPlan, statistics: Statistics, earlier: EarlierP): Analysis {
  const metrics = analyseAll(plan, statistics, "results", earlier);
  const bias = plan.settings.preExperimentBias ? analyseAll(plan, statistics, "bias", () => undefined) : {};
  return { metrics, summary: summarize(plan, metrics), pre_experiment_bias: bias };
}

type Tested = { metric: Metric; variant: string; compared: Compared };

function analyseAll(
  plan: AnalysisPlan,
  statistics: Statistics,
  about: "results" | "bias",
  earlier: EarlierP,
): ResultLines {
  const treatments = plan.variants.filter(({ key }) => key !== plan.controlKey);
  const isInFamily = ({ type }: Metric) => plan.settings.correctionFamily === "all" || type === "primary";
  const family = plan.metrics.filter(isInFamily).length * treatments.length;
  const level = 1 - plan.settings.confidenceLevel;
  const { multipleTestingCorrection: correction } = plan.settings;
  const tested: Tested[] = [];
  const lines: ResultLines = {};
  for (const metric of plan.metrics) {
    const own: MetricStatistics = statistics[metric.id] ?? {};
    const corrected = correction === "bonferroni" && isInFamily(metric);
    const alpha = corrected ? bonferroniAlpha(level, family) : level;
    const byVariant: Record<string, ResultLine> = {};
    for (const { key } of plan.variants) {
      const asked = { plan, metric, own, variant: key, alpha, about, earlier: earlier(metric.id, key) };
      const compared = compareVariant(asked);
      byVariant[key] = compared.line;
      if (key !== plan.controlKey) tested.push({ metric, variant: key, compared });
    }
    lines[metric.id] = byVariant;
  }
  const members = tested.filter(
    ({ metric, compared }) => isInFamily(metric) && compared.line.p_value !== null,
  );
  const adjusted = adjustAll(
    members.map(({ compared }) => compared.decisiveP ?? 1),
    correction,
    family,
  );
  for (const { compared } of tested) settle(compared, compared.decisiveP, level);
  for (const [index, { compared }] of members.entries()) settle(compared, adjusted[index] ?? 1, level);
  return lines;
}

/** A level is held against the adjusted p; the sign is that of the lift, whatever the metric's direction. */
function settle({ line }: Compared, p: number | null, level: number): void {
  line.p_value_adjusted = p;
  const effect = line.diff ?? 0;
  const isSignificant = p !== null && p < level && effect !== 0;
  line.significance = !isSignificant ? "NO" : effect > 0 ? "YES_POSITIVE" : "YES_NEGATIVE";
}

function summarize(plan: AnalysisPlan, lines: ResultLines): Analysis["summary"] {
  const summary: Analysis["summary"] = { positive: [], negative: [], no: [] };
  for (const { id } of plan.metrics) {
    for (const { key } of plan.variants) {
      const line = lines[id]?.[key];
      if (line === undefined || key === plan.controlKey) continue;
      const { value, lift, liftConfidence, sampleSize, significance } = line;
      const place =
        significance === "YES_POSITIVE" ? "positive" : significance === "YES_NEGATIVE" ? "negative" : "no";
      summary[place].push({
        metricId: id,
        variant: key,
        value,
        lift,
        liftConfidence,
        sampleSize,
        significance,
      });
    }
  }
  return summary;
}
