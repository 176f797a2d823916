import { type Kysely, type Selectable, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Cache, Experiment, Status } from "./types.ts";

export type ExperimentsStore = ReturnType<typeof experimentsStore>;

export type ListOptions = {
  workspaceId: number;
  includeArchived: boolean;
  status?: Status | undefined;
  /** Whose private ones are listed as well; all when absent. */
  visibleTo?: number | undefined;
  page?: { number: number; size: number } | undefined;
};

/** Owns the table experiment. */
export function experimentsStore(db: Kysely<ControlTables>) {
  return {
    async list(options: ListOptions): Promise<Experiment[]> {
      let query = db.selectFrom("experiment").selectAll().where("workspace_id", "=", options.workspaceId);
      if (!options.includeArchived) query = query.where("archived_at", "is", null);
      if (options.status !== undefined) query = query.where("status", "=", options.status);
      const { visibleTo, page } = options;
      if (visibleTo !== undefined)
        query = query.where((own) =>
          own.or([own("is_shared", "=", true), own("creator_id", "=", visibleTo)]),
        );
      query = query.orderBy("created_at").orderBy("id");
      if (page !== undefined) query = query.limit(page.size).offset((page.number - 1) * page.size);
      return (await query.execute()).map(toExperiment);
    },
    /** With `lock` nobody else changes it until the transaction ends. */
    async find(workspaceId: number, id: string, { lock = false } = {}): Promise<Experiment | undefined> {
      const query = db
        .selectFrom("experiment")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id);
      const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
      return row && toExperiment(row);
    },
    /** For jobs, which know no workspace. */
    async findById(id: string): Promise<Experiment | undefined> {
      const row = await db.selectFrom("experiment").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toExperiment(row);
    },
    /** Active ones, and those that ended and wait for a decision. */
    async listRunning(limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom("experiment")
        .select("id")
        .where("status", "in", ["active", "concluded"])
        .where("archived_at", "is", null)
        .orderBy("status")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },
    async count(projectId: number): Promise<number> {
      const { count } = await db
        .selectFrom("experiment")
        .select((own) => own.fn.countAll().as("count"))
        .where("project_id", "=", projectId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async insert(experiment: Experiment): Promise<void> {
      await db
        .insertInto("experiment")
        .values({
          ...toRow(experiment),
          id: experiment.id,
          project_id: experiment.projectId,
          workspace_id: experiment.workspaceId,
          created_at: experiment.createdAt,
          creator_id: experiment.creator?.id ?? null,
          creator_name: experiment.creator?.name ?? null,
          creator_email: experiment.creator?.email ?? null,
        })
        .execute();
    },
    async save(experiment: Experiment): Promise<void> {
      await db.updateTable("experiment").set(toRow(experiment)).where("id", "=", experiment.id).execute();
    },
    /** Caches alone, unless the experiment was changed since it was read: then they are about something else. False: it was. */
    async saveCaches(
      { id, modifiedAt }: Pick<Experiment, "id" | "modifiedAt">,
      caches: { exposures: Cache; results: Cache },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("experiment")
        .set({
          exposures_cache: JSON.stringify(caches.exposures),
          results_cache: JSON.stringify(caches.results),
        })
        .where("id", "=", id)
        .where("modified_at", "=", modifiedAt)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async ofProject(projectId: number): Promise<Experiment[]> {
      const rows = await db
        .selectFrom("experiment")
        .selectAll()
        .where("project_id", "=", projectId)
        .execute();
      return rows.map(toExperiment);
    },
    /** Nobody changes any of them until the transaction ends. */
    async lockProject(projectId: number): Promise<void> {
      await db
        .selectFrom("experiment")
        .select("id")
        .where("project_id", "=", projectId)
        .orderBy("id")
        .forNoKeyUpdate()
        .execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom("experiment").where("id", "=", id).execute();
    },
    async exists(workspaceId: number, id: string): Promise<boolean> {
      const found = await db
        .selectFrom("experiment")
        .select(sql<number>`1`.as("one"))
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

const toRow = (experiment: Experiment) => ({
  name: experiment.name,
  description: experiment.description,
  hypothesis: experiment.hypothesis,
  status: experiment.status,
  tags: JSON.stringify(experiment.tags),
  variants: JSON.stringify(experiment.variants),
  metrics: JSON.stringify(experiment.metrics),
  settings: JSON.stringify(experiment.settings),
  exposures_cache: JSON.stringify(experiment.exposuresCache),
  results_cache: JSON.stringify(experiment.resultsCache),
  is_shared: experiment.isShared,
  start_date: experiment.startDate,
  end_date: experiment.endDate,
  modified_at: experiment.modifiedAt,
  archived_at: experiment.archivedAt,
  modifier_id: experiment.modifier.id,
  modifier_name: experiment.modifier.name,
  modifier_email: experiment.modifier.email,
});

const toExperiment = (row: Selectable<ControlTables["experiment"]>): Experiment => ({
  id: row.id,
  projectId: row.project_id,
  workspaceId: row.workspace_id,
  name: row.name,
  description: row.description,
  hypothesis: row.hypothesis,
  status: row.status,
  tags: JSON.parse(row.tags),
  variants: JSON.parse(row.variants),
  metrics: JSON.parse(row.metrics),
  settings: JSON.parse(row.settings),
  exposuresCache: JSON.parse(row.exposures_cache),
  resultsCache: JSON.parse(row.results_cache),
  isShared: row.is_shared,
  startDate: row.start_date,
  endDate: row.end_date,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  archivedAt: row.archived_at,
  creator:
    row.creator_id === null
      ? null
      : { id: row.creator_id, name: row.creator_name ?? "", email: row.creator_email ?? "" },
  modifier: { id: row.modifier_id, name: row.modifier_name, email: row.modifier_email },
});
