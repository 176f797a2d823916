export type PlotScale = { low: number; high: number; place: (lift: number) => number };

/** Beyond this an interval says only that nothing is known; the others stay readable. */
const WIDEST = 5;
const LEAST = 0.05;

/** One scale for all intervals, with 0 on it; places are percent from the left. */
export function plotScale(intervals: readonly (readonly [number, number] | null)[]): PlotScale {
  const ends = intervals.flatMap((interval) => interval ?? []);
  const low = Math.max(-WIDEST, Math.min(-LEAST, ...ends));
  const high = Math.min(WIDEST, Math.max(LEAST, ...ends));
  const margin = (high - low) * 0.04;
  const [from, to] = [low - margin, high + margin];
  return {
    low: from,
    high: to,
    place: (lift) => Math.min(100, Math.max(0, ((lift - from) / (to - from)) * 100)),
  };
}
