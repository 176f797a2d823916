import { fail, ok, type Result } from "../../platform/result.ts";
import type { Metric } from "../record/metric-wire.ts";
import { analyse } from "./analyse.ts";
import { type GatherDeps, type GatherFailure, gatherDays, gatherExposuresByDay } from "./gather.ts";
import type { AnalysisPlan } from "./plan.ts";
import type { ResultLine } from "./result-line.ts";
import type { MetricStatistics, VariantStatistics } from "./statistics.ts";

const DAY_MS = 86_400_000;

export type Daily = {
  /** The metric that `results` are about; null when the experiment has none. */
  metricId: string | null;
  days: {
    day: string;
    /** Units first exposed on this day. */
    exposures: Record<string, number>;
    /** Of all units exposed until the end of this day, with all they have done since. */
    results: Record<string, ResultLine>;
  }[];
};

export type DailyFailure = GatherFailure | { code: "metric_not_found" };

/** How an experiment came to its numbers: who was exposed when, and what the comparison says with every further day of exposures. */
export async function daily(
  deps: GatherDeps,
  projectId: number,
  plan: AnalysisPlan,
  asked: string | undefined,
): Promise<Result<Daily, DailyFailure>> {
  const metric = findMetric(plan, asked);
  if (asked !== undefined && metric === undefined) return fail({ code: "metric_not_found" });
  const exposed = await gatherExposuresByDay(deps, projectId, plan);
  if (!exposed.ok) return exposed;
  const gathered = metric === undefined ? ok([]) : await gatherDays(deps, projectId, plan, metric);
  if (!gathered.ok) return gathered;
  const sums = new Map(gathered.value.map(({ day, statistics }) => [day, statistics]));
  let until: MetricStatistics = {};
  const days = exposed.value.map(({ day, counts }) => {
    until = addAll(until, sums.get(day) ?? {});
    return { day: dateOf(day), exposures: counts, results: metric ? linesOf(plan, metric, until) : {} };
  });
  return ok({ metricId: metric?.id ?? null, days });
}

const findMetric = ({ metrics }: AnalysisPlan, asked: string | undefined): Metric | undefined =>
  asked === undefined
    ? (metrics.find(({ type }) => type === "primary") ?? metrics[0])
    : metrics.find(({ id }) => id === asked);

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

function linesOf(
  plan: AnalysisPlan,
  metric: Metric,
  statistics: MetricStatistics,
): Record<string, ResultLine> {
  const one = { ...plan, metrics: [metric], settings: { ...plan.settings, preExperimentBias: false } };
  return analyse(one, { [metric.id]: statistics }, () => undefined).metrics[metric.id] ?? {};
}

/** Sums of two sets of units are the sums of both together. */
function addAll(left: MetricStatistics, right: MetricStatistics): MetricStatistics {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const [one, other] = [left[key], right[key]];
      const sum = one && other ? addNumbers(one, other) : (one ?? other);
      return sum === undefined ? [] : [[key, sum as VariantStatistics]];
    }),
  );
}

function addNumbers(left: object, right: object): object {
  const more = right as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(left).map(([name, value]) => {
      const other = more[name];
      if (typeof value === "number") return [name, value + Number(other)];
      return [name, typeof value === "object" && value !== null ? addNumbers(value, other as object) : value];
    }),
  );
}
