import type { Kysely } from "kysely";
import { type ErasureDeps, erasePersonsJob } from "../../erasures/index.ts";
import { type ExperimentDeps, refreshActiveJob } from "../../experiments/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { type BoundJob, bindJob } from "../../platform/jobs/index.ts";
import { type Purge, purgeDeletedProjects } from "../../projects/index.ts";

/** Every job this server runs, each with what it needs. */
export const declaredJobs = (deps: {
  db: Kysely<ControlTables>;
  clock: Clock;
  purges: readonly Purge[];
  erasing: ErasureDeps;
  experiments: ExperimentDeps;
}): BoundJob[] => [
  bindJob(purgeDeletedProjects, deps),
  bindJob(erasePersonsJob, deps.erasing),
  bindJob(refreshActiveJob, deps.experiments),
];
