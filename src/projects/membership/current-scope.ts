import type { Transaction } from "kysely";
import { type OrganizationScope, organizationRoleReaches, PERMISSIONS } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { credentialsStore } from "../authentication/credentials-store.ts";
import { getOperatorId } from "../bootstrap/first-start.ts";

/**
 * What an account that let somebody in may do now, long after its own request: roles may have changed since. `operator` may do
 * everything; undefined may not manage the organization's people any more.
 */
export async function currentScope(
  tx: Transaction<ControlTables>,
  { principalId, organizationId }: { principalId: number; organizationId: number },
): Promise<OrganizationScope | "operator" | undefined> {
  if (principalId === (await getOperatorId(tx))) return "operator";
  const { organizationRoles, projectRoles } = await credentialsStore(tx).findMembership(principalId);
  const role = organizationRoles.get(organizationId);
  if (role === undefined || !organizationRoleReaches(role, PERMISSIONS["users:write"].least))
    return undefined;
  const principal = { id: principalId, kind: "user", name: "", email: "" } as const;
  return {
    principal: { ...principal, organizationRoles, projectRoles },
    origin: { requestId: "", clientAddress: "" },
    organizationId,
    role,
  };
}
