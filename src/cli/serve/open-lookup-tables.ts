import type { Kysely } from "kysely";
import {
  createDictionaryRoom,
  type DictionaryRoom,
  type DictionaryRoomOptions,
  type RecordAudit,
} from "../../dictionary/index.ts";
import type { EventStore } from "../../events/index.ts";
import type { RawRoute, Route } from "../../http/index.ts";
import { lookupTableDoors } from "../../ingestion/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok } from "../../platform/result.ts";
import { systemRandomness } from "../../platform/secrets.ts";
import type { Doors } from "../../projects/index.ts";
import type { ReportsRoomOptions } from "../../reports/index.ts";

export type LookupTablesDeps = {
  db: Kysely<ControlTables>;
  journal: Pick<Journal, "append">;
  store: Pick<EventStore, "lookupTables" | "lookUp" | "query">;
  doors: Pick<Doors, "open">;
  /** For files on their way in. */
  spoolFolder: string;
  audit: RecordAudit;
};

const RETRY_MS = 1000;

/** Lookup tables: their names in the control database, their rows by way of the journal in the event store. */
export function openLookupTables({ db, journal, store, doors, spoolFolder, audit }: LookupTablesDeps): {
  routes: Route[];
  rawRoutes: RawRoute[];
  lookups: NonNullable<ReportsRoomOptions["lookups"]>;
  lookupTables: DictionaryRoom["lookupTables"];
} {
  const frames: DictionaryRoomOptions["frames"] = {
    async append(projectId, changes) {
      // Large, and nobody waits for it at a screen: the lane of the visitors stays free.
      const input = changes.map((change) => ({ ...change, project: projectId }));
      const appended = await journal.append("bulk", input);
      if (appended.ok) return ok(undefined);
      const { failure } = appended;
      const retryAfterMs = "retryAfterMs" in failure ? failure.retryAfterMs : RETRY_MS;
      return fail({ code: "not_accepted", reason: failure.code, retryAfterMs });
    },
  };
  const dictionary = createDictionaryRoom({ db, store, frames, audit, randomness: systemRandomness });
  const { lookupTables } = dictionary;
  return {
    routes: dictionary.routes,
    rawRoutes: lookupTableDoors({ lookupTables, doors, spoolFolder }),
    lookupTables,
    lookups: {
      tablesOf: lookupTables.tablesOf,
      lookUp: store.lookUp,
      async columnsOf(projectId, tableId) {
        const table = (await store.lookupTables(projectId)).find(({ id }) => id === tableId);
        // The first is the key.
        return table?.columns.slice(1).map(({ name }) => name);
      },
    },
  };
}
