import type { Kysely, Selectable } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Creator, ImportKind, Mapping, Progress, SyncMode, WarehouseImport, Warning } from "../types.ts";

export type ImportDraft = {
  projectId: number;
  sourceId: number;
  kind: ImportKind;
  syncMode: SyncMode;
  table: Record<string, string>;
  mapping: Mapping;
  databricksParams: Record<string, unknown> | null;
  runEvery: number;
  jobId: string;
  lookupTableId: string | null;
  warnings: Warning[];
  creator: Creator;
};

export type ImportChange = {
  paused?: boolean;
  isHeld?: boolean;
  isCompleted?: boolean;
  runEvery?: number;
  databricksParams?: Record<string, unknown> | null;
  lastDispatch?: Date;
  nextDispatch?: Date | null;
  progress?: Progress;
  generation?: number;
  deletedAt?: Date;
  warnings?: Warning[];
};

const NEW_PROGRESS: Progress = { cursor: null, recipe: null, columns: null, reload: false };

/** The only file that names the table warehouse_import. */
export function importsStore(db: Kysely<ControlTables>) {
  return {
    async add(draft: ImportDraft): Promise<WarehouseImport> {
      const row = await db
        .insertInto("warehouse_import")
        .values({
          project_id: draft.projectId,
          source_id: draft.sourceId,
          kind: draft.kind,
          sync_mode: draft.syncMode,
          table_params: JSON.stringify(draft.table),
          mapping: JSON.stringify(draft.mapping),
          databricks_params: draft.databricksParams && JSON.stringify(draft.databricksParams),
          run_every: draft.runEvery,
          job_id: draft.jobId,
          progress: JSON.stringify(NEW_PROGRESS),
          lookup_table_id: draft.lookupTableId,
          warnings: JSON.stringify(draft.warnings),
          creator_id: draft.creator.id,
          creator_name: draft.creator.name,
          creator_email: draft.creator.email,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toImport(row);
    },

    async find(id: number): Promise<WarehouseImport | undefined> {
      const row = await db.selectFrom("warehouse_import").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toImport(row);
    },

    /** Waits for whoever is changing it. */
    async lock(projectId: number, id: number): Promise<WarehouseImport | undefined> {
      const row = await db
        .selectFrom("warehouse_import")
        .selectAll()
        .where("id", "=", id)
        .where("project_id", "=", projectId)
        .forUpdate()
        .executeTakeFirst();
      return row && toImport(row);
    },

    async list(projectId: number, withDeleted: boolean): Promise<WarehouseImport[]> {
      let query = db.selectFrom("warehouse_import").selectAll().where("project_id", "=", projectId);
      if (!withDeleted) query = query.where("deleted_at", "is", null);
      return (await query.orderBy("id").execute()).map(toImport);
    },

    async ofSource(sourceId: number): Promise<number[]> {
      const rows = await db
        .selectFrom("warehouse_import")
        .select("id")
        .where("source_id", "=", sourceId)
        .where("deleted_at", "is", null)
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Imports whose time has come, each locked by whoever asks: several nodes may ask at once. */
    async due(now: Date, limit: number): Promise<WarehouseImport[]> {
      const rows = await db
        .selectFrom("warehouse_import")
        .selectAll()
        .where("next_dispatch", "<=", now)
        .where("deleted_at", "is", null)
        .where("paused", "=", false)
        .orderBy("next_dispatch")
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .execute();
      return rows.map(toImport);
    },

    async change(id: number, change: ImportChange): Promise<void> {
      await db
        .updateTable("warehouse_import")
        .set({
          paused: change.paused,
          is_held: change.isHeld,
          is_completed: change.isCompleted,
          run_every: change.runEvery,
          databricks_params:
            change.databricksParams === null
              ? null
              : change.databricksParams && JSON.stringify(change.databricksParams),
          last_dispatch: change.lastDispatch,
          next_dispatch: change.nextDispatch,
          progress: change.progress && JSON.stringify(change.progress),
          generation: change.generation,
          deleted_at: change.deletedAt,
          warnings: change.warnings && JSON.stringify(change.warnings),
        })
        .where("id", "=", id)
        .execute();
    },
  };
}

export type ImportsStore = ReturnType<typeof importsStore>;

const toImport = (row: Selectable<ControlTables["warehouse_import"]>): WarehouseImport => ({
  id: row.id,
  projectId: row.project_id,
  sourceId: row.source_id,
  kind: row.kind as ImportKind,
  syncMode: row.sync_mode as SyncMode,
  table: JSON.parse(row.table_params),
  mapping: JSON.parse(row.mapping),
  databricksParams: row.databricks_params === null ? null : JSON.parse(row.databricks_params),
  runEvery: Number(row.run_every),
  jobId: row.job_id,
  paused: row.paused,
  isHeld: row.is_held,
  isCompleted: row.is_completed,
  lastDispatch: row.last_dispatch,
  nextDispatch: row.next_dispatch,
  progress: JSON.parse(row.progress),
  generation: row.generation,
  lookupTableId: row.lookup_table_id,
  warnings: JSON.parse(row.warnings),
  creator: { id: row.creator_id, name: row.creator_name, email: row.creator_email },
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
});
