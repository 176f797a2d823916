export type Correction = "off" | "bonferroni" | "benjamini-hochberg";

/** The level each of so many tests is held to, so that all together stay below α. */
export const bonferroniAlpha = (alpha: number, tests: number): number => alpha / Math.max(1, tests);

/** p-values raised so that they can be held against α itself; in the order they came. */
export function adjustBonferroni(pValues: readonly number[], tests = pValues.length): number[] {
  return pValues.map((p) => Math.min(1, p * tests));
}

/** The share of false findings among all findings stays below α. */
export function adjustBenjaminiHochberg(pValues: readonly number[]): number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((left, right) => right.p - left.p);
  const adjusted = new Array<number>(pValues.length);
  let least = 1;
  for (const [place, { p, index }] of order.entries()) {
    least = Math.min(least, (p * pValues.length) / (pValues.length - place));
    adjusted[index] = least;
  }
  return adjusted;
}

/** `tests`: how many were planned, also when some could not be done. */
export function adjustAll(pValues: readonly number[], correction: Correction, tests: number): number[] {
  if (correction === "off") return [...pValues];
  return correction === "bonferroni" ? adjustBonferroni(pValues, tests) : adjustBenjaminiHochberg(pValues);
}
