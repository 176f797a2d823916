import { textParam, withoutEmpty, wordParam } from "../app/read-search.ts";

export const CHARTS = ["line", "bar", "table"] as const;
export type ChartChoice = (typeof CHARTS)[number];

export type ReportSearch = {
  /** The question, as the API takes it. The page reads it part by part and says what it left out. */
  q?: unknown;
  /** Instead of it, where it is long: the same, packed. */
  z?: string;
  chart?: ChartChoice;
};

export const readReportSearch = ({ q, z, chart }: Record<string, unknown>): ReportSearch =>
  withoutEmpty({ q, z: textParam(z), chart: wordParam(CHARTS, chart) });
