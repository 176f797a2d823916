import type { Origin } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { AcceptFailure, Accepting, InspectedInvitation, SignedInUser } from "../../projects/index.ts";
import type { SignInDeps } from "../deps.ts";
import { passkeysStore } from "../passkey/passkeys-store.ts";
import { hashPassword } from "../password/password-hash.ts";
import { findPasswordFault, type PasswordFailure } from "../password/password-rule.ts";
import { passwordsStore } from "../password/passwords-store.ts";
import { secondFactorStore } from "../second-factor/second-factor-store.ts";
import { sessionsStore } from "../session/sessions-store.ts";

export type NewAccount = { name?: string; password?: string };
export type AcceptInvitationFailure =
  | AcceptFailure
  | PasswordFailure
  | { code: "busy" }
  | { code: "name_invalid" };

/** `user` is signed in already, or sets a password with `given`: then `isNew` is true. */
export type AcceptedInvitation = { user: SignedInUser; invitation: InspectedInvitation; isNew: boolean };

/** Accepts for the member who is signed in, or for a person who has no account yet and chooses a name and a password. */
export async function acceptInvitation(
  deps: SignInDeps,
  origin: Origin,
  token: string,
  signedIn: SignedInUser | undefined,
  given: NewAccount,
): Promise<Result<AcceptedInvitation, AcceptInvitationFailure>> {
  const invitation = await deps.invitations.inspect(token, new Date(deps.clock.now()));
  if (!invitation.ok) return invitation;
  const { email } = invitation.value.invitation;
  if (signedIn !== undefined) {
    const joined = await join(deps, origin, token, { userId: signedIn.id }, undefined);
    return joined.ok ? ok({ user: joined.value, invitation: invitation.value, isNew: false }) : joined;
  }
  const { name, password } = given;
  if (name === undefined || name.length > 255 || !/\S/.test(name)) return fail({ code: "name_invalid" });
  if (password === undefined) return fail({ code: "password_length" });
  const fault = await findPasswordFault(password);
  if (fault !== undefined) return fail(fault);
  // Told last: the inviter, who has the link too, learns of an account only by creating one where there is none.
  if (invitation.value.hasAccount) return fail({ code: "sign_in_first", email });
  // After the checks: only a holder of a link that works gets a password hashed.
  const hash = await deps.inTurn(() => hashPassword(password, deps.randomness));
  if (!hash.ok) return hash;
  const joined = await join(deps, origin, token, { name }, hash.value);
  return joined.ok ? ok({ user: joined.value, invitation: invitation.value, isNew: true }) : joined;
}

/** A member and, for a new account, its password, in one transaction. */
function join(
  deps: SignInDeps,
  origin: Origin,
  token: string,
  by: Accepting,
  hash: string | undefined,
): Promise<Result<SignedInUser, AcceptFailure>> {
  return deps.changes.run(async (tx) => {
    const now = new Date(deps.clock.now());
    const joined = await deps.invitations.accept(tx, origin, token, by, now);
    if (!joined.ok || hash === undefined) return joined;
    const { id } = joined.value;
    await passwordsStore(tx).set(id, hash, now);
    // Of an account that begins again nothing lets its former holder in.
    await secondFactorStore(tx).remove(id);
    await passkeysStore(tx).removeAll(id);
    await sessionsStore(tx).endAll(id);
    return joined;
  });
}
