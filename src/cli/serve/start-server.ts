import { fileURLToPath } from "node:url";
import { createHttpServer, type Part, type RawRoute, type Route } from "../../http/index.ts";
import { operationsRoutes } from "../../operations/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/index.ts";
import { readOrCreateSecretFile, writeServerFile } from "../../platform/data-folder/index.ts";
import { createJobs, type Jobs } from "../../platform/jobs/index.ts";
import type { Log } from "../../platform/log.ts";
import { createMetrics, type Metrics } from "../../platform/metrics.ts";
import { type Randomness, randomHex } from "../../platform/secrets.ts";
import { createProfilesRoom } from "../../profiles/index.ts";
import { createProjectsRoom, type FirstStart, makeFirstStart } from "../../projects/index.ts";
import { engageQueryRoutes } from "../../reports/index.ts";
import { createSessions, createSignInRoom, prepareFirstSignIn } from "../../sign-in/index.ts";
import { VERSION } from "../version.ts";
import { createClosers } from "./closers.ts";
import { declaredJobs } from "./declared-jobs.ts";
import { firstStartNote } from "./first-start-note.ts";
import { closeHttp, listen } from "./listen.ts";
import { type DataPath, openDataPath } from "./open-data-path.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { openErasures, together } from "./open-erasures.ts";
import { eventFolders, type Tuning } from "./open-event-parts.ts";
import { openExperiments } from "./open-experiments.ts";
import { openFolderOrFail } from "./open-folder.ts";
import { openKeys } from "./open-keys.ts";
import { openMigration } from "./open-migration.ts";
import { openSchemaParts } from "./open-schemas.ts";
import { openOutbound, openWarehouse } from "./open-warehouse.ts";
import { recordInAudit } from "./record-in-audit.ts";
import { createBudget } from "./shutdown-budget.ts";

/** Of a project that is deleted while it is asked. */
const NO_CALENDAR = { timezone: "UTC", weekStart: 1, quarterStartMonth: 1 };

export type ServerDeps = {
  clock: Clock;
  randomness: Randomness;
  log: Log;
  verifyAnswers?: boolean;
  /** Told of every named moment at which a crash would hurt most. For tests. */
  reach?: (point: string) => void;
  /** For tests as well: smaller segments and batches. */
  tuning?: Tuning;
  /** Another build of the web UI than the one beside the sources. */
  webFolder?: string;
};

const WEB_FOLDER = fileURLToPath(new URL("../../../web/dist", import.meta.url));

export type RunningServer = {
  /** How clients reach it. */
  url: string;
  /** How this machine reaches it. */
  localUrl: string;
  routes: readonly Route[];
  rawRoutes: readonly RawRoute[];
  operatorCredential: string;
  /** What a first start made, until `firstStartShown` says that somebody has seen it. */
  firstStart: FirstStart | undefined;
  firstStartShown(): Promise<void>;
  /** Whether nobody can sign in to the web UI yet. */
  isWithoutPeople: boolean;
  /** Settles when a part that the server cannot do without has died. */
  broken: Promise<string>;
  /** Lets requests and jobs finish, then closes every part in the reverse order of its opening. */
  close(): Promise<void>;
};

/** Builds the whole server, each part once, in the order in which they need each other. */
export async function startServer(config: Config, deps: ServerDeps): Promise<RunningServer> {
  const { log } = deps;
  const closers = createClosers(log);
  try {
    return await build(config, deps, closers);
  } catch (cause) {
    await closers.closeAll().catch(() => undefined);
    throw cause;
  }
}

