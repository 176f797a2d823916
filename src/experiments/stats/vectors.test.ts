import { describe, expect, test } from "vitest";
import { compareFixed, liftOf } from "./compare.ts";
import { adjustBenjaminiHochberg, adjustBonferroni, bonferroniAlpha } from "./corrections.ts";
import { adjust } from "./cuped.ts";
import { average, type CovariateSums, proportion, type Sums } from "./moments.ts";
import { normalQuantile, normalTail } from "./normal.ts";
import { percentile } from "./percentile.ts";
import { sampleSizeOfRates } from "./plan.ts";
import { chiSquareTest, sampleRatio } from "./sample-ratio.ts";
import {
  compareSequentially,
  logLikelihoodRatio,
  mixtureRate,
  sequentialInterval,
  sequentialP,
} from "./sequential.ts";
import { studentQuantile, twoSided } from "./student.ts";

/** Published numbers, of papers, documentation and other engines. */
const rate = (y: number, n: number) => proportion({ n, y, yy: y });
const near = (value: number | null | undefined, expected: number, within = 1e-4) => {
  expect(value).not.toBeNull();
  expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThanOrEqual(within);
};
const nearAll = (values: readonly number[] | null, expected: readonly number[], within = 1e-4) => {
  expect(values).toHaveLength(expected.length);
  for (const [index, one] of expected.entries()) near(values?.[index], one, within);
};
const sumsOf = (values: readonly number[]): Sums => ({
  n: values.length,
  y: values.reduce((sum, value) => sum + value, 0),
  yy: values.reduce((sum, value) => sum + value * value, 0),
});

describe("fixed horizon", () => {
  test("1: 5 of 10 against 6 of 10", () => {
    const found = compareFixed({ control: rate(5, 10), treatment: rate(6, 10) }, "rate", 0.05);
    near(found.stdError, 0.2214);
    near(found.statistic, 0.4518);
    near(found.pValue, 0.6514);
    nearAll(found.diffInterval, [-0.3339, 0.5339]);
  });

  test("2: exposures are the base, not those who entered a funnel", () => {
    const found = compareFixed({ control: rate(2289, 35350), treatment: rate(2480, 35620) }, "rate", 0.05);
    near(found.lift, 0.07523, 1e-6);
    near(found.statistic, 2.5921);
    near(found.pValue, 0.009538, 1e-6);
    nearAll(found.diffInterval, [0.001188, 0.008555], 1e-6);
    nearAll(found.liftInterval, [0.01623, 0.13423], 1e-5);
  });

  const control = { n: 3407, y: 1396.87, yy: 52377.9767 };
  const treatment = { n: 3461, y: 2422.7, yy: 134698.29 };
  test("3: Welch on sums", () => {
    const found = compareFixed({ control: average(control), treatment: average(treatment) }, "mean", 0.05);
    near(found.diff, 0.29, 1e-5);
    near(found.stdError, 0.12478, 1e-5);
    near(found.degrees, 5841.742, 1e-3);
    near(found.pValue, 0.02016, 1e-5);
    nearAll(found.diffInterval, [0.04538, 0.53462], 1e-5);
  });

  test("4: the same as a lift", () => {
    const pair = { control: average(control), treatment: average(treatment) };
    const lift = liftOf(pair);
    near(lift?.lift, 0.70732, 1e-5);
    near(lift?.stdError, 0.37879, 1e-5);
    near(twoSided((lift?.lift ?? 0) / (lift?.stdError ?? 1), 5841.742), 0.06191, 1e-5);
    nearAll(compareFixed(pair, "mean", 0.05).liftInterval, [-0.03526, 1.44989], 1e-4);
  });

  test("5 and 6: 14 of 28 against 16 of 30", () => {
    const pair = { control: rate(14, 28), treatment: rate(16, 30) };
    const lift = liftOf(pair);
    near(lift?.lift, 0.06667, 1e-5);
    near(lift?.stdError, 0.2717, 1e-5);
    near(twoSided((lift?.lift ?? 0) / (lift?.stdError ?? 1), 55.707), 0.80707, 1e-4);
    const half = studentQuantile(0.975, 55.707) * (lift?.stdError ?? 0);
    near((lift?.lift ?? 0) - half, -0.47767, 1e-4);
    const absolute = compareFixed(pair, "rate", 0.05);
    near(absolute.statistic, 0.25398, 1e-5);
    near(absolute.pValue, 0.79951, 1e-5);
  });

  test("11: the sleep data of R", () => {
    const found = compareFixed(
      {
        control: average(sumsOf([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2])),
        treatment: average(sumsOf([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])),
      },
      "mean",
      0.05,
    );
    near(found.statistic, 1.8608);
    near(found.degrees, 17.776, 1e-3);
    near(found.pValue, 0.07939, 1e-5);
    nearAll(found.diffInterval, [-0.2054832, 3.3654832], 1e-6);
  });

  test("12: Welch from means and variances", () => {
    const pair = {
      control: { n: 13, mean: 15, variance: 87.5 },
      treatment: { n: 11, mean: 12, variance: 39 },
    };
    const found = compareFixed(pair, "mean", 0.05);
    near(Math.abs(found.statistic), 0.93585, 1e-5);
    near(found.pValue, 0.36, 1e-4);
  });

  test("13: a pooled z, as a cross-check of the normal law", () => {
    const [p, q] = [17 / 182, 165 / 182];
    const z = Math.abs(5 / 83 - 12 / 99) / Math.sqrt(p * q * (1 / 83 + 1 / 99));
    near(z, 1.4078304, 1e-6);
    near(2 * normalTail(z), 0.1591813, 1e-6);
  });
});

