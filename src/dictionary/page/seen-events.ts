import { type EventStore, StoreBusy } from "../../events/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { rememberSeen } from "./remember-seen.ts";

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
const PROJECTS_MAX = 50;

export async function ask(
  store: Pick<EventStore, "query">,
  projectId: number,
  sql: string,
  params: readonly (string | number)[],
): Promise<unknown[][]> {
  const answer = await store.query(projectId, { sql, params, timeoutMs: TIMEOUT_MS, rowsMax: NAMES_MAX });
  if (answer.ok) return answer.value.rows;
  const { code } = answer.failure;
  throw new StoreBusy(code === "timed_out" || code === "too_large" ? code : "too_many_wait");
}

/** All events that ever arrived, by name. Counting ten million takes a tenth of a second. */
export const createSeenEvents = (deps: SeenDeps) =>
  rememberSeen(
    deps,
    { projectsMax: PROJECTS_MAX },
    async (projectId): Promise<ReadonlyMap<string, SeenEvent>> => {
      const rows = await ask(
        deps.store,
        projectId,
        `select event, min(time), max(time), count(*) filter (time >= ?) as recent from events
       group by event order by recent desc, event`,
        [recentFrom(deps.clock)],
      );
      return new Map(
        rows.map(([event, firstMs, lastMs, recent]) => [
          String(event),
          { firstMs: Number(firstMs), lastMs: Number(lastMs), recent: Number(recent) },
        ]),
      );
    },
  );
