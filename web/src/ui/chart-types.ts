/** One line or one set of bars. A missing value is a gap, not a zero. */
export type ChartSeries = { name: string; values: readonly (number | null)[] };
export type ChartKind = "line" | "bar" | "stacked";

export type ChartData = {
  /** Words of the periods or categories, one for each value. */
  labels: readonly string[];
  series: readonly ChartSeries[];
  /** The last period is not over: it is drawn dashed or hatched. */
  lastIsIncomplete?: boolean | undefined;
};
