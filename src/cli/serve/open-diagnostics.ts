import type { Kysely } from "kysely";
import type { ErasurePort } from "../../erasures/index.ts";
import type { Route } from "../../http/index.ts";
import {
  type AcceptDeps,
  createRecorder,
  createSampler,
  diagnosticsRoutes,
  diagnosticsStore,
  type Noted,
  type Sampler,
} from "../../ingestion/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Log } from "../../platform/log.ts";
import type { Purge } from "../../projects/index.ts";
import type { Closers } from "./closers.ts";

export type Diagnostics = {
  sampler: Sampler;
  /** What became of events, and of records at other doors. */
  onCounted: AcceptDeps["onCounted"];
  note(batch: Noted): void;
  routes: Route[];
  purge: Purge;
  /** Takes samples of persons away. */
  erasing: ErasurePort;
};

export type OpenDiagnosticsDeps = { db: Kysely<ControlTables>; clock: Clock; log: Log; closers: Closers };

export function openDiagnostics({ db, clock, log, closers }: OpenDiagnosticsDeps): Diagnostics {
  const store = diagnosticsStore(db);
  const recorder = createRecorder({ store, clock, log });
  closers.add("diagnostics", recorder.close);
  return {
    sampler: createSampler(clock),
    onCounted({ projectId, lineage }, { counts, samples }) {
      for (const _ in counts) return recorder.note({ projectId, endpoint: lineage.source, counts, samples });
    },
    note: recorder.note,
    routes: diagnosticsRoutes({ store, recorder }),
    purge: store.removeProject,
    erasing: {
      async erase(projectId, ids) {
        // What has not been written yet would come back a moment later.
        await recorder.flush();
        return store.removeSamplesOf(projectId, ids);
      },
      count: store.countSamplesOf,
    },
  };
}