describe("sequential", () => {
  const control = { n: 3000, y: 1396.87, yy: 52377.9767 };
  const treatment = { n: 3461, y: 2422.7, yy: 134698.29 };
  const relative = (pair: Parameters<typeof liftOf>[0], tuning: number) => {
    const found = compareSequentially(pair, 0.05, tuning);
    const n = pair.control.n + pair.treatment.n;
    const p = sequentialP(found.lift ?? 0, found.liftStdError ?? 1, n, mixtureRate(0.05, tuning));
    return { ...found, p };
  };

  test("7: a mean, tuned to 1,000", () => {
    const found = relative({ control: average(control), treatment: average(treatment) }, 1000);
    near(mixtureRate(0.05, 1000), 0.0890851, 1e-7);
    near(found.lift, 0.50336, 1e-5);
    near(found.liftStdError, 0.33341, 1e-5);
    nearAll(found.liftInterval, [-0.55844, 1.56516], 1e-4);
    expect(found.p).toBe(1);
  });

  test("8: a rate, tuned to 5,000", () => {
    const found = relative({ control: rate(1396, 3000), treatment: rate(2422, 3461) }, 5000);
    near(mixtureRate(0.05, 5000), 0.0398401, 1e-7);
    near(found.lift, 0.50386, 1e-5);
    near(found.liftStdError, 0.03386, 1e-5);
    nearAll(found.liftInterval, [0.40098, 0.60675], 1e-4);
    expect(found.p / 5.2e-44).toBeGreaterThan(0.95);
    expect(found.p / 5.2e-44).toBeLessThan(1.05);
  });

  test("9: with a covariate", () => {
    const before = { x: 16.87, xx: 527.9767, xy: 1 };
    const adjusted = adjust({ ...control, ...before }, { ...treatment, x: 22.7, xx: 1348.29, xy: 1 });
    if (adjusted === null) throw new Error("the covariate varies");
    near(adjusted.theta, -0.0114032, 1e-6);
    const found = relative(adjusted, 5000);
    near(found.lift, 0.50338, 1e-5);
    near(found.liftStdError, 0.33341, 1e-5);
    nearAll(found.liftInterval, [-0.50969, 1.51646], 1e-4);
    expect(found.p).toBe(1);
  });

  test.each([
    [1000, 0.02, 0.9758, 1],
    [5000, 0.03, 6.70884, 0.14906],
    [10000, 0.03, 232.91972, 0.0042933],
  ])("10: the likelihood ratio at %d units", (n, effect, ratio, p) => {
    // V 0.5 and τ² 1e-4: the mixture's rate is √(τ²/V).
    const [stdError, mixture] = [Math.sqrt(0.5 / n), Math.sqrt(1e-4 / 0.5)];
    near(Math.exp(logLikelihoodRatio(effect, stdError, n, mixture)), ratio, ratio * 1e-5);
    near(sequentialP(effect, stdError, n, mixture), p, 1e-5);
  });

  test("p is below α exactly when the interval leaves out zero", () => {
    for (let n = 100; n < 20_000; n = Math.ceil(n * 1.3)) {
      for (const z of [0.5, 1, 2, 2.5, 3, 3.5, 4, 6]) {
        const [stdError, mixture] = [1 / Math.sqrt(n), mixtureRate(0.05, 5000)];
        const [low] = sequentialInterval(z * stdError, stdError, { n, rate: mixture, alpha: 0.05 });
        expect(sequentialP(z * stdError, stdError, n, mixture) < 0.05).toBe(low > 0);
      }
    }
  });
});

