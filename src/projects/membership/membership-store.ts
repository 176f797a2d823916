import type { Kysely } from "kysely";
import type { OrganizationRole, ProjectRole } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type ProjectGrant = { projectId: number; role: ProjectRole };

/** Owns the tables organization_member and project_member. Takes a transaction or the plain database alike. */
export function membershipStore(db: Kysely<ControlTables>) {
  return {
    async setOrganizationRole(
      organizationId: number,
      principalId: number,
      role: OrganizationRole,
    ): Promise<void> {
      await db
        .insertInto("organization_member")
        .values({ organization_id: organizationId, principal_id: principalId, role })
        .onConflict((conflict) => conflict.columns(["organization_id", "principal_id"]).doUpdateSet({ role }))
        .execute();
    },

    /** Adding a member again gives the new role. */
    async setProjectRole(projectId: number, principalId: number, role: ProjectRole): Promise<void> {
      await db
        .insertInto("project_member")
        .values({ project_id: projectId, principal_id: principalId, role })
        .onConflict((conflict) => conflict.columns(["project_id", "principal_id"]).doUpdateSet({ role }))
        .execute();
    },

    async findProjectRole(projectId: number, principalId: number): Promise<ProjectRole | undefined> {
      const row = await db
        .selectFrom("project_member")
        .select("role")
        .where("project_id", "=", projectId)
        .where("principal_id", "=", principalId)
        .executeTakeFirst();
      return row?.role;
    },

    /** What an account holds in an organization, deleted projects included. */
    async rolesOf(
      organizationId: number,
      principalId: number,
    ): Promise<{ role: OrganizationRole | null; grants: ProjectGrant[] }> {
      const member = await db
        .selectFrom("organization_member")
        .select("role")
        .where("organization_id", "=", organizationId)
        .where("principal_id", "=", principalId)
        .executeTakeFirst();
      const grants = await db
        .selectFrom("project_member as member")
        .innerJoin("project", "project.id", "member.project_id")
        .select(["member.project_id as projectId", "member.role"])
        .where("member.principal_id", "=", principalId)
        .where("project.organization_id", "=", organizationId)
        .orderBy("member.project_id")
        .execute();
      return { role: member?.role ?? null, grants };
    },

    async removeFromProject(projectId: number, principalId: number): Promise<void> {
      await db
        .deleteFrom("project_member")
        .where("project_id", "=", projectId)
        .where("principal_id", "=", principalId)
        .execute();
    },

    /** Takes away the role in the organization and in each of its projects. */
    async removeFromOrganization(organizationId: number, principalId: number): Promise<void> {
      await db
        .deleteFrom("project_member")
        .where("principal_id", "=", principalId)
        .where("project_id", "in", (own) =>
          own.selectFrom("project").select("id").where("organization_id", "=", organizationId),
        )
        .execute();
      await db
        .deleteFrom("organization_member")
        .where("organization_id", "=", organizationId)
        .where("principal_id", "=", principalId)
        .execute();
    },

    /** Who owns an organization, people and service accounts alike. Nobody else takes a role away from them meanwhile. */
    async lockOwners(organizationId: number): Promise<number[]> {
      const rows = await db
        .selectFrom("organization_member")
        .select("principal_id")
        .where("organization_id", "=", organizationId)
        .where("role", "=", "owner")
        .orderBy("principal_id")
        .forUpdate()
        .execute();
      return rows.map((row) => row.principal_id);
    },

    async organizationRoles(organizationId: number): Promise<Map<number, OrganizationRole>> {
      const rows = await db
        .selectFrom("organization_member")
        .select(["principal_id", "role"])
        .where("organization_id", "=", organizationId)
        .execute();
      return new Map(rows.map((row) => [row.principal_id, row.role]));
    },

    /** Grants in the organization's living projects, by account. */
    async projectGrants(organizationId: number): Promise<Map<number, ProjectGrant[]>> {
      const rows = await db
        .selectFrom("project_member as member")
        .innerJoin("project", "project.id", "member.project_id")
        .select(["member.principal_id", "member.project_id", "member.role"])
        .where("project.organization_id", "=", organizationId)
        .where("project.deleted_at", "is", null)
        .orderBy("member.project_id")
        .execute();
      const grants = new Map<number, ProjectGrant[]>();
      for (const row of rows) {
        const own = grants.get(row.principal_id) ?? [];
        own.push({ projectId: row.project_id, role: row.role });
        grants.set(row.principal_id, own);
      }
      return grants;
    },
  };
}
