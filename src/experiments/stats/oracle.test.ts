import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Comparison, compareFixed, type Pair } from "./compare.ts";
import { adjustBenjaminiHochberg } from "./corrections.ts";
import { adjust } from "./cuped.ts";
import { average, type CovariateSums, type PairSums, proportion, ratio, type Sums } from "./moments.ts";
import { normalQuantile, normalTail } from "./normal.ts";
import { chiSquareTail, sampleRatio } from "./sample-ratio.ts";
import { compareSequentially, mixtureRate, sequentialP } from "./sequential.ts";
import { studentQuantile, twoSided } from "./student.ts";

/** What gbstats and scipy said about generated data; `tests/experiments/oracle/make.py` asked them. */
type Said = { diff: number; p: number; interval: [number, number] };
type Case<Arm> = {
  alpha: number;
  tuning: number;
  control: Arm;
  treatment: Arm;
  gbstats: Record<"absolute" | "relative" | "sequential_absolute" | "sequential_relative", Said>;
};
type Oracle = {
  means: (Case<Sums> & { scipy: { t: number; df: number; p: number } })[];
  rates: (Case<Sums> & { scipy: { z: number; p: number } })[];
  ratios: Case<PairSums>[];
  adjusted: (Case<CovariateSums> & { theta: number })[];
  tails: Record<"normal" | "normal_quantile" | "student" | "student_quantile" | "chi_square", number[][]>;
  corrections: { p: number[]; bh: number[] }[];
  counts: { weights: number[]; observed: number[]; chi_square: number; p: number }[];
};
const file = new URL("../../../tests/experiments/oracle/oracle.json", import.meta.url);
const oracle: Oracle = JSON.parse(readFileSync(file, "utf8"));

/** To nine digits, or to 1e-9 where the number itself is small. */
const same = (value: number | null | undefined, expected: number, scale = 1) =>
  expect(
    Math.abs((value ?? Number.NaN) - expected) / Math.max(scale, Math.abs(expected)),
  ).toBeLessThanOrEqual(1e-9);
/** To nine digits whatever the size. */
const sameDigits = (value: number, expected: number) => same(value, expected, Number.MIN_VALUE);

function sameAs(found: Comparison, said: Said, kind: "absolute" | "relative"): void {
  const [value, interval] =
    kind === "absolute" ? [found.diff, found.diffInterval] : [found.lift, found.liftInterval];
  same(value, said.diff);
  same(interval?.[0], said.interval[0]);
  same(interval?.[1], said.interval[1]);
}

function compareWith<Arm>(one: Case<Arm>, pair: Pair): void {
  const { alpha, tuning, gbstats } = one;
  const fixed = compareFixed(pair, "mean", alpha);
  sameAs(fixed, gbstats.absolute, "absolute");
  same(fixed.pValue, gbstats.absolute.p);
  sameAs(fixed, gbstats.relative, "relative");
  const sequential = compareSequentially(pair, alpha, tuning);
  sameAs(sequential, gbstats.sequential_absolute, "absolute");
  sameAs(sequential, gbstats.sequential_relative, "relative");
  same(sequential.pValue, gbstats.sequential_absolute.p);
  const n = pair.control.n + pair.treatment.n;
  const { lift, liftStdError } = sequential;
  same(
    sequentialP(lift ?? 0, liftStdError ?? 1, n, mixtureRate(alpha, tuning)),
    gbstats.sequential_relative.p,
  );
}

describe("gbstats", () => {
  test("means", () => {
    for (const one of oracle.means)
      compareWith(one, { control: average(one.control), treatment: average(one.treatment) });
    expect(oracle.means).toHaveLength(60);
  });
  test("rates, taken as means", () => {
    for (const one of oracle.rates)
      compareWith(one, { control: proportion(one.control), treatment: proportion(one.treatment) });
    expect(oracle.rates).toHaveLength(60);
  });
  test("ratios", () => {
    for (const one of oracle.ratios)
      compareWith(one, { control: ratio(one.control), treatment: ratio(one.treatment) });
    expect(oracle.ratios).toHaveLength(60);
  });
  test("means with a covariate", () => {
    for (const one of oracle.adjusted) {
      const adjusted = adjust(one.control, one.treatment);
      same(adjusted?.theta, one.theta);
      if (adjusted) compareWith(one, adjusted);
    }
    expect(oracle.adjusted).toHaveLength(60);
  });
});

describe("scipy", () => {
  test("Welch's t from the values themselves", () => {
    for (const { alpha, control, treatment, scipy } of oracle.means) {
      const found = compareFixed({ control: average(control), treatment: average(treatment) }, "mean", alpha);
      same(found.statistic, scipy.t);
      same(found.degrees, scipy.df);
      same(found.pValue, scipy.p);
    }
    expect(oracle.means.length).toBeGreaterThan(0);
  });
  test("z of rates", () => {
    for (const { alpha, control, treatment, scipy } of oracle.rates) {
      const found = compareFixed(
        { control: proportion(control), treatment: proportion(treatment) },
        "rate",
        alpha,
      );
      same(found.statistic, scipy.z);
      same(found.pValue, scipy.p);
    }
    expect(oracle.rates.length).toBeGreaterThan(0);
  });
  test("tails and quantiles, to nine digits far out", () => {
    for (const [z = 0, p = 0] of oracle.tails.normal) sameDigits(normalTail(z), p);
    for (const [p = 0, z = 0] of oracle.tails.normal_quantile) same(normalQuantile(p), z);
    for (const [t = 0, degrees = 0, p = 0] of oracle.tails.student) sameDigits(twoSided(t, degrees), p);
    for (const [p = 0, degrees = 0, t = 0] of oracle.tails.student_quantile)
      same(studentQuantile(p, degrees), t);
    for (const [x = 0, degrees = 0, p = 0] of oracle.tails.chi_square)
      sameDigits(chiSquareTail(x, degrees), p);
    expect(oracle.tails.student).toHaveLength(81);
  });
  test("Benjamini and Hochberg, and counts", () => {
    for (const { p, bh } of oracle.corrections)
      for (const [index, adjusted] of adjustBenjaminiHochberg(p).entries()) same(adjusted, bh[index] ?? 0);
    for (const { weights, observed, chi_square, p } of oracle.counts) {
      const found = sampleRatio(observed, weights);
      same(found?.chiSquare, chi_square);
      same(found?.pValue, p);
    }
    expect(oracle.counts).toHaveLength(15);
  });
});
