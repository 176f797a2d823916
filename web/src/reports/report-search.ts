import { withoutEmpty, wordParam } from "../app/read-search.ts";

export const CHARTS = ["line", "bar", "table"] as const;
export type ChartChoice = (typeof CHARTS)[number];

export type ReportSearch = {
  /** The question, as the API takes it. The page reads it part by part and says what it left out. */
  q?: unknown;
  chart?: ChartChoice;
};

export const readReportSearch = ({ q, chart }: Record<string, unknown>): ReportSearch =>
  withoutEmpty({ q, chart: wordParam(CHARTS, chart) });
