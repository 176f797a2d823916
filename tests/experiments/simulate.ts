import {
  average,
  compareFixed,
  compareSequentially,
  type Estimate,
  proportion,
} from "../../src/experiments/stats/index.ts";
import { mulberry } from "./mulberry.ts";

export type Outcome = { runs: number; rejected: number };

/** Three standard errors of a share of so many runs. */
export const threeErrors = (share: number, runs: number): number =>
  3 * Math.sqrt((share * (1 - share)) / runs);

type Arm = { n: number; y: number; yy: number };
const add = (arm: Arm, value: number): void => {
  arm.n += 1;
  arm.y += value;
  arm.yy += value * value;
};
const empty = (): Arm => ({ n: 0, y: 0, yy: 0 });

export type Law = { kind: "rate" | "mean"; draw(random: () => number, isTreatment: boolean): number };

/** Yes or no, with so much of a lift. */
export const rates = (base: number, lift = 0): Law => ({
  kind: "rate",
  draw: (random, isTreatment) => (random() < base * (1 + (isTreatment ? lift : 0)) ? 1 : 0),
});

/** What people spend: most nothing, some a lot. */
export const spending = (lift = 0): Law => ({
  kind: "mean",
  draw: (random, isTreatment) =>
    random() < 0.3 ? -Math.log(1 - random()) * 20 * (1 + (isTreatment ? lift : 0)) : 0,
});

const estimate = (law: Law, arm: Arm): Estimate => (law.kind === "rate" ? proportion(arm) : average(arm));

/** How often a test at a fixed horizon finds something, with so many units in each arm. */
export function simulateFixed(law: Law, units: number, runs: number, seed: number): Outcome {
  const random = mulberry(seed);
  let rejected = 0;
  for (let run = 0; run < runs; run += 1) {
    const [control, treatment] = [empty(), empty()];
    for (let unit = 0; unit < units; unit += 1) {
      add(control, law.draw(random, false));
      add(treatment, law.draw(random, true));
    }
    const pair = { control: estimate(law, control), treatment: estimate(law, treatment) };
    if (compareFixed(pair, law.kind, 0.05).pValue < 0.05) rejected += 1;
  }
  return { runs, rejected };
}

/** How often a sequential test finds something at any of its looks: one a day, with so many new units in each arm. */
export function simulatePeeking(
  law: Law,
  days: number,
  unitsPerDay: number,
  runs: number,
  seed: number,
): Outcome {
  const random = mulberry(seed);
  let rejected = 0;
  for (let run = 0; run < runs; run += 1) {
    const [control, treatment] = [empty(), empty()];
    for (let day = 0; day < days; day += 1) {
      for (let unit = 0; unit < unitsPerDay; unit += 1) {
        add(control, law.draw(random, false));
        add(treatment, law.draw(random, true));
      }
      const pair = { control: estimate(law, control), treatment: estimate(law, treatment) };
      if (compareSequentially(pair, 0.05, 5000).pValue < 0.05) {
        rejected += 1;
        break;
      }
    }
  }
  return { runs, rejected };
}
