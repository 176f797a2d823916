import { normalQuantile } from "./normal.ts";

export type Plan = {
  /** Spread of one unit's value, without and with the effect. */
  controlVariance: number;
  treatmentVariance: number;
  effect: number;
  alpha: number;
  power: number;
};

/** Units that each arm needs to find an effect of this size with this power. */
export function sampleSizePerArm({ controlVariance, treatmentVariance, effect, alpha, power }: Plan): number {
  const quantiles = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  return Math.ceil((quantiles ** 2 * (controlVariance + treatmentVariance)) / effect ** 2);
}

/** The same for a part of all that goes from one rate to another. */
export const sampleSizeOfRates = (from: number, to: number, alpha: number, power: number): number =>
  sampleSizePerArm({
    controlVariance: from * (1 - from),
    treatmentVariance: to * (1 - to),
    effect: to - from,
    alpha,
    power,
  });

/** Whole days until every arm has its units, when so many come a day in all. */
export const daysFor = (unitsPerArm: number, arms: number, unitsPerDay: number): number =>
  Math.ceil((unitsPerArm * arms) / unitsPerDay);
