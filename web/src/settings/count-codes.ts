import type { Diagnostics } from "./queries.ts";

type HourCount = Diagnostics["counts"][number];
export type CodeCount = Omit<HourCount, "hour">;

/** The hours of each reason added up. */
export function countByCode(counts: readonly HourCount[]): CodeCount[] {
  const sums = new Map<string, CodeCount>();
  for (const { hour: _hour, ...one } of counts) {
    const key = `${one.kind} ${one.code} ${one.endpoint}`;
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}
