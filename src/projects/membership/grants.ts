import type { Transaction } from "kysely";
import {
  type AccountScope,
  effectiveProjectRole,
  type OrganizationRole,
  organizationRoleReaches,
  projectRoleReaches,
} from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { membershipStore, type ProjectGrant } from "./membership-store.ts";

export type { ProjectGrant };

import { fail, ok, type Result } from "../../platform/result.ts";

export type GrantFailure =
  | { code: "role_above_own"; role: string; place: string }
  | { code: "unknown_project"; projectId: number };

/** Nobody may grant a role above their own, in the organization … */
export function checkOrganizationRole(
  scope: AccountScope & { role: OrganizationRole },
  role: OrganizationRole,
): Result<undefined, GrantFailure> {
  return organizationRoleReaches(scope.role, role)
    ? ok(undefined)
    : fail({ code: "role_above_own", role, place: "the organization" });
}

/** … or in a project; and every project must belong to the organization. */
export async function checkProjectGrants(
  tx: Transaction<ControlTables>,
  scope: AccountScope & { organizationId: number; role: OrganizationRole },
  grants: readonly ProjectGrant[],
): Promise<Result<undefined, GrantFailure>> {
  const existing = await projectsOfOrganization(tx, scope.organizationId);
  for (const grant of grants) {
    if (!existing.has(grant.projectId)) return fail({ code: "unknown_project", projectId: grant.projectId });
    if (!reachesInProject(scope, grant)) {
      return fail({ code: "role_above_own", role: grant.role, place: `project ${grant.projectId}` });
    }
  }
  return ok(undefined);
}

/**
 * Whoever may change, rotate or delete an account could use it. So its roles, in the organization and in each project, must not be
 * above one's own.
 */
export async function checkMayManage(
  tx: Transaction<ControlTables>,
  scope: AccountScope & { organizationId: number; role: OrganizationRole },
  principalId: number,
): Promise<Result<undefined, GrantFailure>> {
  const { role, grants } = await membershipStore(tx).rolesOf(scope.organizationId, principalId);
  const check = role === null ? ok(undefined) : checkOrganizationRole(scope, role);
  if (!check.ok) return check;
  // Deleted projects count: restored, the roles in them are worth as much as before.
  const above = grants.find((grant) => !reachesInProject(scope, grant));
  return above === undefined
    ? ok(undefined)
    : fail({ code: "role_above_own", role: above.role, place: `project ${above.projectId}` });
}

function reachesInProject(scope: AccountScope & { role: OrganizationRole }, grant: ProjectGrant): boolean {
  const own = effectiveProjectRole(scope.role, scope.principal.projectRoles.get(grant.projectId));
  return own !== undefined && projectRoleReaches(own, grant.role);
}

export async function projectsOfOrganization(
  tx: Transaction<ControlTables>,
  organizationId: number,
): Promise<Set<number>> {
  const rows = await tx
    .selectFrom("project")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .execute();
  return new Set(rows.map((row) => row.id));
}