describe("counts and corrections", () => {
  test("14 and 15: χ²", () => {
    const uniform = new Array<number>(6).fill(88 / 6);
    const even = chiSquareTest([16, 18, 16, 14, 12, 12], uniform);
    near(even.chiSquare, 2, 1e-9);
    near(even.pValue, 0.849145, 1e-6);
    const other = chiSquareTest([16, 18, 16, 14, 12, 12], [16, 16, 16, 16, 16, 8]);
    near(other.chiSquare, 3.5, 1e-9);
    near(other.pValue, 0.6233876, 1e-6);
  });

  test.each([
    [[821_588, 815_482], 22.774, 1.82e-6, true],
    [[35_350, 35_620], 1.0272, 0.31082, false],
    [[60, 40], 4, 0.0455, false],
    [[600, 400], 40, 2.54e-10, true],
  ])("16 to 18: a split of %j", (counts, chiSquare, p, isMismatch) => {
    const found = sampleRatio(counts, [0.5, 0.5]);
    near(found?.chiSquare, chiSquare, 1e-3);
    near(found?.pValue, p, p * 0.005);
    expect(found?.isMismatch).toBe(isMismatch);
  });

  test("19: five p-values", () => {
    const given = [0.003, 0.012, 0.018, 0.041, 0.062];
    nearAll(adjustBenjaminiHochberg(given), [0.015, 0.03, 0.03, 0.05125, 0.062], 1e-9);
    expect(adjustBonferroni(given).map((p) => p <= 0.05)).toEqual([true, false, false, false, false]);
  });

  test("20: the paper of Benjamini and Hochberg", () => {
    const given = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
      0.759, 1,
    ];
    expect(adjustBenjaminiHochberg(given).filter((p) => p <= 0.05)).toHaveLength(4);
    expect(adjustBonferroni(given).filter((p) => p <= 0.05)).toHaveLength(3);
  });

  test("21: three metrics and two treatments", () => {
    near(1 - bonferroniAlpha(0.05, 6), 0.991667, 1e-6);
    near(normalQuantile(1 - bonferroniAlpha(0.05, 6) / 2), 2.63826, 1e-5);
  });
});

test("22: CUPED with one θ for both arms", () => {
  const sums = (x: number[], y: number[]): CovariateSums => ({
    ...sumsOf(y),
    x: sumsOf(x).y,
    xx: sumsOf(x).yy,
    xy: x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0),
  });
  const [control, treatment] = [
    sums([1, 2, 3, 4, 5], [2, 3, 5, 6, 9]),
    sums([2, 3, 4, 5, 6], [4, 5, 7, 9, 10]),
  ];
  const adjusted = adjust(control, treatment);
  if (adjusted === null) throw new Error("the covariate varies");
  near(adjusted.theta, 1.688889, 1e-6);
  nearAll([adjusted.control.mean, adjusted.treatment.mean], [5.84444, 6.15556], 1e-5);
  nearAll([adjusted.control.variance, adjusted.treatment.variance], [0.275309, 0.119753], 1e-6);
  const found = compareFixed(adjusted, "mean", 0.05);
  nearAll([found.diff, found.stdError, found.pValue], [0.31111, 0.28109, 0.30533], 1e-5);
  const raw = compareFixed({ control: average(control), treatment: average(treatment) }, "mean", 0.05);
  nearAll([raw.diff, raw.stdError, raw.pValue], [2, 1.67332, 0.26639], 1e-5);
});

test("23: the 95th percentile of 1 to 20", () => {
  near(
    percentile(
      Array.from({ length: 20 }, (_, index) => index + 1),
      95,
    ),
    19.05,
    1e-12,
  );
});

test("24: sample sizes", () => {
  expect(sampleSizeOfRates(0.05, 0.06, 0.05, 0.8)).toBe(8155);
  expect(sampleSizeOfRates(0.1, 0.11, 0.05, 0.8)).toBe(14749);
});
