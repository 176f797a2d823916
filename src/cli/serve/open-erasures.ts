import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { type ErasureDeps, type ErasurePort, erasureRoutes, erasuresStore } from "../../erasures/index.ts";
import type { Route } from "../../http/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import {
  decodeUpdates,
  type PlacedBatch,
  PROFILE_FRAME_KIND,
  type ProfilesRoom,
} from "../../profiles/index.ts";
import type { ProjectsRoom } from "../../projects/index.ts";
import type { EventParts } from "./open-event-parts.ts";

export type OpenErasuresDeps = {
  db: Kysely<ControlTables>;
  clock: Clock;
  parts: Pick<EventParts, "journal" | "store" | "loader">;
  profiles: ProfilesRoom;
  storeFolder: string;
  samples: ErasurePort;
  changes: ProjectsRoom["changes"];
  /** They come into being after what they work on. */
  jobs: () => Pick<Jobs, "send">;
};

const LOOK_AGAIN_MS = 50;
/** Updates of profiles travel in it. */
const PROFILE_LANE = "live";

/** Erasing persons: what it reaches, and the routes by which it is asked for. */
export function openErasures(deps: OpenErasuresDeps): { erasing: ErasureDeps; routes: Route[] } {
  const { db, clock, profiles, samples, changes, jobs, storeFolder } = deps;
  const { journal, store, loader } = deps.parts;
  const erasures = erasuresStore(db);
  return {
    routes: erasureRoutes({ erasures, changes, jobs }),
    erasing: {
      erasures,
      journal,
      store,
      clock,
      samples,
      removeSetAside: (projectId) => removeSetAside(storeFolder, projectId),
      profiles: {
        ...profiles.erasing,
        erase: (projectId, ids, position) =>
          profiles.erasing.erase(PROFILE_LANE, {
            projectId,
            ids,
            since: (upTo) => readUpdates(journal, projectId, position, upTo),
          }),
      },
      loader: {
        async loadedUpTo(position, signal) {
          if (!(await loader.loadedUpTo(position, signal))) return false;
          // Updates of profiles are applied apart from events.
          while ((loader.profiles?.status().applied ?? position) < position) {
            if (signal.aborted) return false;
            await sleep(LOOK_AGAIN_MS);
          }
          return true;
        },
      },
    },
  };
}

/** Updates of a project's profiles behind one place in the journal and up to another. */
async function readUpdates(
  journal: Pick<EventParts["journal"], "read">,
  project: number,
  after: number,
  upTo: number,
): Promise<PlacedBatch[]> {
  const batches: PlacedBatch[] = [];
  const which = { after, project, lanes: [PROFILE_LANE], kinds: [PROFILE_FRAME_KIND] } as const;
  for await (const { position, body } of journal.read(which)) {
    if (position > upTo) break;
    const batch = decodeUpdates(body);
    if (batch.ok) batches.push({ ...batch.value, projectId: project, position });
  }
  return batches;
}

/** Broken files that were renamed, `7.duckdb.damaged-1`. Answers how many there were. */
async function removeSetAside(folder: string, projectId: number): Promise<number> {
  const names = await readdir(folder);
  const own = names.filter((name) => name.startsWith(`${projectId}.duckdb.damaged-`));
  for (const name of own) await rm(join(folder, name), { force: true });
  return own.length;
}
