import type { Transaction } from "kysely";
import type { OrganizationScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { randomAlphanumeric, SECRET_LENGTH, sha256 } from "../../platform/secrets.ts";
import type { ProjectsDeps } from "../deps.ts";
import {
  checkMayManage,
  checkProjectGrants,
  type GrantFailure,
  type ProjectGrant,
  projectsOfOrganization,
} from "../membership/grants.ts";
import { membershipStore } from "../membership/membership-store.ts";
import { type AccountSecret, type ServiceAccount, serviceAccountsStore } from "./service-accounts-store.ts";

export type UnknownServiceAccount = { code: "unknown_service_account"; id: number };

const about = (scope: OrganizationScope, id: number) => ({
  organizationId: scope.organizationId,
  target: { type: "service_account", id },
});

export type ManageFailure = UnknownServiceAccount | GrantFailure;

/** The account, held until the change is done, if the caller may change it. */
async function takeAccount(
  tx: Transaction<ControlTables>,
  scope: OrganizationScope,
  id: number,
): Promise<Result<ServiceAccount, ManageFailure>> {
  const store = serviceAccountsStore(tx);
  await store.lock(id);
  const account = await store.find(scope.organizationId, id);
  if (account === undefined) return fail({ code: "unknown_service_account", id });
  const check = await checkMayManage(tx, scope, id);
  return check.ok ? ok(account) : check;
}

/** Gone from all projects at once. An account may delete itself. */
export function deleteServiceAccount(
  deps: Pick<ProjectsDeps, "changes" | "clock">,
  scope: OrganizationScope,
  id: number,
): Promise<Result<undefined, ManageFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<undefined, ManageFailure>> => {
    const account = await takeAccount(tx, scope, id);
    if (!account.ok) return account;
    await serviceAccountsStore(tx).remove(id, new Date(deps.clock.now()));
    await membershipStore(tx).removeFromOrganization(scope.organizationId, id);
    const before = { username: account.value.username };
    await record({ ...about(scope, id), action: "service_account.delete", before });
    return ok(undefined);
  });
}

/** All accounts to all projects, or nothing. Adding a member again gives the new role. */
export function addToProjects(
  deps: Pick<ProjectsDeps, "changes">,
  scope: OrganizationScope,
  accountIds: readonly number[],
  grants: readonly ProjectGrant[],
): Promise<Result<undefined, ManageFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<undefined, ManageFailure>> => {
    const check = await checkProjectGrants(tx, scope, grants);
    if (!check.ok) return check;
    const members = membershipStore(tx);
    for (const id of accountIds) {
      const account = await takeAccount(tx, scope, id);
      if (!account.ok) return account;
      for (const { projectId, role } of grants) {
        await members.setProjectRole(projectId, id, role);
        await record({
          ...about(scope, id),
          action: "service_account.add_to_project",
          projectId,
          after: { role },
        });
      }
    }
    return ok(undefined);
  });
}

export function removeFromProjects(
  deps: Pick<ProjectsDeps, "changes">,
  scope: OrganizationScope,
  removals: readonly { projectId: number; accountIds: readonly number[] }[],
): Promise<Result<undefined, ManageFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<undefined, ManageFailure>> => {
    const projects = await projectsOfOrganization(tx, scope.organizationId);
    for (const { projectId, accountIds } of removals) {
      if (!projects.has(projectId)) return fail({ code: "unknown_project", projectId });
      for (const id of accountIds) {
        const account = await takeAccount(tx, scope, id);
        if (!account.ok) return account;
        await membershipStore(tx).removeFromProject(projectId, id);
        await record({ ...about(scope, id), action: "service_account.remove_from_project", projectId });
      }
    }
    return ok(undefined);
  });
}

export type Rotation = { secret: string; secretId: number; retiresAt: Date };
export type RotateFailure = ManageFailure | { code: "two_secrets_live"; secretIds: number[] };

/** A second secret goes live; the first keeps working for a while, so that clients can be moved one by one. */
export function rotateSecret(
  deps: Pick<ProjectsDeps, "changes" | "clock" | "randomness">,
  scope: OrganizationScope,
  id: number,
  overlapS: number,
): Promise<Result<Rotation, RotateFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<Rotation, RotateFailure>> => {
    const store = serviceAccountsStore(tx);
    const account = await takeAccount(tx, scope, id);
    if (!account.ok) return account;
    const now = deps.clock.now();
    const live = await store.liveSecrets(id, new Date(now));
    if (live.length > 1)
      return fail({ code: "two_secrets_live", secretIds: live.map((secret) => secret.id) });
    const secret = randomAlphanumeric(deps.randomness, SECRET_LENGTH);
    const added = await store.addSecret(id, sha256(secret));
    const retiresAt = new Date(now + overlapS * 1000);
    await store.retireSecretsBefore(id, added.id, retiresAt);
    await record({
      ...about(scope, id),
      action: "service_account.rotate_secret",
      after: { old_secret_retires: retiresAt },
    });
    return ok({ secret, secretId: added.id, retiresAt });
  });
}

export async function listSecrets(
  deps: Pick<ProjectsDeps, "db" | "clock">,
  scope: OrganizationScope,
  id: number,
): Promise<Result<AccountSecret[], UnknownServiceAccount>> {
  const store = serviceAccountsStore(deps.db);
  if ((await store.find(scope.organizationId, id)) === undefined)
    return fail({ code: "unknown_service_account", id });
  return ok(await store.liveSecrets(id, new Date(deps.clock.now())));
}

export type RetireFailure = ManageFailure | { code: "unknown_secret" } | { code: "last_secret" };

export function retireSecret(
  deps: Pick<ProjectsDeps, "changes" | "clock">,
  scope: OrganizationScope,
  id: number,
  secretId: number,
): Promise<Result<undefined, RetireFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<undefined, RetireFailure>> => {
    const store = serviceAccountsStore(tx);
    const account = await takeAccount(tx, scope, id);
    if (!account.ok) return account;
    const live = await store.liveSecrets(id, new Date(deps.clock.now()));
    if (!live.some((secret) => secret.id === secretId)) return fail({ code: "unknown_secret" });
    if (live.length === 1) return fail({ code: "last_secret" });
    await store.removeSecret(id, secretId);
    await record({
      ...about(scope, id),
      action: "service_account.retire_secret",
      before: { secret_id: secretId },
    });
    return ok(undefined);
  });
}
