import type { Transaction } from "kysely";
import type { OrganizationScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { checkMayManage, type GrantFailure } from "../membership/grants.ts";
import { type ServiceAccount, serviceAccountsStore } from "./service-accounts-store.ts";

export type UnknownServiceAccount = { code: "unknown_service_account"; id: number };
export type ManageFailure = UnknownServiceAccount | GrantFailure;

/** The account, held until the change is done, if the caller may change it. */
export async function takeAccount(
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
