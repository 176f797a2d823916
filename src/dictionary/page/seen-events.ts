import { type EventStore, StoreBusy } from "../../events/index.ts";
import type { Clock } from "../../platform/clock.ts";

/** What arrived under one name. Times are the events' own. */
export type SeenEvent = { firstMs: number; lastMs: number; recent: number };

export type SeenStore = Pick<EventStore, "query" | "positions" | "catalog">;
export type SeenDeps = { store: SeenStore; clock: Clock };

export const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;
export const recentFrom = (clock: Clock): number => clock.now() - RECENT_DAYS * DAY_MS;

/** Names that clients made up could be without end; the commonest are told. */
const NAMES_MAX = 100_000;
const TIMEOUT_MS = 20_000;
/** However quiet a project is, its window moves on. */
const AGE_MAX_MS = 60_000;
const PROJECTS_MAX = 50;

export async function ask(
  store: Pick<EventStore, "query">,
  projectId: number,
  sql: string,
  params: readonly (string | number)[],
): Promise<unknown[][]> {
  const answer = await store.query(projectId, { sql, params, timeoutMs: TIMEOUT_MS, rowsMax: NAMES_MAX });
  if (answer.ok) return answer.value.rows;
  throw new StoreBusy(answer.failure.code === "timed_out" ? "timed_out" : "too_many_wait");
}

/**
 * All events that ever arrived, by name. Counting ten million takes a tenth of a second, so an answer holds until something new is
 * loaded: whoever turns pages or types into a search field waits for it once.
 */
export function createSeenEvents({ store, clock }: SeenDeps) {
  const known = new Map<number, { at: string; untilMs: number; events: Map<string, SeenEvent> }>();
  return async (projectId: number): Promise<ReadonlyMap<string, SeenEvent>> => {
    const at = JSON.stringify(await store.positions(projectId));
    const last = known.get(projectId);
    if (last !== undefined && last.at === at && last.untilMs > clock.now()) return last.events;
    const rows = await ask(
      store,
      projectId,
      `select event, min(time), max(time), count(*) filter (time >= ?) as recent from events
       group by event order by recent desc, event`,
      [recentFrom(clock)],
    );
    const events = new Map(
      rows.map(([event, firstMs, lastMs, recent]) => [
        String(event),
        { firstMs: Number(firstMs), lastMs: Number(lastMs), recent: Number(recent) },
      ]),
    );
    if (known.size >= PROJECTS_MAX) known.clear();
    known.set(projectId, { at, untilMs: clock.now() + AGE_MAX_MS, events });
    return events;
  };
}
