import type { EventStore, QueryFailure } from "../events/index.ts";
import { ok, type Result } from "../platform/result.ts";
import type { DayRange } from "./usage.ts";

export type EventUsage = {
  /** The commonest first. */
  events: { event: string; count: number }[];
  /** Events of the range with other names. */
  others: number;
};

const DAY_MS = 86_400_000;
const TIMEOUT_MS = 30_000;

/**
 * How many of the events received in these days there are now, by name. Counted from the events themselves: what was taken back or
 * erased since is in the usage of its day, and not in here.
 */
export async function findEventUsage(
  store: Pick<EventStore, "query">,
  projectId: number,
  { from, to }: DayRange,
  limit: number,
): Promise<Result<EventUsage, QueryFailure>> {
  const asked = await store.query(projectId, {
    sql: `select event, count(*) as n, sum(count(*)) over () as total from events
      where received >= $1 and received < $2 group by event order by n desc, event limit $3`,
    params: [startOf(from), startOf(to) + DAY_MS, limit],
    timeoutMs: TIMEOUT_MS,
    rowsMax: limit,
  });
  if (!asked.ok) return asked;
  const events = asked.value.rows.map(([event, count]) => ({ event: String(event), count: Number(count) }));
  const total = Number(asked.value.rows[0]?.[2] ?? 0);
  return ok({ events, others: total - events.reduce((sum, { count }) => sum + count, 0) });
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
