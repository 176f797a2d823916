import type { Kysely } from "kysely";
import type { FindRules } from "../../dictionary/index.ts";
import type { ErasurePort } from "../../erasures/index.ts";
import type { RawRoute } from "../../http/index.ts";
import {
  createOrigins,
  forgetDetailsJob,
  type MigrationDeps,
  migrationPeople,
  migrationRoutes,
  RETRY,
  type RetrySettings,
  rollBackMigrationJob,
  runMigrationJob,
} from "../../migration/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { type BoundJob, bindJob, type Jobs } from "../../platform/jobs/index.ts";
import type { Log } from "../../platform/log.ts";
import type { Outbound, OutboundTimes } from "../../platform/outbound/index.ts";
import type { Sealing } from "../../platform/sealing/index.ts";
import type { Randomness } from "../../platform/secrets.ts";
import type { ProjectsRoom } from "../../projects/index.ts";
import { bulkAppends } from "./bulk-appends.ts";
import type { DataPath } from "./open-data-path.ts";

export type OpenMigrationDeps = {
  config: Pick<
    Config,
    | "AMPLITUDE_EXPORT_URL"
    | "MIXPANEL_EXPORT_URL"
    | "MIGRATION_LIMIT_MODE"
    | "MIGRATION_MAX_EVENTS"
    | "MIGRATION_DETAILS_DAYS"
  >;
  db: Kysely<ControlTables>;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  sealing: Sealing;
  outbound: Outbound;
  /** For exports on their way in. */
  folder: string;
  rules: FindRules;
  dataPath: Pick<
    DataPath,
    "journal" | "store" | "loader" | "accept" | "acceptLines" | "findColumns" | "limits"
  >;
  projects: Pick<ProjectsRoom, "doors" | "access" | "changes">;
  jobs: () => Pick<Jobs, "send">;
  publicUrl: () => string;
  reach?: ((point: string) => void) | undefined;
  retry?: RetrySettings | undefined;
  times?: OutboundTimes | undefined;
};

/** Migrations: what they reach of the data path, their routes and their jobs. */
export function openMigration(deps: OpenMigrationDeps): {
  rawRoutes: RawRoute[];
  jobs: BoundJob[];
  /** What migrations that wait have gathered of persons. */
  erasing: ErasurePort;
} {
  const { config, dataPath, projects, clock, reach = () => undefined } = deps;
  const { store, loader, accept, acceptLines, findColumns, limits } = dataPath;
  const append = bulkAppends(dataPath, clock, "migration");
  const migration: MigrationDeps = {
    ...deps,
    ...{ reach, store, loader, accept, acceptLines, findColumns, limits },
    doors: projects.doors,
    retry: deps.retry ?? RETRY,
    audit: recordMigration(projects),
    timeZoneOf: async (projectId) => (await projects.access.project(projectId))?.timezone ?? "UTC",
    detailsDays: config.MIGRATION_DETAILS_DAYS,
    limit: { mode: config.MIGRATION_LIMIT_MODE, eventsMax: config.MIGRATION_MAX_EVENTS },
    origins: createOrigins({
      amplitudeUrl: config.AMPLITUDE_EXPORT_URL,
      mixpanelUrl: config.MIXPANEL_EXPORT_URL,
      clock,
    }),
    frames: { append: append.frames },
    profiles: { append: append.states },
  };
  const people = migrationPeople(deps.db);
  return {
    erasing: { erase: people.erase, count: people.countOf },
    rawRoutes: migrationRoutes(migration),
    jobs: [
      bindJob(runMigrationJob, migration),
      bindJob(rollBackMigrationJob, migration),
      bindJob(forgetDetailsJob, migration),
    ],
  };
}

/** Migrations in the audit log of their project: by an account, or by the key that was enough. */
const recordMigration =
  ({ access, changes }: Pick<ProjectsRoom, "access" | "changes">): MigrationDeps["audit"] =>
  async (tx, { by, ...origin }, { action, projectId, jobId, after }) => {
    const project = await access.project(projectId);
    const target = { type: "migration", id: jobId };
    const change = { action, organizationId: project?.organizationId ?? null, projectId, target, after };
    if (typeof by === "string") await changes.recordByKey(tx, by, origin, change);
    else await changes.record(tx, { principal: by, origin }, change);
  };
