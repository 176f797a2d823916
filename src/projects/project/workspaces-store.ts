import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type Workspace = {
  id: number;
  projectId: number;
  name: string;
  description: string;
  isGlobal: boolean;
  isDefault: boolean;
  isVisible: boolean;
  isRestricted: boolean;
  createdAt: Date;
  creatorId: number | null;
  creatorName: string | null;
};

/** Owns the table workspace. Every project has one, which shows all its data. */
export function workspacesStore(db: Kysely<ControlTables>) {
  return {
    async createDefault(projectId: number, creatorId: number): Promise<void> {
      await db
        .insertInto("workspace")
        .values({
          project_id: projectId,
          name: "All Project Data",
          is_global: true,
          is_default: true,
          creator_id: creatorId,
        })
        .execute();
    },
    async list(projectIds: readonly number[]): Promise<Workspace[]> {
      const rows = await db
        .selectFrom("workspace")
        .leftJoin("service_account", "service_account.id", "workspace.creator_id")
        .leftJoin("app_user", "app_user.id", "workspace.creator_id")
        .selectAll("workspace")
        .select((own) => own.fn.coalesce("app_user.name", "service_account.username").as("creator_name"))
        .where("project_id", "=", sql<number>`any(${projectIds})`)
        .orderBy("workspace.id")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        projectId: row.project_id,
        name: row.name,
        description: row.description,
        isGlobal: row.is_global,
        isDefault: row.is_default,
        isVisible: row.is_visible,
        isRestricted: row.is_restricted,
        createdAt: row.created_at,
        creatorId: row.creator_id,
        creatorName: row.creator_name,
      }));
    },
  };
}
