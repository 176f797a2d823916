import { type Kysely, sql } from "kysely";
import type { OrganizationRole, ProjectRole } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type StoredSecret = { accountId: number; digest: Buffer; expiresAt: Date | null };
export type Membership = {
  organizationRoles: Map<number, OrganizationRole>;
  projectRoles: Map<number, ProjectRole>;
};

export function credentialsStore(db: Kysely<ControlTables>) {
  return {
    /**
     * The live secrets behind a user name, each with the moment it stops working, whichever of account and secret ends first. For a
     * name nobody has there is one row as well, with account 0 and the digest given, so that both refusals take the same road.
     */
    async findSecrets(username: string, nobody: Buffer): Promise<StoredSecret[]> {
      const { rows } = await sql<StoredSecret>`
        select coalesce(found.id, 0) as "accountId", coalesce(found.digest, ${nobody}) as digest, found.expires_at as "expiresAt"
        from (values (1)) as one (row)
        left join (
          select account.id, secret.digest, least(account.expires_at, secret.expires_at) as expires_at
          from service_account account
          join service_account_secret secret on secret.service_account_id = account.id
          where account.username = ${username} and account.deleted_at is null
        ) found on true`.execute(db);
      return rows;
    },

    /** The user's organizations that let in only sessions with a second factor. */
    async findSecondFactorOrganizations(userId: number): Promise<Set<number>> {
      const rows = await db
        .selectFrom("organization")
        .leftJoin("project", "project.organization_id", "organization.id")
        .leftJoin("project_member", (join) =>
          join
            .onRef("project_member.project_id", "=", "project.id")
            .on("project_member.principal_id", "=", userId),
        )
        .leftJoin("organization_member as member", (join) =>
          join.onRef("member.organization_id", "=", "organization.id").on("member.principal_id", "=", userId),
        )
        .select("organization.id")
        .distinct()
        .where("organization.second_factor_required", "=", true)
        .where((where) =>
          where.or([where("member.role", "is not", null), where("project_member.role", "is not", null)]),
        )
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    async findMembership(principalId: number): Promise<Membership> {
      const [organizations, projects] = await Promise.all([
        db
          .selectFrom("organization_member as member")
          .innerJoin("organization", "organization.id", "member.organization_id")
          .select(["member.organization_id", "member.role"])
          .where("member.principal_id", "=", principalId)
          .where("organization.deleted_at", "is", null)
          .execute(),
        db
          .selectFrom("project_member")
          .select(["project_id", "role"])
          .where("principal_id", "=", principalId)
          .execute(),
      ]);
      return {
        organizationRoles: new Map(organizations.map((row) => [row.organization_id, row.role])),
        projectRoles: new Map(projects.map((row) => [row.project_id, row.role])),
      };
    },

    async findProjectByToken(token: string): Promise<number | undefined> {
      const row = await db
        .selectFrom("project")
        .select("id")
        .where("token", "=", token)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return row?.id;
    },

    async findProjectByApiKey(apiKey: string): Promise<number | undefined> {
      const row = await db
        .selectFrom("project")
        .select("id")
        .where("api_key", "=", apiKey)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return row?.id;
    },

    /** Found by its digest, which an index can do without telling anything of the secret by its timing. */
    async findProjectBySecret(digest: Buffer): Promise<number | undefined> {
      const row = await db
        .selectFrom("project")
        .select("id")
        .where("api_secret_digest", "=", digest)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return row?.id;
    },

    async findProjectOfWorkspace(workspaceId: number): Promise<number | undefined> {
      const row = await db
        .selectFrom("workspace")
        .select("project_id")
        .where("id", "=", workspaceId)
        .executeTakeFirst();
      return row?.project_id;
    },

    async organizationExists(organizationId: number): Promise<boolean> {
      const row = await db
        .selectFrom("organization")
        .select("id")
        .where("id", "=", organizationId)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return row !== undefined;
    },

    async touchServiceAccount(accountId: number, at: Date): Promise<void> {
      await db.updateTable("service_account").set({ last_used_at: at }).where("id", "=", accountId).execute();
    },
  };
}
