import { type Comparison, type Interval, liftOf, type Pair, standardError } from "./compare.ts";

/** The width of the mixture, such that the interval is tightest at `tuning` units. Waudby-Smith and others 2021. */
export const mixtureRate = (alpha: number, tuning: number): number =>
  Math.sqrt((-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / tuning);

/** ln Λ of the mixture likelihood ratio for an effect of this size; in logarithms, because Λ itself leaves the range of numbers. */
export function logLikelihoodRatio(effect: number, stdError: number, n: number, rate: number): number {
  const spread = n * rate * rate + 1;
  const z = effect / stdError;
  return (n * rate * rate * z * z) / (2 * spread) - 0.5 * Math.log(spread);
}

/** Valid at every look: the smallest level at which the effect would have been called. */
export const sequentialP = (effect: number, stdError: number, n: number, rate: number): number =>
  Math.min(1, Math.exp(-logLikelihoodRatio(effect, stdError, n, rate)));

/** An interval that holds at all looks at once. */
export function sequentialInterval(
  effect: number,
  stdError: number,
  { n, rate, alpha }: { n: number; rate: number; alpha: number },
): Interval {
  const spread = n * rate * rate + 1;
  const width = Math.sqrt(((2 * spread) / (n * rate * rate)) * Math.log(Math.sqrt(spread) / alpha));
  return [effect - width * stdError, effect + width * stdError];
}

/** The same comparison as at a fixed horizon, with p and intervals that may be looked at any time. */
export function compareSequentially(pair: Pair, alpha: number, tuning: number): Comparison {
  const n = pair.control.n + pair.treatment.n;
  const rate = mixtureRate(alpha, tuning);
  const diff = pair.treatment.mean - pair.control.mean;
  const stdError = standardError(pair);
  const lift = liftOf(pair);
  return {
    diff,
    stdError,
    statistic: diff / stdError,
    degrees: null,
    pValue: sequentialP(diff, stdError, n, rate),
    diffInterval: sequentialInterval(diff, stdError, { n, rate, alpha }),
    lift: lift?.lift ?? null,
    liftStdError: lift?.stdError ?? null,
    liftInterval: lift && sequentialInterval(lift.lift, lift.stdError, { n, rate, alpha }),
  };
}
