import type { Kysely, Transaction } from "kysely";
import type { OrganizationScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { currentScope } from "../membership/current-scope.ts";
import { checkMayManage, type GrantFailure } from "../membership/grants.ts";
import { membershipStore } from "../membership/membership-store.ts";
import { organizationsStore } from "../organization/organizations-store.ts";
import { type User, usersStore } from "./users-store.ts";

export type NewOwner = { organizationId: number; creatorId: number; email: string; name: string };
export type VouchFailure =
  | GrantFailure
  | { code: "unknown_user"; id: number }
  | { code: "in_another_organization"; email: string };

/** People, for the room where they sign in. What changes them takes the transaction it belongs to. */
export type People = {
  findByEmail(email: string): Promise<User | undefined>;
  find(id: number): Promise<User | undefined>;
  /** An organization they are in; the first one of all for somebody who is still to come. */
  organizationOf(id: number | undefined): Promise<number | undefined>;
  rename(tx: Transaction<ControlTables>, id: number, name: string): Promise<void>;
  /** Whether the caller may let this person in: whoever does could be them. */
  vouch(
    tx: Transaction<ControlTables>,
    scope: OrganizationScope,
    id: number,
  ): Promise<Result<User, VouchFailure>>;
  /** Whether somebody who vouched for this person could do so now: roles may have changed since, on either side. */
  stillVouches(
    tx: Transaction<ControlTables>,
    by: { principalId: number; organizationId: number },
    id: number,
  ): Promise<boolean>;
};

export function createPeople(db: Kysely<ControlTables>): People {
  const users = usersStore(db);
  return {
    findByEmail: users.findByEmail,
    find: users.find,
    organizationOf: async (id) =>
      id === undefined ? (await organizationsStore(db).list())[0]?.id : users.organizationOf(id),
    rename: (tx, id, name) => usersStore(tx).rename(id, name),
    vouch,
    async stillVouches(tx, { principalId, organizationId }, id) {
      const scope = await currentScope(tx, { principalId, organizationId });
      if (scope === "operator" || scope === undefined) return scope !== undefined;
      return (await vouch(tx, scope, id)).ok;
    },
  };
}

async function vouch(...[tx, scope, id]: Parameters<People["vouch"]>): ReturnType<People["vouch"]> {
  const member = await usersStore(tx).findMember(scope.organizationId, id);
  if (member === undefined) return fail({ code: "unknown_user", id });
  const mayManage = await checkMayManage(tx, scope, id);
  if (!mayManage.ok) return mayManage;
  // One person is one row in every organization: an admin of one must not become an owner of another through them.
  const isElsewhere = await usersStore(tx).isInAnother(scope.organizationId, id);
  return isElsewhere && scope.principal.kind !== "operator"
    ? fail({ code: "in_another_organization", email: member.email })
    : ok(member);
}

/** A new person who owns an organization. Undefined: somebody has this address. */
export async function addOwner(tx: Transaction<ControlTables>, draft: NewOwner): Promise<User | undefined> {
  const users = usersStore(tx);
  await users.lockEmail(draft.email);
  if ((await users.findByEmail(draft.email)) !== undefined) return undefined;
  const user = await users.create(draft);
  await membershipStore(tx).setOrganizationRole(draft.organizationId, user.id, "owner");
  return user;
}
