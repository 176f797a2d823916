import type { Random } from "../../src/journal/testing/random.ts";
import { choose, type Weighted } from "./choose.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const DAYS = 90;

/** Sunday first. People shop from the sofa. */
const WEEKDAYS = [1.22, 0.94, 0.9, 0.92, 0.96, 0.98, 1.12] as const;

/** How busy each hour of the day is where the visitor lives. */
const HOURS: Weighted<number> = [
  2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 12, 14, 12, 11, 11, 12, 14, 17, 20, 22, 20, 13, 6,
].map((weight, hour) => [hour, weight] as const);

/** The shop's weekend sale, in days from the first. */
export const SALE = { from: 58, to: 61, lift: 1.55 } as const;

/** The first of the 90 days, the last of which is today. */
export const firstDay = (endMs: number): number => Math.floor(endMs / DAY_MS) * DAY_MS - (DAYS - 1) * DAY_MS;

/** How many sessions a day has: growth, weekdays, a sale and some luck. */
export function sessionsOn(random: Random, day: number, dayMs: number, perDay: number): number {
  const growth = 0.72 + (0.56 * day) / (DAYS - 1);
  const weekday = WEEKDAYS[new Date(dayMs).getUTCDay()] ?? 1;
  const sale = day >= SALE.from && day <= SALE.to ? SALE.lift : 1;
  return Math.round(perDay * growth * weekday * sale * (0.93 + 0.14 * random.next()));
}

/** A moment of a day at which somebody in that time zone would be shopping. */
export function momentOn(random: Random, dayMs: number, utcOffsetHours: number): number {
  const hour = (choose(random, HOURS) - utcOffsetHours + 24) % 24;
  return dayMs + hour * HOUR_MS + random.below(HOUR_MS);
}
