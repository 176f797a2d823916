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
    /** The live secrets behind a user name, each with the moment it stops working, whichever of account and secret ends first. */
    async findSecrets(username: string): Promise<StoredSecret[]> {
      return db
        .selectFrom("service_account as account")
        .innerJoin("service_account_secret as secret", "secret.service_account_id", "account.id")
        .select(["account.id as accountId", "secret.digest"])
        .select(sql<Date | null>`least(account.expires_at, secret.expires_at)`.as("expiresAt"))
        .where("account.username", "=", username)
        .where("account.deleted_at", "is", null)
        .execute();
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
