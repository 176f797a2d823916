import type { Kysely } from "kysely";
import type { Clock } from "../platform/clock.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { Log } from "../platform/log.ts";
import { projectsStore } from "./project/projects-store.ts";

/** What else goes with a project. Rooms that keep data per project join in; each must bear being asked twice. */
export type Purge = (projectId: number) => Promise<void>;

/** Purges the deleted projects whose time has come. The project's own row goes last: until then the next run finds it again. */
export async function purgeDeletedProjects(
  deps: { db: Kysely<ControlTables>; clock: Clock; purges: readonly Purge[] },
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<number> {
  const store = projectsStore(deps.db);
  const now = new Date(deps.clock.now());
  let purged = 0;
  for (const projectId of await store.listDueForPurge(now)) {
    signal.throwIfAborted();
    for (const purge of deps.purges) await purge(projectId);
    if (await store.purge(projectId, now)) {
      purged += 1;
      log.info({ projectId }, "deleted project purged");
    }
  }
  return purged;
}
