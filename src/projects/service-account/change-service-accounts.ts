import type { OrganizationScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { randomAlphanumeric, SECRET_LENGTH, sha256 } from "../../platform/secrets.ts";
import type { ProjectsDeps } from "../deps.ts";
import { membershipStore } from "../membership/membership-store.ts";
import { setGrants, taken } from "../membership/set-grants.ts";
import { type AccountSecret, serviceAccountsStore } from "./service-accounts-store.ts";
import { type ManageFailure, takeAccount, type UnknownServiceAccount } from "./take-account.ts";

const about = (scope: OrganizationScope, id: number) => ({
  organizationId: scope.organizationId,
  target: { type: "service_account", id },
});

/** Gone from all projects at once. An account may delete itself. */
export function deleteServiceAccount(
  deps: Pick<ProjectsDeps, "changes" | "clock">,
  scope: OrganizationScope,
  id: number,
): Promise<Result<undefined, ManageFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<undefined, ManageFailure>> => {
    const account = await takeAccount(tx, scope, id);
    if (!account.ok) return account;
    const members = membershipStore(tx);
    const held = await members.rolesOf(scope.organizationId, id);
    await setGrants(
      tx,
      record,
      { organizationId: scope.organizationId, type: "service_account", id },
      taken(held.grants),
    );
    await serviceAccountsStore(tx).remove(id, new Date(deps.clock.now()));
    await members.removeFromOrganization(scope.organizationId, id);
    const before = { username: account.value.username, role: held.role };
    await record({ ...about(scope, id), action: "service_account.delete", before });
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
    await store.removeExpiredSecrets(id, new Date(now));
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
