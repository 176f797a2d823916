import type { Unit } from "../model/time-frame.ts";

/** How a project counts its weeks and quarters. */
export type Calendar = {
  timezone: string;
  /** 1 is Monday, 7 is Sunday. */
  weekStart: number;
  /** Month that a quarter begins in, from 1. */
  quarterStartMonth: number;
};

export const MONTHS = { month: 1, quarter: 3, year: 12 } as const;
export type MonthUnit = keyof typeof MONTHS;
export const isMonthUnit = (unit: Unit): unit is MonthUnit => Object.hasOwn(MONTHS, unit);

const CLOCK_MS = { minute: 60_000, hour: 3_600_000 } as const;
export type ClockUnit = keyof typeof CLOCK_MS;
export const isClockUnit = (unit: Unit): unit is ClockUnit => Object.hasOwn(CLOCK_MS, unit);
export const clockMs = (unit: ClockUnit): number => CLOCK_MS[unit];

/** The first day of the unit that a day lies in. */
export function firstDay(
  day: Temporal.PlainDate,
  unit: Exclude<Unit, ClockUnit>,
  { weekStart, quarterStartMonth }: Calendar,
): Temporal.PlainDate {
  if (unit === "day") return day;
  if (unit === "week") return day.subtract({ days: (day.dayOfWeek - weekStart + 7) % 7 });
  const startMonth = unit === "quarter" ? quarterStartMonth : 1;
  return day.with({ day: 1 }).subtract({ months: (day.month - startMonth + 12) % MONTHS[unit] });
}

/** So many units later; earlier when negative. */
export function addUnits(
  day: Temporal.PlainDate,
  unit: Exclude<Unit, ClockUnit>,
  count: number,
): Temporal.PlainDate {
  if (isMonthUnit(unit)) return day.add({ months: count * MONTHS[unit] });
  return day.add({ days: unit === "week" ? 7 * count : count });
}
