import { type BucketRule, DAY_MS, localRule, type TimeAxis } from "./time-axis.ts";
import type { TimeSpan } from "./time-span.ts";
import { at, startOfDayMs } from "./zone.ts";

/** The days that count for each bucket, by number: they may reach before the span, and those of two buckets may be the same. */
export type ActiveWindows = {
  /** From the first day that counts for any bucket. */
  span: TimeSpan;
  /** Numbers days from 0. */
  rule: BucketRule;
  windows: { firstDay: number; lastDay: number }[];
};

/** Of each bucket: so many calendar days, of which the last is its last day inside the span. */
export function activeWindows({ span, buckets, zone }: TimeAxis, days: number): ActiveWindows {
  const lastOf = (endMs: number) => at(Math.min(endMs, span.beforeMs) - 1, zone).toPlainDate();
  const lastDays = buckets.map(({ endMs }) => lastOf(endMs));
  const first = (lastDays[0] ?? lastOf(span.beforeMs)).subtract({ days: days - 1 });
  const wider = { fromMs: startOfDayMs(first, zone), beforeMs: span.beforeMs };
  const windows = lastDays.map((day) => {
    const lastDay = first.until(day).days;
    return { firstDay: lastDay - days + 1, lastDay };
  });
  return { span: wider, rule: localRule(wider, zone, first, DAY_MS), windows };
}
