import type { Computed } from "../results/compute.ts";
import type { MetricStatistics } from "../results/statistics.ts";
import type { Evidence } from "./evidence.ts";

/** One number that is not what it was. */
export type Difference = {
  metric: string | null;
  variant: string;
  statistic: string;
  before: number;
  after: number;
};

/** Sums of many numbers differ in their last digits by the order they are added in. */
const TOLERANCE = 1e-9;

const differ = (then: number, now: number): boolean =>
  !Object.is(then + 0, now + 0) &&
  !(Math.abs(then - now) <= TOLERANCE * Math.max(Math.abs(then), Math.abs(now)));

/** What the same question is answered now and was not then: units of variants, and sums of metrics. */
export function differencesSince(then: Evidence, now: Computed): Difference[] {
  const counts = then.exposures?.counts ?? {};
  const later = now.exposures?.counts ?? {};
  const keys = [...new Set([...Object.keys(counts), ...Object.keys(later)])];
  const exposures = keys.map((variant) => numbers(null, variant, "units", counts[variant], later[variant]));
  const metrics = Object.entries(then.statistics ?? {}).flatMap(([metric, byVariant]) =>
    metricDifferences(metric, byVariant, now.statistics?.[metric] ?? {}),
  );
  return [...exposures.flat(), ...metrics];
}

function metricDifferences(metric: string, then: MetricStatistics, now: MetricStatistics): Difference[] {
  return Object.entries(then).flatMap(([variant, sums]) => {
    const later = flat(now[variant] ?? {});
    return Object.entries(flat(sums)).flatMap(([name, value]) =>
      numbers(metric, variant, name, value, later[name]),
    );
  });
}

/** The sums of before the exposure stand one level deeper. */
const flat = (sums: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(sums).flatMap(([name, value]) =>
      value !== null && typeof value === "object"
        ? Object.entries(value as object).map(([inner, one]) => [`${name}.${inner}`, Number(one)])
        : typeof value === "number"
          ? [[name, value]]
          : [],
    ),
  );

function numbers(metric: string | null, variant: string, statistic: string, then = 0, now = 0): Difference[] {
  return differ(then, now) ? [{ metric, variant, statistic, before: then, after: now }] : [];
}
