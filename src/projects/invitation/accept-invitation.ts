import type { Kysely, Transaction } from "kysely";
import type { AccountScope, Origin } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { sha256 } from "../../platform/secrets.ts";
import type { Change, Changes } from "../audit/changes.ts";
import { currentScope } from "../membership/current-scope.ts";
import { checkOrganizationRole, checkProjectGrants } from "../membership/grants.ts";
import { membershipStore } from "../membership/membership-store.ts";
import { setGrants } from "../membership/set-grants.ts";
import { organizationsStore } from "../organization/organizations-store.ts";
import { projectsStore } from "../project/projects-store.ts";
import { type User, usersStore } from "../user/users-store.ts";
import { type Invitation, type InvitationWithGrants, invitationsStore } from "./invitations-store.ts";

export type InvitationFailure = { code: "unknown_link" } | { code: "link_used" } | { code: "link_expired" };
export type AcceptFailure =
  | InvitationFailure
  | { code: "sign_in_first"; email: string }
  | { code: "other_account"; email: string };

/** What the holder of the link is told. */
export type InspectedInvitation = {
  invitation: Invitation;
  organization: { id: number; name: string };
  projects: { id: number; name: string; role: string }[];
  /** Whether the address has an account that can sign in. */
  hasAccount: boolean;
};

/** Who accepts: a member who is signed in, or a person who has no account yet. */
export type Accepting = { userId: number } | { name: string };

/** Invitations, for the module where people sign in. What changes them takes the transaction it belongs to. */
export type Invitations = {
  inspect(token: string, now: Date): Promise<Result<InspectedInvitation, InvitationFailure>>;
  /** Makes the person a member, and their account where there is none. */
  accept(
    tx: Transaction<ControlTables>,
    origin: Origin,
    token: string,
    by: Accepting,
    now: Date,
  ): Promise<Result<User, AcceptFailure>>;
};

export const createInvitations = (
  db: Kysely<ControlTables>,
  changes: Pick<Changes, "record">,
): Invitations => ({
  async inspect(token, now) {
    const found = pending(await invitationsStore(db).find(sha256(token)), now);
    if (!found.ok) return found;
    const { organizationId, grants, email } = found.value;
    const organization = await organizationsStore(db).find(organizationId);
    if (organization === undefined) return fail({ code: "link_used" });
    const projects = await Promise.all(
      grants.map(async ({ projectId, role }) => {
        const project = await projectsStore(db).find(projectId);
        return project === undefined ? [] : [{ id: project.id, name: project.name, role }];
      }),
    );
    return ok({
      invitation: found.value,
      organization: { id: organization.id, name: organization.name },
      projects: projects.flat(),
      hasAccount: (await findAccount(db, email)) !== undefined,
    });
  },

  async accept(tx, origin, token, by, now) {
    const found = pending(await invitationsStore(tx).lock(sha256(token)), now);
    if (!found.ok) return found;
    const { email, organizationId, inviterId } = found.value;
    await usersStore(tx).lockEmail(email);
    const account = await findAccount(tx, email);
    if ("userId" in by && by.userId !== account?.id) return fail({ code: "other_account", email });
    if ("name" in by && account !== undefined) return fail({ code: "sign_in_first", email });
    if (!(await mayStillInvite(tx, found.value))) return fail({ code: "link_used" });
    const user =
      account ??
      (await makeAccount(tx, { email, creatorId: inviterId, name: "name" in by ? by.name : email }));
    await invitationsStore(tx).end(organizationId, email, now);
    await join(tx, user, found.value, (change) => changes.record(tx, scopeOf(user, origin), change));
    return ok(user);
  },
});

async function join(
  tx: Transaction<ControlTables>,
  user: User,
  { id, organizationId, role, grants }: InvitationWithGrants,
  record: (change: Change) => Promise<void>,
): Promise<void> {
  // A person who became a member another way meanwhile keeps the roles they have.
  if ((await usersStore(tx).findMember(organizationId, user.id)) !== undefined) return;
  await membershipStore(tx).setOrganizationRole(organizationId, user.id, role);
  await record({
    action: "user.add",
    organizationId,
    target: { type: "user", id: user.id },
    after: { email: user.email, role, invitation: id },
  });
  await setGrants(tx, record, { organizationId, type: "user", id: user.id }, grants);
}

/** The person themselves did it. */
const scopeOf = ({ id, name, email }: User, origin: Origin): AccountScope => ({
  principal: {
    ...{ id, name, email, kind: "user" },
    ...{ organizationRoles: new Map(), projectRoles: new Map() },
  },
  origin,
});

function pending<Found extends Invitation>(
  invitation: Found | undefined,
  now: Date,
): Result<Found, InvitationFailure> {
  if (invitation === undefined) return fail({ code: "unknown_link" });
  if (invitation.endedAt !== null) return fail({ code: "link_used" });
  return invitation.expiresAt > now ? ok(invitation) : fail({ code: "link_expired" });
}

/** The account with this address, if it is in an organization: others cannot sign in, and are begun again by the link. */
async function findAccount(db: Kysely<ControlTables>, email: string): Promise<User | undefined> {
  const users = usersStore(db);
  const user = await users.findByEmail(email);
  return user !== undefined && (await users.organizationOf(user.id)) !== undefined ? user : undefined;
}

/** A new account, or the row of somebody who has left every organization: one person stays one row. */
async function makeAccount(
  tx: Transaction<ControlTables>,
  draft: { email: string; name: string; creatorId: number },
): Promise<User> {
  const users = usersStore(tx);
  const left = await users.findByEmail(draft.email);
  if (left === undefined) return users.create(draft);
  await users.rename(left.id, draft.name);
  return { ...left, name: draft.name };
}

/** An invitation is worth what its inviter may do now. */
async function mayStillInvite(
  tx: Transaction<ControlTables>,
  { inviterId, organizationId, role, grants }: InvitationWithGrants,
): Promise<boolean> {
  if ((await organizationsStore(tx).find(organizationId)) === undefined) return false;
  const scope = await currentScope(tx, { principalId: inviterId, organizationId });
  if (scope === "operator" || scope === undefined) return scope !== undefined;
  return checkOrganizationRole(scope, role).ok && (await checkProjectGrants(tx, scope, grants)).ok;
}
