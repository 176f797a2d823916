import type { Settled } from "./queries.ts";

/** Events stored of each day that has any line. */
export function countByDay(lines: readonly Settled[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { day, stored } of lines) counts[day] = (counts[day] ?? 0) + stored;
  return counts;
}
