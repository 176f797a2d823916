import type { ChartData } from "./chart-types.ts";
import { csvText } from "./csv.ts";

/** The values in sight as a file, with full precision. */
export const chartCsv = ({ labels, series }: ChartData, labelHeader = "Period"): string =>
  csvText([
    [labelHeader, ...series.map(({ name }) => name)],
    ...labels.map((label, at) => [label, ...series.map(({ values }) => values[at])]),
  ]);
