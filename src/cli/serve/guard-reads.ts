import { setTimeout as sleep } from "node:timers/promises";
import { type EventStore, StoreBusy } from "../../events/index.ts";
import type { Loader } from "../../loader/index.ts";

const OPENING_MAX_MS = 2_000;

type Reads = Pick<
  EventStore,
  | "scan"
  | "readPage"
  | "readPlaces"
  | "dialect"
  | "eventNames"
  | "propertyNames"
  | "topValues"
  | "settlement"
  | "resolveIds"
  | "personIds"
  | "lookupTables"
  | "lookUp"
  | "query"
  | "catalog"
  | "positions"
>;

/**
 * The store as readers see it. While a project is loaded anew it holds a part of what it held: an answer from it would look whole
 * and be wrong, so there is none until it is whole again.
 */
export function guardReads(store: Reads, loader: Pick<Loader, "isWhole" | "opened">): Reads {
  const whole = async (projectId: number): Promise<Reads> => {
    // Right after a start that is a matter of milliseconds: nobody need come again for it.
    if (!loader.isWhole(projectId)) await Promise.race([loader.opened, sleep(OPENING_MAX_MS)]);
    if (loader.isWhole(projectId)) return store;
    throw new StoreBusy("loading_anew");
  };
  return {
    async *scan(projectId, options) {
      yield* (await whole(projectId)).scan(projectId, options);
      // A file that was lost while it was read has not given everything.
      await whole(projectId);
    },
    eventNames: async (projectId, window) => (await whole(projectId)).eventNames(projectId, window),
    propertyNames: async (projectId, window) => (await whole(projectId)).propertyNames(projectId, window),
    topValues: async (projectId, of) => (await whole(projectId)).topValues(projectId, of),
    readPage: async (projectId, options) => (await whole(projectId)).readPage(projectId, options),
    readPlaces: async (projectId, places) => (await whole(projectId)).readPlaces(projectId, places),
    dialect: store.dialect,
    resolveIds: async (projectId, ids) => (await whole(projectId)).resolveIds(projectId, ids),
    lookupTables: async (projectId) => (await whole(projectId)).lookupTables(projectId),
    lookUp: async (projectId, tableId, keys) => (await whole(projectId)).lookUp(projectId, tableId, keys),
    personIds: async (projectId, id) => (await whole(projectId)).personIds(projectId, id),
    settlement: async (projectId) => (await whole(projectId)).settlement(projectId),
    query: async (projectId, question) => (await whole(projectId)).query(projectId, question),
    catalog: async (projectId) => (await whole(projectId)).catalog(projectId),
    positions: async (projectId) => (await whole(projectId)).positions(projectId),
  };
}
