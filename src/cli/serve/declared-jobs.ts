import type { Kysely } from "kysely";
import { Type } from "typebox";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { type BoundJob, bindJob, job } from "../../platform/jobs/index.ts";
import { type Purge, purgeDeletedProjects } from "../../projects/index.ts";

type PurgeDeps = { db: Kysely<ControlTables>; clock: Clock; purges: readonly Purge[] };

const purgeDeleted = job({
  name: "projects.purge-deleted",
  payload: Type.Object({}),
  attemptsMax: 3,
  serialBy: () => "all",
  schedule: { cron: "17 3 * * *", timeZone: "UTC", payload: {} },
  async run(deps: PurgeDeps, _payload, context) {
    await purgeDeletedProjects(deps, context);
  },
});

/** Every job this server runs. */
export const declaredJobs = (deps: { db: Kysely<ControlTables>; clock: Clock }): BoundJob[] => [
  bindJob(purgeDeleted, { ...deps, purges: [] }),
];
