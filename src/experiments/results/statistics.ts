import type { CovariateSums, PairSums } from "../stats/index.ts";

/** A metric's sums of one variant: all that is kept of its events, and all that any number is reckoned from. */
export type VariantStatistics =
  | ({ shape: "single" } & CovariateSums)
  | ({ shape: "pair"; before: Omit<PairSums, "n"> } & PairSums);

/** By variant key. */
export type MetricStatistics = Record<string, VariantStatistics>;

/** By metric id. */
export type Statistics = Record<string, MetricStatistics>;

export type Exposures = {
  /** Units by variant; one that was not declared is there by its own name. */
  counts: Record<string, number>;
  /** Units that were seen in more than one variant, and are left out. */
  mixed: number;
  firstMs: number | null;
  lastMs: number | null;
  /** There were more variants that nobody declared than are listed. */
  cut: boolean;
};
