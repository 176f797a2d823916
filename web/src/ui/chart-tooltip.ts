import { formatValue } from "./format.ts";

/** What the chart library says of one line at the pointed place. */
export type PointedSeries = {
  seriesName?: string;
  dataIndex: number;
  name: string;
  value: unknown;
  /** A dot of the line's colour, in the library's own spelling. */
  marker?: unknown;
};

const LINES_MAX = 12;

/** The words beside the pointer: the largest values first, each line once. */
export function tooltipWords(pointed: readonly PointedSeries[]): string {
  const seen = new Map<string, { words: string; value: number }>();
  for (const { seriesName = "", value, marker } of pointed) {
    if (typeof value !== "number" || seen.has(seriesName)) continue;
    const dot = typeof marker === "string" ? marker : "";
    seen.set(seriesName, { words: `${dot}${plain(seriesName)}  ${formatValue(value)}`, value });
  }
  const lines = [...seen.values()].sort((one, other) => other.value - one.value);
  const more = lines.length > LINES_MAX ? [`and ${lines.length - LINES_MAX} more`] : [];
  return [
    plain(pointed[0]?.name ?? ""),
    ...lines.slice(0, LINES_MAX).map(({ words }) => words),
    ...more,
  ].join("\n");
}

/** Braces would be read as the library's own marks; names as long as a line would cover the chart. */
const plain = (text: string): string => {
  const clean = text.replace(/[{}|]/g, " ");
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
};
