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
  type ProjectGrant,
} from "../membership/grants.ts";
import { membershipStore } from "../membership/membership-store.ts";
import { setGrants, taken } from "../membership/set-grants.ts";
import { type Member, usersStore } from "./users-store.ts";

export type UserDraft = { email: string; name: string; role: OrganizationRole; grants: ProjectGrant[] };
export type AddUserFailure = GrantFailure | { code: "already_member"; email: string };

const about = (scope: OrganizationScope, id: number) => ({
  organizationId: scope.organizationId,
  target: { type: "user", id },
});

/** Adds a person to the organization. Somebody known from another organization keeps their one identity. */
export function addUser(
  deps: Pick<ProjectsDeps, "changes">,
  scope: OrganizationScope,
  draft: UserDraft,
): Promise<Result<number, AddUserFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<number, AddUserFailure>> => {
    const roleCheck = checkOrganizationRole(scope, draft.role);
    if (!roleCheck.ok) return roleCheck;
    const grantCheck = await checkProjectGrants(tx, scope, draft.grants);
    if (!grantCheck.ok) return grantCheck;
    const users = usersStore(tx);
    await users.lockEmail(draft.email);
    const known = await users.findByEmail(draft.email);
    if (known && (await users.findMember(scope.organizationId, known.id))) {
      return fail({ code: "already_member", email: draft.email });
    }
    const user =
      known ?? (await users.create({ email: draft.email, name: draft.name, creatorId: scope.principal.id }));
    const members = membershipStore(tx);
    await members.setOrganizationRole(scope.organizationId, user.id, draft.role);
    await record({
      ...about(scope, user.id),
      action: "user.add",
      after: { email: user.email, role: draft.role },
    });
    await setGrants(
      tx,
      record,
      { organizationId: scope.organizationId, type: "user", id: user.id },
      draft.grants,
    );
    return ok(user.id);
  });
}

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
    await deps.signIns.endSessions(tx, id);
    await record({
      ...about(scope, id),
      action: "user.remove",
      before: { email: before.email, role: before.role },
    });
    return ok(undefined);
  });
}
