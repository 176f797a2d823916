const DAY_MS = 86_400_000;

export type DayCount = { day: string; events: number };

/** The days up to one, oldest first, each with its count: those without events are missing from the answer. */
export function lastDays(byDay: Readonly<Record<string, number>>, to: string, days: number): DayCount[] {
  const endMs = Date.parse(`${to}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(endMs - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, events: byDay[day] ?? 0 };
  });
}
