import { ChartFrame } from "../ui/ChartFrame.tsx";
import { formatEvents } from "../ui/format.ts";
import { countByDay } from "./count-by-day.ts";
import { daysOf, monthWords } from "./months.ts";
import type { Settled } from "./queries.ts";
import { bySource, sourceWords, storedOf } from "./sources.ts";

/** Columns of a month, stacked by how the events came in. */
export function DailyUsage({ month, lines }: { month: string; lines: readonly Settled[] }) {
  const groups = bySource(lines).filter(([, own]) => storedOf(own) > 0);
  const labels = daysOf(month, {}).map(([day]) => day.slice(-2).replace(/^0/, ""));
  const series = groups.map(([source, own]) => ({
    name: sourceWords(source),
    values: daysOf(month, countByDay(own)).map(([, count]) => count),
  }));
  const byDay = Object.entries(countByDay(lines));
  const [busiest, most] = byDay.sort(([, one], [, other]) => other - one)[0] ?? ["", 0];
  const days = byDay.filter(([, count]) => count > 0).length;
  const summary =
    most === 0
      ? `No events were received in ${monthWords(month)}.`
      : `${formatEvents(storedOf(lines))} on ${days} ${days === 1 ? "day" : "days"}; most on ${busiest}: ${formatEvents(most)}.`;
  return (
    <ChartFrame
      title={`Received per day, ${monthWords(month)} (UTC)`}
      summary={summary}
      kind="stacked"
      labels={labels}
      series={series}
      labelHeader="Day"
      fileName={`usage_${month}`}
      height={240}
      data-testid="usage.days"
    />
  );
}
