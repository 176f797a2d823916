import { upperGamma } from "./gamma.ts";

export type ChiSquare = { chiSquare: number; degrees: number; pValue: number };

/** P(X > x) for χ². */
export const chiSquareTail = (x: number, degrees: number): number => upperGamma(degrees / 2, x / 2);

/** Pearson's test of counts against what was expected. */
export function chiSquareTest(observed: readonly number[], expected: readonly number[]): ChiSquare {
  const chiSquare = observed.reduce((sum, count, index) => {
    const wanted = expected[index] ?? 0;
    return sum + (count - wanted) ** 2 / wanted;
  }, 0);
  const degrees = observed.length - 1;
  return { chiSquare, degrees, pValue: chiSquareTail(chiSquare, degrees) };
}

/** Below this chance a split is not what it was meant to be; the usual 0.05 would cry wolf in every twentieth experiment. */
export const MISMATCH_BELOW = 0.001;
/** With fewer units the test says nothing worth acting on. */
export const UNITS_MIN = 1_000;

export type SampleRatio = ChiSquare & { expected: number[]; isMismatch: boolean; isEnough: boolean };

/** Whether variants got as many units as they were meant to. Null when there is nothing to compare. */
export function sampleRatio(counts: readonly number[], weights: readonly number[]): SampleRatio | null {
  const arms = counts
    .map((count, index) => ({ count, weight: weights[index] ?? 0 }))
    .filter(({ weight }) => weight > 0);
  const total = arms.reduce((sum, { count }) => sum + count, 0);
  const weight = arms.reduce((sum, arm) => sum + arm.weight, 0);
  if (total === 0 || arms.length < 2) return null;
  const expected = arms.map((arm) => (total * arm.weight) / weight);
  const test = chiSquareTest(
    arms.map(({ count }) => count),
    expected,
  );
  return {
    ...test,
    expected: weights.map((each) => (total * each) / weight),
    isMismatch: test.pValue < MISMATCH_BELOW,
    isEnough: total >= UNITS_MIN,
  };
}
