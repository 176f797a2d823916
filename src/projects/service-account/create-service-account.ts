import type { OrganizationRole, OrganizationScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { randomAlphanumeric, SECRET_LENGTH, sha256 } from "../../platform/secrets.ts";
import type { ProjectsDeps } from "../deps.ts";
import {
  checkOrganizationRole,
  checkProjectGrants,
  type GrantFailure,
  type ProjectGrant,
} from "../membership/grants.ts";
import { membershipStore } from "../membership/membership-store.ts";
import { setGrants } from "../membership/set-grants.ts";
import { serviceAccountsStore } from "./service-accounts-store.ts";
import { makeUsername } from "./username.ts";

export type ServiceAccountDraft = {
  label: string;
  role: OrganizationRole;
  expiresAt: Date | null;
  grants: ProjectGrant[];
};
export type CreateServiceAccountFailure = GrantFailure | { code: "expires_in_past" };

/** The secret is in this answer and nowhere else: only its digest is kept. */
export function createServiceAccount(
  deps: Pick<ProjectsDeps, "changes" | "clock" | "randomness">,
  scope: OrganizationScope,
  draft: ServiceAccountDraft,
): Promise<Result<{ id: number; secret: string }, CreateServiceAccountFailure>> {
  return deps.changes.make(
    scope,
    async (tx, record): Promise<Result<{ id: number; secret: string }, CreateServiceAccountFailure>> => {
      if (draft.expiresAt !== null && draft.expiresAt.getTime() <= deps.clock.now())
        return fail({ code: "expires_in_past" });
      const roleCheck = checkOrganizationRole(scope, draft.role);
      if (!roleCheck.ok) return roleCheck;
      const grantCheck = await checkProjectGrants(tx, scope, draft.grants);
      if (!grantCheck.ok) return grantCheck;
      const secret = randomAlphanumeric(deps.randomness, SECRET_LENGTH);
      const username = makeUsername(deps.randomness, draft.label);
      const id = await serviceAccountsStore(tx).create(
        {
          organizationId: scope.organizationId,
          username,
          label: draft.label,
          expiresAt: draft.expiresAt,
          creatorId: scope.principal.id,
        },
        sha256(secret),
      );
      await membershipStore(tx).setOrganizationRole(scope.organizationId, id, draft.role);
      await record({
        action: "service_account.create",
        organizationId: scope.organizationId,
        target: { type: "service_account", id },
        after: { username, role: draft.role, expires: draft.expiresAt },
      });
      await setGrants(
        tx,
        record,
        { organizationId: scope.organizationId, type: "service_account", id },
        draft.grants,
      );
      return ok({ id, secret });
    },
  );
}
