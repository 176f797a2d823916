import { type Kysely, type Selectable, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Job, JobState, Range } from "../types.ts";
import { mayBecome } from "../types.ts";

export type JobDraft = Pick<
  Job,
  | "id"
  | "projectId"
  | "tool"
  | "dryRun"
  | "region"
  | "options"
  | "originUrl"
  | "fingerprint"
  | "warnings"
  | "requestedBy"
> &
  Range & { credentials: string; secretDigest: Buffer };

export type JobChange = Partial<
  Pick<
    Job,
    | "credentials"
    | "warnings"
    | "error"
    | "wish"
    | "progress"
    | "certificate"
    | "startedAt"
    | "finishedAt"
    | "options"
    | "position"
  >
> & {
  profiles?: Job["profiles"];
};

/** In these a project's next migration has to wait. */
const BUSY: readonly JobState[] = ["queued", "running"];

/** The only file that names the table migration_job. */
export function jobsStore(db: Kysely<ControlTables>) {
  return {
    async add(draft: JobDraft): Promise<void> {
      await db
        .insertInto("migration_job")
        .values({
          id: draft.id,
          project_id: draft.projectId,
          tool: draft.tool,
          state: "queued",
          dry_run: draft.dryRun,
          region: draft.region,
          range_from: new Date(draft.fromMs),
          range_before: new Date(draft.beforeMs),
          options: JSON.stringify(draft.options),
          origin_url: draft.originUrl,
          credentials: draft.credentials,
          fingerprint: draft.fingerprint,
          warnings: JSON.stringify(draft.warnings),
          requested_by: draft.requestedBy,
          secret_digest: draft.secretDigest,
        })
        .execute();
    },

    async find(id: string): Promise<Job | undefined> {
      const row = await db.selectFrom("migration_job").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toJob(row);
    },

    /** Until the end of the transaction: nobody else begins a migration into this project meanwhile. */
    async lock(projectId: number): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('migration'), ${projectId})`.execute(db);
    },
    /** The one of a project that is at work, or about to be. */
    async findBusy(projectId: number): Promise<Job | undefined> {
      const row = await db
        .selectFrom("migration_job")
        .selectAll()
        .where("project_id", "=", projectId)
        .where("state", "in", BUSY)
        .orderBy("created_at")
        .limit(1)
        .executeTakeFirst();
      return row && toJob(row);
    },

    /** The newest first. */
    async list(projectId: number, page: { limit: number; before?: Date | undefined }): Promise<Job[]> {
      let query = db.selectFrom("migration_job").selectAll().where("project_id", "=", projectId);
      if (page.before !== undefined) query = query.where("created_at", "<", page.before);
      const rows = await query.orderBy("created_at", "desc").orderBy("id").limit(page.limit).execute();
      return rows.map(toJob);
    },

    /** False: it has become something else meanwhile, from which this cannot follow. */
    async become(id: string, from: readonly JobState[], to: JobState): Promise<boolean> {
      const foreseen = from.filter((state) => mayBecome(state, to));
      if (foreseen.length === 0) throw new Error(`no migration becomes ${to} from ${from.join(", ")}`);
      const changed = await db
        .updateTable("migration_job")
        .set({ state: to })
        .where("id", "=", id)
        .where("state", "in", foreseen)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },

    async change(id: string, { profiles, ...change }: JobChange): Promise<void> {
      // Kysely leaves out what is undefined.
      await db
        .updateTable("migration_job")
        .set({
          credentials: change.credentials,
          options: change.options && JSON.stringify(change.options),
          warnings: change.warnings && JSON.stringify(change.warnings),
          error: text(change.error),
          wish: change.wish,
          progress: text(change.progress),
          certificate: text(change.certificate),
          position: change.position,
          profiles_seen: profiles?.seen,
          profiles_loaded: profiles?.loaded,
          profiles_failed: profiles?.failed,
          started_at: change.startedAt,
          finished_at: change.finishedAt,
          // Nothing given would be no statement at all.
          id,
        })
        .where("id", "=", id)
        .execute();
    },
  };
}

export type JobsStore = ReturnType<typeof jobsStore>;

const text = (value: unknown): string | null | undefined =>
  value === null || value === undefined ? value : JSON.stringify(value);

const toJob = (row: Selectable<ControlTables["migration_job"]>): Job => ({
  id: row.id,
  projectId: row.project_id,
  tool: row.tool,
  state: row.state as JobState,
  dryRun: row.dry_run,
  region: row.region,
  fromMs: row.range_from.getTime(),
  beforeMs: row.range_before.getTime(),
  options: JSON.parse(row.options),
  originUrl: row.origin_url,
  credentials: row.credentials,
  fingerprint: row.fingerprint,
  warnings: JSON.parse(row.warnings),
  error: row.error === null ? null : JSON.parse(row.error),
  wish: row.wish as Job["wish"],
  progress: row.progress === null ? null : JSON.parse(row.progress),
  profiles: {
    seen: Number(row.profiles_seen),
    loaded: Number(row.profiles_loaded),
    failed: Number(row.profiles_failed),
  },
  position: Number(row.position),
  certificate: row.certificate === null ? null : JSON.parse(row.certificate),
  requestedBy: row.requested_by,
  secretDigest: row.secret_digest,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});
