import type { Kysely } from "kysely";
import { Type } from "typebox";
import type { Clock } from "../platform/clock.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import { job } from "../platform/jobs/index.ts";
import { insertEntry, systemScope } from "./audit/changes.ts";
import { getOperatorId } from "./bootstrap/first-start.ts";
import { projectAudit } from "./project/project-audit.ts";
import { projectsStore } from "./project/projects-store.ts";

/** What else goes with a project. Rooms that keep data per project join in; each must bear being asked twice. */
export type Purge = (projectId: number) => Promise<void>;

type PurgeDeps = { db: Kysely<ControlTables>; clock: Clock; purges: readonly Purge[] };

/** Purges the deleted projects whose time has come. */
export const purgeDeletedProjects = job({
  name: "projects.purge-deleted",
  payload: Type.Object({}),
  attemptsMax: 3,
  serialBy: () => "all",
  schedule: { cron: "17 3 * * *", timeZone: "UTC", payload: {} },
  async run(deps: PurgeDeps, _payload, { signal, log }) {
    const now = new Date(deps.clock.now());
    for (const projectId of await projectsStore(deps.db).listDueForPurge(now)) {
      signal.throwIfAborted();
      // The project's own row goes last: until then the next run finds it again.
      for (const purge of deps.purges) await purge(projectId);
      if (await purgeRow(deps.db, projectId, now)) log.info({ projectId }, "deleted project purged");
    }
  },
});

async function purgeRow(db: Kysely<ControlTables>, projectId: number, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const store = projectsStore(tx);
    const project = await store.get(projectId);
    if (!(await store.purge(projectId, now))) return false;
    await insertEntry(tx, systemScope(await getOperatorId(tx), "purge"), {
      action: "project.purge",
      organizationId: project.organizationId,
      projectId,
      target: { type: "project", id: projectId },
      before: projectAudit(project),
    });
    return true;
  });
}
