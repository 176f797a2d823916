import type { Kysely, Selectable } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type GroupKey = {
  id: number;
  projectId: number;
  propertyName: string;
  displayName: string;
  isCompanyKey: boolean;
  createdAt: Date;
};
export type GroupKeyChange = { displayName?: string; isCompanyKey?: boolean };

/** Owns the table group_key. */
export function groupKeysStore(db: Kysely<ControlTables>) {
  return {
    async list(projectId: number): Promise<GroupKey[]> {
      const rows = await db
        .selectFrom("group_key")
        .selectAll()
        .where("project_id", "=", projectId)
        .orderBy("id")
        .execute();
      return rows.map(toGroupKey);
    },
    async find(projectId: number, id: number): Promise<GroupKey | undefined> {
      const row = await db
        .selectFrom("group_key")
        .selectAll()
        .where("project_id", "=", projectId)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toGroupKey(row);
    },
    /** Nothing when the property is a group key already. */
    async create(draft: Omit<GroupKey, "id" | "createdAt">): Promise<GroupKey | undefined> {
      const row = await db
        .insertInto("group_key")
        .values({
          project_id: draft.projectId,
          property_name: draft.propertyName,
          display_name: draft.displayName,
          is_company_key: draft.isCompanyKey,
        })
        .onConflict((conflict) => conflict.columns(["project_id", "property_name"]).doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && toGroupKey(row);
    },
    async update(id: number, change: GroupKeyChange): Promise<GroupKey> {
      const row = await db
        .updateTable("group_key")
        .set({
          ...(change.displayName === undefined ? {} : { display_name: change.displayName }),
          ...(change.isCompanyKey === undefined ? {} : { is_company_key: change.isCompanyKey }),
        })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return toGroupKey(row);
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom("group_key").where("id", "=", id).execute();
    },
    /** At most one key of a project stands for a company; the flag moves. */
    async clearCompanyKey(projectId: number): Promise<GroupKey | undefined> {
      const row = await db
        .updateTable("group_key")
        .set({ is_company_key: false })
        .where("project_id", "=", projectId)
        .where("is_company_key", "=", true)
        .returningAll()
        .executeTakeFirst();
      return row && toGroupKey(row);
    },
  };
}

const toGroupKey = (row: Selectable<ControlTables["group_key"]>): GroupKey => ({
  id: row.id,
  projectId: row.project_id,
  propertyName: row.property_name,
  displayName: row.display_name,
  isCompanyKey: row.is_company_key,
  createdAt: row.created_at,
});
