import { type Kysely, type Selectable, sql } from "kysely";
import type { Region } from "../../platform/config/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type Project = {
  id: number;
  organizationId: number;
  name: string;
  token: string;
  apiKey: string;
  hasApiSecret: boolean;
  timezone: string;
  region: Region;
  weekStart: number;
  quarterStartMonth: number;
  /** Property of the group key that stands for a company; it makes the project B2B. */
  companyKey: string | null;
  createdAt: Date;
  creatorId: number | null;
  /** Null when the operator of the server made it. */
  creatorName: string | null;
  deletedAt: Date | null;
  purgeAfter: Date | null;
};

export type NewProject = {
  organizationId: number;
  name: string;
  token: string;
  apiKey: string;
  apiSecretDigest: Buffer;
  timezone: string;
  region: Region;
  creatorId: number;
};

export type ProjectChange = Partial<Pick<Project, "name" | "timezone" | "weekStart" | "quarterStartMonth">>;

/** Owns the table project. */
export function projectsStore(db: Kysely<ControlTables>) {
  return {
    async create(draft: NewProject): Promise<Project> {
      const { id } = await db
        .insertInto("project")
        .values({
          organization_id: draft.organizationId,
          name: draft.name,
          token: draft.token,
          api_key: draft.apiKey,
          api_secret_digest: draft.apiSecretDigest,
          timezone: draft.timezone,
          region: draft.region,
          creator_id: draft.creatorId,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return this.get(id);
    },
    async get(id: number): Promise<Project> {
      return toProject(await withCompanyKey(db).where("project.id", "=", id).executeTakeFirstOrThrow());
    },
    /** Changes of one project wait for each other, so that each line of the audit log tells the truth about "before". */
    async lock(id: number): Promise<void> {
      await db.selectFrom("project").select("id").where("id", "=", id).forUpdate().execute();
    },
    async find(id: number): Promise<Project | undefined> {
      const row = await withCompanyKey(db)
        .where("project.id", "=", id)
        .where("project.deleted_at", "is", null)
        .executeTakeFirst();
      return row && toProject(row);
    },
    async list(organizationId: number, which: "living" | "deleted"): Promise<Project[]> {
      const rows = await withCompanyKey(db)
        .where("project.organization_id", "=", organizationId)
        .where("project.deleted_at", which === "living" ? "is" : "is not", null)
        .orderBy("project.id")
        .execute();
      return rows.map(toProject);
    },
    /** Those an account sees: of the organizations whose projects it all sees, and the ones it was added to. */
    async listVisible(
      organizationIds: readonly number[] | "all",
      projectIds: readonly number[],
    ): Promise<Project[]> {
      let query = withCompanyKey(db).where("project.deleted_at", "is", null);
      if (organizationIds !== "all") {
        query = query.where((either) =>
          either.or([
            either("project.organization_id", "=", sql<number>`any(${organizationIds})`),
            either("project.id", "=", sql<number>`any(${projectIds})`),
          ]),
        );
      }
      return (await query.orderBy("project.id").execute()).map(toProject);
    },
    async update(id: number, change: ProjectChange): Promise<Project> {
      await db
        .updateTable("project")
        .set({
          name: change.name,
          timezone: change.timezone,
          week_start: change.weekStart,
          quarter_start_month: change.quarterStartMonth,
        })
        .where("id", "=", id)
        .execute();
      return this.get(id);
    },
    async setToken(id: number, token: string): Promise<void> {
      await db.updateTable("project").set({ token }).where("id", "=", id).execute();
    },
    async setApiSecret(id: number, digest: Buffer | null): Promise<void> {
      await db.updateTable("project").set({ api_secret_digest: digest }).where("id", "=", id).execute();
    },
    async setDeleted(id: number, deleted: { at: Date; purgeAfter: Date } | null): Promise<void> {
      await db
        .updateTable("project")
        .set({ deleted_at: deleted?.at ?? null, purge_after: deleted?.purgeAfter ?? null })
        .where("id", "=", id)
        .execute();
    },
    async findDeleted(organizationId: number, id: number): Promise<Project | undefined> {
      const row = await withCompanyKey(db)
        .where("project.organization_id", "=", organizationId)
        .where("project.id", "=", id)
        .where("project.deleted_at", "is not", null)
        .executeTakeFirst();
      return row && toProject(row);
    },
    async listDueForPurge(now: Date): Promise<number[]> {
      const rows = await db
        .selectFrom("project")
        .select("id")
        .where("deleted_at", "is not", null)
        .where("purge_after", "<=", now)
        .execute();
      return rows.map((row) => row.id);
    },
    async purge(id: number, now: Date): Promise<boolean> {
      const gone = await db
        .deleteFrom("project")
        .where("id", "=", id)
        .where("deleted_at", "is not", null)
        .where("purge_after", "<=", now)
        .executeTakeFirst();
      return gone.numDeletedRows > 0n;
    },
  };
}

const withCompanyKey = (db: Kysely<ControlTables>) =>
  db
    .selectFrom("project")
    .leftJoin("group_key as company", (join) =>
      join.onRef("company.project_id", "=", "project.id").on("company.is_company_key", "=", true),
    )
    .leftJoin("service_account as maker", "maker.id", "project.creator_id")
    .leftJoin("app_user as person", "person.id", "project.creator_id")
    .selectAll("project")
    .select("company.property_name as company_key")
    .select((own) => own.fn.coalesce("person.name", "maker.username").as("creator_name"));

const toProject = (
  row: Selectable<ControlTables["project"]> & { company_key: string | null; creator_name: string | null },
): Project => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  token: row.token,
  apiKey: row.api_key,
  hasApiSecret: row.api_secret_digest !== null,
  timezone: row.timezone,
  region: row.region,
  weekStart: row.week_start,
  quarterStartMonth: row.quarter_start_month,
  companyKey: row.company_key,
  createdAt: row.created_at,
  creatorId: row.creator_id,
  creatorName: row.creator_name,
  deletedAt: row.deleted_at,
  purgeAfter: row.purge_after,
});
