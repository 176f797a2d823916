export type Significance = "YES_POSITIVE" | "YES_NEGATIVE" | "NO";

/** One variant's line of one metric, in the names of the wire. */
export type ResultLine = {
  value: number | null;
  sampleSize: number;
  lift: number | null;
  liftConfidence: number;
  significance: Significance;
  p_value: number | null;
  p_value_adjusted: number | null;
  diff: number | null;
  diff_ci: readonly [number, number] | null;
  lift_ci: readonly [number, number] | null;
  std_error: number | null;
  variance: number | null;
  sequential_p_min: number | null;
  cuped_theta: number | null;
  warnings: string[];
};
