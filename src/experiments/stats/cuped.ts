import type { Pair } from "./compare.ts";
import { type CovariateSums, covariance, covariateVariance, type Estimate, variance } from "./moments.ts";

export type Adjusted = Pair & { theta: number };

/**
 * Takes out what was known before the exposure: y − θ(x − x̄), with one θ for both arms: a θ of its own would pull each arm towards its own past. Null when
 * the covariate does not vary.
 */
export function adjust(control: CovariateSums, treatment: CovariateSums): Adjusted | null {
  const theta = thetaOf(control, treatment);
  if (theta === null) return null;
  const mean = (control.x + treatment.x) / (control.n + treatment.n);
  const arm = (sums: CovariateSums): Estimate => ({
    mean: sums.y / sums.n - theta * (sums.x / sums.n - mean),
    variance: Math.max(
      0,
      variance(sums) + theta * theta * covariateVariance(sums) - 2 * theta * covariance(sums),
    ),
    n: sums.n,
  });
  const unadjusted = { control: control.y / control.n, treatment: treatment.y / treatment.n };
  return { theta, control: arm(control), treatment: arm(treatment), unadjusted };
}

/** Over the units of both arms together. */
function thetaOf(control: CovariateSums, treatment: CovariateSums): number | null {
  const both = {
    n: control.n + treatment.n,
    y: control.y + treatment.y,
    yy: control.yy + treatment.yy,
    x: control.x + treatment.x,
    xx: control.xx + treatment.xx,
    xy: control.xy + treatment.xy,
  };
  const spread = covariateVariance(both);
  const theta = covariance(both) / spread;
  return spread > 0 && Number.isFinite(theta) ? theta : null;
}
