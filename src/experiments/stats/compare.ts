import type { Estimate } from "./moments.ts";
import { normalQuantile, normalTail } from "./normal.ts";
import { studentQuantile, twoSided } from "./student.ts";

export type Interval = readonly [low: number, high: number];

/** Treatment against control. Numbers that cannot be reckoned are null, never NaN. */
export type Comparison = {
  diff: number;
  stdError: number;
  /** (treatment − control) / |control|. */
  lift: number | null;
  liftStdError: number | null;
  degrees: number | null;
  statistic: number;
  pValue: number;
  diffInterval: Interval;
  liftInterval: Interval | null;
};

export type Pair = {
  control: Estimate;
  treatment: Estimate;
  /** The means before an adjustment: a lift is said of them. */
  unadjusted?: { control: number; treatment: number };
};

export const standardError = ({ control, treatment }: Pair): number =>
  Math.sqrt(control.variance / control.n + treatment.variance / treatment.n);

/** Degrees of freedom after Satterthwaite. */
export function satterthwaite({ control, treatment }: Pair): number {
  const [c, t] = [control.variance / control.n, treatment.variance / treatment.n];
  return (c + t) ** 2 / (c ** 2 / (control.n - 1) + t ** 2 / (treatment.n - 1));
}

/** The lift and its standard error, by the delta method. */
export function liftOf(pair: Pair): { lift: number; stdError: number } | null {
  const { control, treatment } = pair;
  const means = pair.unadjusted ?? { control: control.mean, treatment: treatment.mean };
  const base = means.control;
  const diff = treatment.mean - control.mean;
  if (base === 0) return null;
  // By ratios: squares of very small or very large means would leave the range of numbers.
  const [c, t] = [control.variance / control.n, treatment.variance / treatment.n];
  const stdError = Math.hypot(Math.sqrt(t) / base, (Math.sqrt(c) / base) * (means.treatment / base));
  const lift = diff / Math.abs(base);
  return Number.isFinite(lift) && Number.isFinite(stdError) ? { lift, stdError } : null;
}

/** A test at a fixed horizon: by the normal law for parts of all, by Welch's t otherwise. */
export function compareFixed(pair: Pair, kind: "rate" | "mean", alpha: number): Comparison {
  const diff = pair.treatment.mean - pair.control.mean;
  const stdError = standardError(pair);
  const statistic = diff / stdError;
  const degrees = kind === "mean" ? satterthwaite(pair) : null;
  const pValue = degrees === null ? 2 * normalTail(Math.abs(statistic)) : twoSided(statistic, degrees);
  const quantile = degrees === null ? normalQuantile(1 - alpha / 2) : studentQuantile(1 - alpha / 2, degrees);
  const around = (value: number, error: number): Interval => [
    value - quantile * error,
    value + quantile * error,
  ];
  const lift = liftOf(pair);
  return {
    diff,
    stdError,
    statistic,
    degrees,
    pValue,
    diffInterval: around(diff, stdError),
    lift: lift?.lift ?? null,
    liftStdError: lift?.stdError ?? null,
    liftInterval: lift && around(lift.lift, lift.stdError),
  };
}
