import type { EventStore } from "../../events/index.ts";
import type { Clock } from "../../platform/clock.ts";

/** However quiet a project is, its window moves on. */
const AGE_MAX_MS = 60_000;

type Memory = {
  projectsMax: number;
  /** So long an answer holds in any case: for questions that cost more than to be a moment behind. */
  heldMs?: number;
};

/**
 * What was found in a project's events, until something new is loaded: whoever turns pages or types into a search field waits for
 * it once.
 */
export function rememberSeen<Value>(
  { store, clock }: { store: Pick<EventStore, "positions">; clock: Clock },
  { projectsMax, heldMs = 0 }: Memory,
  read: (projectId: number) => Promise<Value>,
): (projectId: number) => Promise<Value> {
  const known = new Map<number, { at: string; sinceMs: number; value: Value }>();
  return async (projectId) => {
    const at = JSON.stringify(await store.positions(projectId));
    const last = known.get(projectId);
    if (last !== undefined && clock.now() - last.sinceMs < (last.at === at ? AGE_MAX_MS : heldMs))
      return last.value;
    const value = await read(projectId);
    if (known.size >= projectsMax) known.clear();
    known.set(projectId, { at, sinceMs: clock.now(), value });
    return value;
  };
}
