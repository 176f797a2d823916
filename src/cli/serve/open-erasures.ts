import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { type ErasureDeps, type ErasurePort, erasureRoutes, erasuresStore } from "../../erasures/index.ts";
import type { Route } from "../../http/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { ProfilesRoom } from "../../profiles/index.ts";
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

const LOOK_AGAIN_MS = 50;

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
      profiles: profiles.erasing,
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
