import { readMoment } from "../expression/moments.ts";
import type { TimeSpan } from "./time-span.ts";

const DAY_MS = 86_400_000;

/** What a date in a filter stands for, in UTC as dates in properties are: a whole day, or the one moment it names. */
export function momentSpan(value: unknown): TimeSpan | undefined {
  const moment = typeof value === "string" ? readMoment(value) : undefined;
  if (moment === undefined) return undefined;
  const fromMs = moment.getTime();
  return { fromMs, beforeMs: fromMs + (String(value).includes("T") ? 1 : DAY_MS) };
}
