import type { EventStore } from "../../events/index.ts";
import type { Clock } from "../../platform/clock.ts";

/** However quiet a project is, its window moves on. */
const AGE_MAX_MS = 60_000;

/**
 * What was found in a project's events, until something new is loaded: whoever turns pages or types into a search field waits for
 * it once.
 */
export function rememberSeen<Value>(
  { store, clock }: { store: Pick<EventStore, "positions">; clock: Clock },
  projectsMax: number,
  read: (projectId: number) => Promise<Value>,
): (projectId: number) => Promise<Value> {
  const known = new Map<number, { at: string; untilMs: number; value: Value }>();
  return async (projectId) => {
    const at = JSON.stringify(await store.positions(projectId));
    const last = known.get(projectId);
    if (last !== undefined && last.at === at && last.untilMs > clock.now()) return last.value;
    const value = await read(projectId);
    if (known.size >= projectsMax) known.clear();
    known.set(projectId, { at, untilMs: clock.now() + AGE_MAX_MS, value });
    return value;
  };
}
