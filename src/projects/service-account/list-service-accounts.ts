import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { membershipStore } from "../membership/membership-store.ts";
import type { AccountInOrganization } from "./service-account-view.ts";
import { serviceAccountsStore } from "./service-accounts-store.ts";

/** The accounts of an organization with their roles. Organizations have few accounts; three small queries read them all. */
export async function listServiceAccounts(
  db: Kysely<ControlTables>,
  organizationId: number,
): Promise<AccountInOrganization[]> {
  const members = membershipStore(db);
  const [accounts, roles, grants] = await Promise.all([
    serviceAccountsStore(db).list(organizationId),
    members.organizationRoles(organizationId),
    members.projectGrants(organizationId),
  ]);
  return accounts.map((account) => ({
    account,
    role: roles.get(account.id) ?? "member",
    grants: grants.get(account.id) ?? [],
  }));
}

export async function findServiceAccount(
  db: Kysely<ControlTables>,
  organizationId: number,
  id: number,
): Promise<AccountInOrganization | undefined> {
  return (await listServiceAccounts(db, organizationId)).find(({ account }) => account.id === id);
}
