export type DaySpan = { from: string; to: string };

const DAY_MS = 86_400_000;

/** The month we are in, in UTC: usage counts by it, whatever the project's zone. */
export const thisMonth = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 7);

export function spanOf(month: string): DaySpan {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to: last };
}

/** All days of a month, with their counts. */
export function daysOf(month: string, byDay: Readonly<Record<string, number>>): [string, number][] {
  const { from, to } = spanOf(month);
  const days: [string, number][] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10);
    days.push([day, byDay[day] ?? 0]);
  }
  return days;
}

/** "January 2026". */
export const monthWords = (month: string): string =>
  new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
