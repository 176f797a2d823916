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
import { usersStore } from "../user/users-store.ts";
import { type InvitationWithGrants, invitationsStore } from "./invitations-store.ts";

export type InvitationDraft = {
  email: string;
  name: string | null;
  role: OrganizationRole;
  grants: ProjectGrant[];
};
export type InviteFailure = GrantFailure | { code: "already_member"; email: string };
export type MadeInvitation = { invitation: InvitationWithGrants; token: string };

const LIFE_MS = 7 * 24 * 3600 * 1000;

/**
 * Invites an address. Whether somebody has an account with it is not looked up, so the response and the time it takes are the same
 * for a known address and an unknown one. An earlier invitation of the same address to the same organization ends.
 */
export function inviteUser(
  { changes, clock, randomness }: Pick<ProjectsDeps, "changes" | "clock" | "randomness">,
  scope: OrganizationScope,
  draft: InvitationDraft,
): Promise<Result<MadeInvitation, InviteFailure>> {
  return changes.make(scope, async (tx, record): Promise<Result<MadeInvitation, InviteFailure>> => {
    const { organizationId, principal } = scope;
    const roleCheck = checkOrganizationRole(scope, draft.role);
    if (!roleCheck.ok) return roleCheck;
    const grantCheck = await checkProjectGrants(tx, scope, draft.grants);
    if (!grantCheck.ok) return grantCheck;
    const users = usersStore(tx);
    await users.lockEmail(draft.email);
    if (await users.isMember(organizationId, draft.email))
      return fail({ code: "already_member", email: draft.email });
    const invitations = invitationsStore(tx);
    const now = new Date(clock.now());
    await invitations.end(organizationId, draft.email, now);
    await invitations.removeOld(now);
    const token = randomAlphanumeric(randomness, SECRET_LENGTH);
    const digest = sha256(token);
    const id = await invitations.create({
      ...draft,
      ...{ organizationId, digest, inviterId: principal.id, inviterName: principal.name },
      expiresAt: new Date(now.getTime() + LIFE_MS),
    });
    await record({
      action: "invitation.create",
      organizationId,
      target: { type: "invitation", id },
      after: {
        email: draft.email,
        role: draft.role,
        projects: draft.grants.map(({ projectId, role }) => ({ id: projectId, role })),
      },
    });
    const invitation = await invitations.find(digest);
    if (invitation === undefined) throw new Error("an invitation that was just stored is not there");
    return ok({ invitation, token });
  });
}

export type WithdrawFailure = { code: "unknown_invitation"; id: number };

export function withdrawInvitation(
  { changes, clock }: Pick<ProjectsDeps, "changes" | "clock">,
  scope: OrganizationScope,
  id: number,
): Promise<Result<undefined, WithdrawFailure>> {
  return changes.make(scope, async (tx, record): Promise<Result<undefined, WithdrawFailure>> => {
    const now = new Date(clock.now());
    const invitations = invitationsStore(tx);
    const found = await invitations.findOpen(scope.organizationId, id, now);
    if (found === undefined) return fail({ code: "unknown_invitation", id });
    await invitations.end(scope.organizationId, found.email, now);
    await record({
      action: "invitation.withdraw",
      organizationId: scope.organizationId,
      target: { type: "invitation", id },
      before: { email: found.email, role: found.role },
    });
    return ok(undefined);
  });
}
