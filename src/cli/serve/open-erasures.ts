import type { Kysely } from "kysely";
import { type ErasureDeps, type ErasurePort, erasureRoutes, erasuresStore } from "../../erasures/index.ts";
import type { Route } from "../../http/index.ts";
import { PROFILE_LANE } from "../../loader/index.ts";
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
  samples: ErasurePort;
  changes: ProjectsRoom["changes"];
  /** They come into being after what they work on. */
  jobs: () => Pick<Jobs, "send">;
};

/** Several places that keep something about persons, as one. */
export const together = (...ports: readonly ErasurePort[]): ErasurePort => ({
  async erase(projectId, ids) {
    let erased = 0;
    for (const port of ports) erased += await port.erase(projectId, ids);
    return erased;
  },
  async count(projectId, ids, before) {
    let left = 0;
    for (const port of ports) left += await port.count(projectId, ids, before);
    return left;
  },
});

/** Erasing persons: what it reaches, and the routes by which it is asked for. */
export function openErasures(deps: OpenErasuresDeps): { erasing: ErasureDeps; routes: Route[] } {
  const { db, clock, profiles, samples, changes, jobs } = deps;
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
      profiles: {
        ...profiles.erasing,
        erase: (projectId, ids, position) =>
          profiles.erasing.erase(PROFILE_LANE, {
            projectId,
            ids,
            since: (upTo) => readUpdates(journal, projectId, position, upTo),
          }),
      },
      loader,
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
