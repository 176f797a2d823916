import type { ReportAnswer, ReportLine } from "./queries.ts";

export type ChartLine = { name: string; values: readonly (number | null)[]; total: number | null };

/** The lines to draw: of each event its own, or with a breakdown those of its segments. */
export function chartLines(
  { series, segments }: Pick<ReportAnswer, "series" | "segments">,
  nameOf: (event: string | null) => string,
): ChartLine[] {
  const events = new Set(series.map(({ event }) => event));
  const drawn = series.filter(({ line }) => (segments === null ? line === "overall" : line !== "overall"));
  const named = drawn.map((line) => ({ ...line, name: lineName(line, nameOf, events.size > 1) }));
  const count = new Map<string, number>();
  return named.map(({ name, values, total, segment }) => {
    const times = (count.get(name) ?? 0) + 1;
    count.set(name, times);
    // 7 and "7" are two values that read the same.
    return { name: times === 1 ? name : `${name} (${segment?.type ?? times})`, values, total };
  });
}

function lineName(
  { event, line, segment }: ReportLine,
  nameOf: (event: string | null) => string,
  withEvent: boolean,
): string {
  if (line === "overall") return nameOf(event);
  const part = line === "others" ? "All others" : (segment?.label ?? "(not set)");
  return withEvent ? `${nameOf(event)} · ${part}` : part;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A period by its start, as the answer has it: local time with the zone's offset. */
export function periodLabel(start: string, unit: ReportAnswer["unit"]): string {
  const [, year = "", month = "", day = "", time = ""] =
    /^(-?\d+)-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(start) ?? [];
  const monthName = MONTHS[Number(month) - 1] ?? month;
  switch (unit) {
    case "minute":
    case "hour":
      return `${Number(day)} ${monthName} ${time}`;
    case "month":
      return `${monthName} ${year}`;
    case "quarter":
      return `Quarter from ${monthName} ${year}`;
    case "year":
      return monthName === "Jan" ? year : `From ${monthName} ${year}`;
    default:
      return `${Number(day)} ${monthName} ${year}`;
  }
}