async function build(
  config: Config,
  { clock, randomness, log, verifyAnswers = false, reach, tuning, webFolder = WEB_FOLDER }: ServerDeps,
  closers: ReturnType<typeof createClosers>,
): Promise<RunningServer> {
  const budget = createBudget(config.SHUTDOWN_TIMEOUT_S * 1000);
  const folder = await openFolderOrFail(config.DATA_DIR);
  closers.add("data folder", folder.close);
  const database = await openDatabase(config, folder.path, closers, log);
  const { control } = database;
  const note = firstStartNote(folder.path);
  await makeFirstStart(control.db, {
    region: config.REGION,
    randomness,
    serviceAccount: config.BOOTSTRAP_SERVICE_ACCOUNT,
    projectToken: config.BOOTSTRAP_PROJECT_TOKEN,
    letIn: (tx, place) => prepareFirstSignIn(tx, place, { clock, randomness, admin: config.BOOTSTRAP_ADMIN }),
    beforeCommit: note.write,
  });

  const metrics = createMetrics({ version: VERSION, node: process.version });
  watchPool(metrics, database);
  const operatorCredential = randomHex(randomness, 64);
  let publicUrl = config.PUBLIC_URL ?? "";
  const { sealing, sessionSecrets } = await openKeys(config, folder.path, randomness);
  const sessions = createSessions({
    ...{ db: control.db, clock, secrets: sessionSecrets },
    sessionMaxDays: config.SESSION_MAX_DAYS,
  });
  const projects = await createProjectsRoom({
    db: control.db,
    sharedDatabaseUrl: config.DATABASE_URL,
    clock,
    randomness,
    log,
    region: config.REGION,
    regionUrls: config.REGION_URLS,
    publicUrl: () => publicUrl,
    purgeDays: config.PROJECT_PURGE_DAYS,
    failuresPerMinute: config.AUTH_FAILURES_PER_MINUTE,
    operatorCredential,
    sessions,
    signIns: sessions.signIns,
  });
  closers.add("projects", projects.close);
  const signIn = createSignInRoom({
    ...{ db: control.db, clock, randomness, secrets: sessionSecrets, sessions, projects },
    failuresPerMinute: config.AUTH_FAILURES_PER_MINUTE,
    publicUrl: () => publicUrl,
  });

  const audit = recordInAudit(projects.changes);
  const schemas = await openSchemaParts({ config, db: control.db, clock, log, closers, audit });
  const profiles = createProfilesRoom({
    db: control.db,
    clock,
    journalId: await readOrCreateSecretFile(folder.path, "journal-id", randomness),
    resolve: async (projectId, id) => (await dataPath.links.resolveIds(projectId, [id])).get(id) ?? id,
  });
  const dataPath: DataPath = await openDataPath({
    config,
    folder: folder.path,
    doors: projects.doors,
    calendarOf: async (projectId) => (await projects.access.project(projectId)) ?? NO_CALENDAR,
    profiles,
    db: control.db,
    schemas,
    audit,
    clock,
    log,
    metrics,
    closers,
    reach,
    tuning,
  });

  const experiments = await openExperiments({
    ...{ config, db: control.db, clock, randomness, log, closers },
    changes: projects.changes,
    doors: projects.doors,
    parts: dataPath,
  });
  const pulling = {
    ...{ config, db: control.db, clock, randomness, log, dataPath, projects, reach },
    sealing,
    outbound: openOutbound(config),
    jobs: () => jobs,
  };
  const warehouse = openWarehouse({ ...pulling, profiles });
  const migration = openMigration({
    ...pulling,
    folder: eventFolders(folder.path).scratch,
    rules: schemas.rules,
    publicUrl: () => publicUrl,
    retry: tuning?.migrationRetry,
    times: tuning?.migrationTimes,
  });
  const { erasing, routes: erasureRoutes } = openErasures({
    db: control.db,
    clock,
    parts: dataPath,
    profiles,
    samples: together(dataPath.samples, migration.erasing, experiments.erasing),
    changes: projects.changes,
    jobs: () => jobs,
  });
  const jobs: Jobs = createJobs(
    {
      database: { pool: control.pool },
      nodeId: await readOrCreateSecretFile(folder.path, "node-id", randomness),
      log,
      clock,
      metrics,
    },
    [
      ...declaredJobs({
        db: control.db,
        clock,
        purges: [dataPath.purge, profiles.removeProject],
        erasing,
        experiments: experiments.deps,
      }),
      ...warehouse.jobs,
      ...migration.jobs,
    ],
  );
  closers.add("jobs", () => jobs.close({ timeoutMs: budget.leftMs() }));
  await jobs.start();
  closers.add("warehouse schedules", warehouse.start());

  const routes = [
    ...projects.routes,
    ...signIn.routes,
    ...dataPath.routes,
    ...schemas.routes,
    ...profiles.routes,
    ...erasureRoutes,
    ...experiments.routes,
    ...warehouse.routes,
    ...operationsRoutes(jobs),
  ];
  const rawRoutes = [
    ...signIn.rawRoutes,
    ...dataPath.rawRoutes,
    ...migration.rawRoutes,
    ...experiments.rawRoutes,
    ...engageQueryRoutes({
      ...{ ...profiles, ...projects, clock, randomness },
      ...{ lookups: dataPath.lookups, links: dataPath.links },
    }),
  ];
  const app = createHttpServer({
    routes,
    rawRoutes,
    access: projects.access,
    parts: [...parts(database, jobs), ...dataPath.parts],
    log,
    metrics,
    trustProxy: config.TRUST_PROXY,
    statusToken: config.STATUS_TOKEN,
    version: VERSION,
    publicUrl: () => publicUrl,
    verifyAnswers,
    webFolder,
  });
  closers.add("http", () => closeHttp(app, budget.leftMs()));
  // Before that, or it would wait for clients that only listen.
  closers.add("streams", async () => dataPath.endStreams());
  const localUrl = await listen(app, config);
  publicUrl = config.PUBLIC_URL ?? localUrl;
  await writeServerFile(folder.path, {
    pid: process.pid,
    url: localUrl,
    credential: operatorCredential,
    startedAt: clock.now(),
  });
  return {
    url: publicUrl,
    localUrl,
    routes,
    rawRoutes,
    operatorCredential,
    firstStart: await note.read(),
    firstStartShown: note.remove,
    isWithoutPeople: !(await signIn.isUsed()),
    broken: Promise.race([brokenBy(database), dataPath.broken]),
    close() {
      budget.begin();
      return closers.closeAll();
    },
  };
}

const parts = ({ control }: Database, jobs: Pick<Jobs, "list">): Part[] => [
  {
    name: "control_database",
    check: async () => {
      await control.pool.query("select 1");
      return {};
    },
  },
  {
    name: "jobs",
    check: async () => {
      const failed = await jobs.list({ state: "failed", limit: 1 });
      return { failed_jobs: failed.ok && failed.value.jobs.length > 0 };
    },
  },
];

function watchPool(metrics: Metrics, { control: { pool } }: Database): void {
  metrics.gauge("control_db_connections", "Open connections to the control database", () => pool.totalCount);
  metrics.gauge("control_db_connections_idle", "Those that wait for work", () => pool.idleCount);
  metrics.gauge("control_db_waiting", "Requests that wait for a connection", () => pool.waitingCount);
}

async function brokenBy({ embedded }: Database): Promise<string> {
  const exit = await embedded?.exited;
  if (exit === undefined || exit.asked) return new Promise(() => undefined);
  return `The embedded Postgres ended by itself (${exit.signal ?? exit.code}). Its last lines:\n${exit.logTail}`;
}
