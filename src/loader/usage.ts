import type { EventStore, SettlementLine } from "../events/index.ts";

/** Days, each in UTC, both included. */
export type DayRange = { from: string; to: string };

export type Usage = {
  /** Stored events: copies do not count, whatever was taken back later does. */
  events: number;
  byDay: Map<string, number>;
  byMonth: Map<string, number>;
  bySource: Map<string, number>;
};

export type LineFilter = DayRange & {
  source?: string | undefined;
  importId?: string | undefined;
  jobId?: string | undefined;
  runId?: string | undefined;
};

/** What was settled, by the day it was received. Asked of the store, whose transactions counted it: a restart changes nothing. */
export async function findLines(
  store: Pick<EventStore, "settlement">,
  projectId: number,
  { from, to, ...about }: LineFilter,
): Promise<SettlementLine[]> {
  const { lines } = await store.settlement(projectId);
  const wanted = Object.entries(about).filter(([, value]) => value !== undefined);
  return lines.filter(
    (line) =>
      line.day >= from &&
      line.day <= to &&
      wanted.every(([name, value]) => line[name as keyof typeof about] === value),
  );
}

export function sumUsage(lines: readonly SettlementLine[]): Usage {
  const usage: Usage = { events: 0, byDay: new Map(), byMonth: new Map(), bySource: new Map() };
  const add = (counts: Map<string, number>, key: string, count: number) =>
    counts.set(key, (counts.get(key) ?? 0) + count);
  for (const { day, source, stored } of lines) {
    if (stored === 0) continue;
    usage.events += stored;
    add(usage.byDay, day, stored);
    add(usage.byMonth, day.slice(0, 7), stored);
    add(usage.bySource, source, stored);
  }
  return usage;
}
