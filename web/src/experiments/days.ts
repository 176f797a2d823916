import type { Experiment } from "./queries.ts";

const DAY_MS = 86_400_000;

/** Whole days it ran, or has been running; nothing for a draft. */
export function daysRunning({
  start_date,
  end_date,
}: Pick<Experiment, "start_date" | "end_date">): number | undefined {
  if (start_date === null) return undefined;
  const end = end_date === null ? Date.now() : Math.min(Date.now(), Date.parse(end_date));
  return Math.max(0, Math.floor((end - Date.parse(start_date)) / DAY_MS));
}
