import type { Kysely, Selectable } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Creator, WarehouseSource } from "../types.ts";

export type SourceDraft = { projectId: number; name: string; type: string; creator: Creator };
export type SourceChange = Partial<Pick<WarehouseSource, "name" | "connection" | "secrets" | "lastTest">> & {
  deletedAt?: Date;
};

const ID_MAX = 2_147_483_647;

/** The only file that names the table warehouse_source. */
export function sourcesStore(db: Kysely<ControlTables>) {
  const live = () => db.selectFrom("warehouse_source").selectAll().where("deleted_at", "is", null);
  return {
    /** Without its connection, which is sealed under the id it gets here. Nothing when the name is taken. */
    async add({ projectId, name, type, creator }: SourceDraft): Promise<WarehouseSource | undefined> {
      const row = await db
        .insertInto("warehouse_source")
        .values({
          project_id: projectId,
          name,
          type,
          connection: "{}",
          secrets: "{}",
          creator_id: creator.id,
          creator_name: creator.name,
          creator_email: creator.email,
        })
        .onConflict((conflict) =>
          conflict.columns(["project_id", "name"]).where("deleted_at", "is", null).doNothing(),
        )
        .returningAll()
        .executeTakeFirst();
      return row && toSource(row);
    },

    async find(projectId: number, id: number): Promise<WarehouseSource | undefined> {
      // Larger than any id there can be; Postgres would not even look.
      if (Math.abs(id) > ID_MAX) return undefined;
      const row = await live().where("project_id", "=", projectId).where("id", "=", id).executeTakeFirst();
      return row && toSource(row);
    },

    async lock(projectId: number, id: number): Promise<WarehouseSource | undefined> {
      const row = await live()
        .where("project_id", "=", projectId)
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      return row && toSource(row);
    },

    async list(projectId: number): Promise<WarehouseSource[]> {
      return (await live().where("project_id", "=", projectId).orderBy("id").execute()).map(toSource);
    },

    async isNameTaken(projectId: number, name: string, but: number): Promise<boolean> {
      const row = await live()
        .where("project_id", "=", projectId)
        .where("name", "=", name)
        .where("id", "<>", but)
        .executeTakeFirst();
      return row !== undefined;
    },

    async change(id: number, change: SourceChange): Promise<void> {
      await db
        .updateTable("warehouse_source")
        .set({
          name: change.name,
          connection: change.connection && JSON.stringify(change.connection),
          secrets: change.secrets && JSON.stringify(change.secrets),
          last_test: change.lastTest === null ? null : change.lastTest && JSON.stringify(change.lastTest),
          deleted_at: change.deletedAt,
        })
        .where("id", "=", id)
        .execute();
    },
  };
}

export type SourcesStore = ReturnType<typeof sourcesStore>;

const toSource = (row: Selectable<ControlTables["warehouse_source"]>): WarehouseSource => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  type: row.type,
  connection: JSON.parse(row.connection),
  secrets: JSON.parse(row.secrets),
  lastTest: row.last_test === null ? null : JSON.parse(row.last_test),
  creator: { id: row.creator_id, name: row.creator_name, email: row.creator_email },
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
});
