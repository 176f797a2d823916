import type { Transaction } from "kysely";
import type { OrganizationRole, OrganizationScope, ProjectRole } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ProjectsDeps } from "../deps.ts";
import {
  checkMayManage,
  checkOrganizationRole,
  checkProjectGrants,
  type GrantFailure,
} from "../membership/grants.ts";
import { membershipStore } from "../membership/membership-store.ts";
import { setGrants, taken } from "../membership/set-grants.ts";
import { type Member, usersStore } from "./users-store.ts";

const about = (scope: OrganizationScope, id: number) => ({
  organizationId: scope.organizationId,
  target: { type: "user", id },
});

export type UserChange = {
  role?: OrganizationRole;
  /** A role, or null to take it away. */
  projects: { projectId: number; role: ProjectRole | null }[];
};
export type ChangeUserFailure =
  | GrantFailure
  | { code: "unknown_user"; id: number }
  | { code: "last_owner"; email: string };

/** An organization that nobody owns could not be mended by anybody in it. */
async function checkOwnersLeft(
  tx: Transaction<ControlTables>,
  scope: OrganizationScope,
  leaving: Member,
): Promise<Result<undefined, ChangeUserFailure>> {
  const owners = await membershipStore(tx).lockOwners(scope.organizationId);
  const isLast = owners.every((id) => id === leaving.id) && owners.length > 0;
  return isLast ? fail({ code: "last_owner", email: leaving.email }) : ok(undefined);
}

export function changeUser(
  deps: Pick<ProjectsDeps, "changes">,
  scope: OrganizationScope,
  id: number,
  change: UserChange,
): Promise<Result<number, ChangeUserFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<number, ChangeUserFailure>> => {
    const before = await usersStore(tx).findMember(scope.organizationId, id);
    if (before === undefined) return fail({ code: "unknown_user", id });
    const mayManage = await checkMayManage(tx, scope, id);
    if (!mayManage.ok) return mayManage;
    const members = membershipStore(tx);
    if (change.role !== undefined) {
      const check = checkOrganizationRole(scope, change.role);
      if (!check.ok) return check;
      const left = change.role === "owner" ? ok(undefined) : await checkOwnersLeft(tx, scope, before);
      if (!left.ok) return left;
      await members.setOrganizationRole(scope.organizationId, id, change.role);
    }
    // Taking a role away still needs the project to be one of the organization's.
    const asked = change.projects.map(({ projectId, role }) => ({
      projectId,
      role: role ?? ("consumer" as const),
    }));
    const check = await checkProjectGrants(tx, scope, asked);
    if (!check.ok) return check;
    await setGrants(tx, record, { organizationId: scope.organizationId, type: "user", id }, change.projects);
    await record({
      ...about(scope, id),
      action: "user.change",
      before: { role: before.role },
      after: { role: change.role ?? before.role },
    });
    return ok(id);
  });
}

export function removeUser(
  deps: Pick<ProjectsDeps, "changes" | "signIns">,
  scope: OrganizationScope,
  id: number,
): Promise<Result<undefined, ChangeUserFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<undefined, ChangeUserFailure>> => {
    const before = await usersStore(tx).findMember(scope.organizationId, id);
    if (before === undefined) return fail({ code: "unknown_user", id });
    const mayManage = await checkMayManage(tx, scope, id);
    if (!mayManage.ok) return mayManage;
    const left = await checkOwnersLeft(tx, scope, before);
    if (!left.ok) return left;
    const members = membershipStore(tx);
    const held = await members.rolesOf(scope.organizationId, id);
    await setGrants(
      tx,
      record,
      { organizationId: scope.organizationId, type: "user", id },
      taken(held.grants),
    );
    await members.removeFromOrganization(scope.organizationId, id);
    // Access is looked up with each request; sessions go only with the last organization.
    if ((await usersStore(tx).organizationOf(id)) === undefined) await deps.signIns.endSessions(tx, id);
    await record({
      ...about(scope, id),
      action: "user.remove",
      before: { email: before.email, role: before.role },
    });
    return ok(undefined);
  });
}
