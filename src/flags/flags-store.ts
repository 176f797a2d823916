import { type Kysely, type Selectable, sql } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { Author, Flag, ServingMethod } from "./types.ts";

/** The channel on which nodes tell each other whose flags changed: the payload is the project's id. */
export const FLAGS_CHANNEL = "tributary_flags";

/** Any number will do that no other kind of lock uses. */
const LOCK_CLASS = 7_420_119;

export type FlagsStore = ReturnType<typeof flagsStore>;

/** Owns the table feature_flag. Whoever changes it tells every node, in the same transaction. */
export function flagsStore(db: Kysely<ControlTables>) {
  const tell = (projectId: number) =>
    sql`select pg_notify(${FLAGS_CHANNEL}, ${String(projectId)})`.execute(db);
  const all = (projectId: number) =>
    db.selectFrom("feature_flag").selectAll().where("project_id", "=", projectId);
  return {
    /** Until the transaction ends, nobody else in the project takes a key or an experiment: what is free stays free. Before any row. */
    async takeTurns(projectId: number): Promise<void> {
      await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, ${projectId})`.execute(db);
    },
    async list(workspaceId: number, { includeArchived }: { includeArchived: boolean }): Promise<Flag[]> {
      let query = db.selectFrom("feature_flag").selectAll().where("workspace_id", "=", workspaceId);
      if (!includeArchived) query = query.where("archived_at", "is", null);
      return (await query.orderBy("created_at").orderBy("id").execute()).map(toFlag);
    },
    async listEnabled(projectId: number): Promise<Flag[]> {
      const rows = await db
        .selectFrom("feature_flag")
        .selectAll()
        .where("project_id", "=", projectId)
        .where("status", "=", "enabled")
        .orderBy("key")
        .execute();
      return rows.map(toFlag);
    },
    async count(projectId: number): Promise<number> {
      const { count } = await db
        .selectFrom("feature_flag")
        .select((own) => own.fn.countAll().as("count"))
        .where("project_id", "=", projectId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** With `lock` nobody else changes it until the transaction ends. */
    async find(workspaceId: number, id: string, { lock = false } = {}): Promise<Flag | undefined> {
      const query = db
        .selectFrom("feature_flag")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id);
      const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
      return row && toFlag(row);
    },
    async findByKey(projectId: number, key: string): Promise<Flag | undefined> {
      const row = await db
        .selectFrom("feature_flag")
        .selectAll()
        .where("project_id", "=", projectId)
        .where("key", "=", key)
        .executeTakeFirst();
      return row && toFlag(row);
    },
    /** By experiment. */
    async ofExperiments(ids: readonly string[]): Promise<Map<string, Flag>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom("feature_flag")
        .selectAll()
        .where("experiment_id", "in", ids)
        .execute();
      return new Map(rows.map((row) => [row.experiment_id ?? "", toFlag(row)]));
    },
    async lockOfExperiment(id: string): Promise<Flag | undefined> {
      const row = await db
        .selectFrom("feature_flag")
        .selectAll()
        .where("experiment_id", "=", id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return row && toFlag(row);
    },
    /** False: the key is taken in this project. */
    async insert(flag: Flag): Promise<boolean> {
      const inserted = await db
        .insertInto("feature_flag")
        .values({
          ...toRow(flag),
          id: flag.id,
          project_id: flag.projectId,
          workspace_id: flag.workspaceId,
          created_at: flag.createdAt,
          creator_id: flag.creator?.id ?? null,
          creator_name: flag.creator?.name ?? null,
          creator_email: flag.creator?.email ?? null,
        })
        .onConflict((conflict) => conflict.columns(["project_id", "key"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      await tell(flag.projectId);
      return inserted !== undefined;
    },
    async ofProject(projectId: number): Promise<Flag[]> {
      return (await all(projectId).execute()).map(toFlag);
    },
    async lockAll(projectId: number): Promise<Flag[]> {
      return (await all(projectId).orderBy("id").forUpdate().execute()).map(toFlag);
    },
    async save(flag: Flag): Promise<void> {
      await db.updateTable("feature_flag").set(toRow(flag)).where("id", "=", flag.id).execute();
      await tell(flag.projectId);
    },
    async remove(flag: Flag): Promise<void> {
      await db.deleteFrom("feature_flag").where("id", "=", flag.id).execute();
      await tell(flag.projectId);
    },
  };
}

const toRow = (flag: Flag) => ({
  key: flag.key,
  name: flag.name,
  description: flag.description,
  status: flag.status,
  context: flag.context,
  serving_method: flag.servingMethod,
  tags: JSON.stringify(flag.tags),
  ruleset: JSON.stringify(flag.ruleset),
  variant_order: flag.variantOrder,
  experiment_id: flag.experimentId,
  data_group_id: flag.dataGroupId === null ? null : JSON.stringify(flag.dataGroupId),
  is_experiment_active: flag.isExperimentActive,
  hash_salt: flag.hashSalt,
  enabled_at: flag.enabledAt,
  archived_at: flag.archivedAt,
  modified_at: flag.modifiedAt,
  modifier_id: flag.modifier.id,
  modifier_name: flag.modifier.name,
  modifier_email: flag.modifier.email,
});

function toFlag(row: Selectable<ControlTables["feature_flag"]>): Flag {
  const creator: Author | null =
    row.creator_id === null
      ? null
      : { id: row.creator_id, name: row.creator_name ?? "", email: row.creator_email ?? "" };
  return {
    id: row.id,
    projectId: row.project_id,
    workspaceId: row.workspace_id,
    key: row.key,
    name: row.name,
    description: row.description,
    status: row.status,
    context: row.context,
    // Only what the wire's schema let pass is ever stored.
    servingMethod: row.serving_method as ServingMethod,
    tags: JSON.parse(row.tags),
    ruleset: JSON.parse(row.ruleset),
    variantOrder: row.variant_order,
    experimentId: row.experiment_id,
    dataGroupId: row.data_group_id === null ? null : JSON.parse(row.data_group_id),
    isExperimentActive: row.is_experiment_active,
    hashSalt: row.hash_salt,
    enabledAt: row.enabled_at,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    archivedAt: row.archived_at,
    creator,
    modifier: { id: row.modifier_id, name: row.modifier_name, email: row.modifier_email },
  };
}
