/** What is known of one variant: how many, and sums. All that the tests need, however many rows there were. */
export type Sums = { n: number; y: number; yy: number };

/** With the covariate from before the exposure. */
export type CovariateSums = Sums & { x: number; xx: number; xy: number };

/** Of pairs: numerator a, denominator b. */
export type PairSums = { n: number; a: number; aa: number; b: number; bb: number; ab: number };

/** A variant's mean, the variance of one unit's value, and how many units. */
export type Estimate = { mean: number; variance: number; n: number };

const centred = (n: number, first: number, second: number, product: number): number =>
  (product - (first * second) / n) / (n - 1);

export const variance = ({ n, y, yy }: Sums): number => Math.max(0, centred(n, y, y, yy));

/** A yes or no of each unit. */
export function proportion({ n, y }: Sums): Estimate {
  const mean = y / n;
  return { mean, variance: mean * (1 - mean), n };
}

/** A number of each unit. */
export const average = (sums: Sums): Estimate => ({
  mean: sums.y / sums.n,
  variance: variance(sums),
  n: sums.n,
});

/** Counts that come at random moments: their variance is their mean. */
export const poisson = ({ n, y }: Sums): Estimate => ({ mean: y / n, variance: y / n, n });

/** A ratio of two sums, its variance by the delta method. */
export function ratio({ n, a, aa, b, bb, ab }: PairSums): Estimate {
  const mean = a / b;
  const base = b / n;
  const spread = centred(n, a, a, aa) - 2 * mean * centred(n, a, b, ab) + mean * mean * centred(n, b, b, bb);
  return { mean, variance: Math.max(0, spread) / (base * base), n };
}

export const covariance = ({ n, x, y, xy }: CovariateSums): number => centred(n, x, y, xy);
export const covariateVariance = ({ n, x, xx }: CovariateSums): number => Math.max(0, centred(n, x, x, xx));
