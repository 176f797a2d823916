import { Type } from "typebox";
import { job } from "../platform/jobs/index.ts";
import type { MigrationDeps } from "./deps.ts";
import { rollBack } from "./run/roll-back.ts";
import { runMigration } from "./run/run-migration.ts";
import { slicesStore } from "./store/slices-store.ts";
import { DAY_MS } from "./types.ts";

const ATTEMPTS_MAX = 1000;

const payload = Type.Object({ jobId: Type.String(), projectId: Type.Integer() });

/** A run that crashed is taken up again; the job itself knows how far it is. */
export const runMigrationJob = job({
  name: "migration.run",
  payload,
  attemptsMax: ATTEMPTS_MAX,
  serialBy: ({ projectId }) => String(projectId),
  parallelMax: 2,
  timeoutMs: 22 * 3_600_000,
  retryDelayMs: 2_000,
  retryDelayMaxMs: 60_000,
  run: (deps: MigrationDeps, { jobId }, { signal, log, attempt }) =>
    runMigration(deps, jobId, { signal, log, isLastTry: attempt >= ATTEMPTS_MAX }),
});

export const rollBackMigrationJob = job({
  name: "migration.roll-back",
  payload,
  attemptsMax: 100,
  serialBy: ({ projectId }) => String(projectId),
  run: (deps: MigrationDeps, { jobId }, { signal }) => rollBack(deps, jobId, signal),
});

/** Counts and certificates stay; which line of which day was not taken is of no use after months. */
export const forgetDetailsJob = job({
  name: "migration.forget-details",
  payload: Type.Object({}),
  attemptsMax: 3,
  serialBy: () => "all",
  schedule: { cron: "41 3 * * *", timeZone: "UTC", payload: {} },
  async run({ db, clock, detailsDays }: MigrationDeps, _payload, { log }) {
    const slices = await slicesStore(db).forgetDetails(new Date(clock.now() - detailsDays * DAY_MS));
    if (slices > 0) log.info({ slices }, "details of old migrations were removed");
  },
});
