import { spanOf } from "./months.ts";

/** Before this many days have passed, a month says little about its end. */
const DAYS_LEAST = 3;

/** What the month comes to if its other days are like those so far; today, which is not over, counts for what it has. */
export function projectMonth(
  month: string,
  today: string,
  byDay: Readonly<Record<string, number>>,
): number | undefined {
  if (!today.startsWith(month)) return undefined;
  const passed = Number(today.slice(8)) - 1;
  if (passed < DAYS_LEAST) return undefined;
  const before = Object.entries(byDay).filter(([day]) => day.startsWith(month) && day < today);
  // Without a day before, today is all there is to go by.
  if (before.length === 0) return undefined;
  const perDay = before.reduce((sum, [, count]) => sum + count, 0) / passed;
  const soFar = perDay * passed + Math.max(byDay[today] ?? 0, perDay);
  const left = Number(spanOf(month).to.slice(8)) - passed - 1;
  return Math.round(soFar + perDay * left);
}
