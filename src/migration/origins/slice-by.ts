import type { Range } from "../types.ts";

/** Stretches of one length; the first and the last may be shorter. */
export function sliceBy({ fromMs, beforeMs }: Range, stepMs: number): Range[] {
  const slices: Range[] = [];
  // Whole days where they can be: a slice of the same day is the same in every job.
  for (let at = fromMs; at < beforeMs; ) {
    const next = Math.min(beforeMs, Math.floor(at / stepMs) * stepMs + stepMs);
    slices.push({ fromMs: at, beforeMs: next });
    at = next;
  }
  return slices;
}
