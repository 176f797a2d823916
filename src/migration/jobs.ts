import { Type } from "typebox";
import { job } from "../platform/jobs/index.ts";
import type { MigrationDeps } from "./deps.ts";
import { rollBack } from "./run/roll-back.ts";
import { runMigration } from "./run/run-migration.ts";

const payload = Type.Object({ jobId: Type.String(), projectId: Type.Integer() });

/** A run that crashed is taken up again; the job itself knows how far it is. */
export const runMigrationJob = job({
  name: "migration.run",
  payload,
  attemptsMax: 1000,
  serialBy: ({ projectId }) => String(projectId),
  parallelMax: 2,
  timeoutMs: 22 * 3_600_000,
  retryDelayMs: 2_000,
  retryDelayMaxMs: 60_000,
  run: (deps: MigrationDeps, { jobId }, { signal, log }) => runMigration(deps, jobId, signal, log),
});

export const rollBackMigrationJob = job({
  name: "migration.roll-back",
  payload,
  attemptsMax: 100,
  serialBy: ({ projectId }) => String(projectId),
  run: (deps: MigrationDeps, { jobId }, { signal }) => rollBack(deps, jobId, signal),
});
