import { type EventStore, StoreBusy } from "../../events/index.ts";
import type { Loader } from "../../loader/index.ts";

type Reads = Pick<EventStore, "scan" | "eventNames" | "propertyNames" | "topValues" | "settlement">;

/**
 * The store as readers see it. While a project is loaded anew it holds a part of what it held: an answer from it would look whole
 * and be wrong, so there is none until it is whole again.
 */
export function guardReads(store: Reads, loader: Pick<Loader, "isWhole">): Reads {
  const whole = (projectId: number): EventStore | Reads => {
    if (loader.isWhole(projectId)) return store;
    throw new StoreBusy("loading_anew");
  };
  return {
    async *scan(projectId, options) {
      yield* whole(projectId).scan(projectId, options);
      // A file that was lost while it was read has not given everything.
      whole(projectId);
    },
    eventNames: async (projectId, window) => whole(projectId).eventNames(projectId, window),
    propertyNames: async (projectId, window) => whole(projectId).propertyNames(projectId, window),
    topValues: async (projectId, of) => whole(projectId).topValues(projectId, of),
    settlement: async (projectId) => whole(projectId).settlement(projectId),
  };
}
