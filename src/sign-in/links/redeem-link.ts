import type { Transaction } from "kysely";
import type { AccountScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { sha256 } from "../../platform/secrets.ts";
import { addOwner, type SignedInUser } from "../../projects/index.ts";
import type { SignInDeps } from "../deps.ts";
import { hashPassword } from "../password/password-hash.ts";
import { findPasswordFault, type PasswordFailure } from "../password/password-rule.ts";
import { passwordsStore } from "../password/passwords-store.ts";
import { sessionsStore } from "../session/sessions-store.ts";
import { type Link, linksStore } from "./links-store.ts";

export type LinkFailure = { code: "unknown_link" } | { code: "link_used" } | { code: "link_expired" };

/** Who a link is for; null: for an owner to come. */
export async function inspectLink(
  { db, clock, people }: Pick<SignInDeps, "db" | "clock" | "people">,
  token: string,
): Promise<Result<{ link: Link; user: SignedInUser | null }, LinkFailure>> {
  const link = living(await linksStore(db).find(sha256(token)), clock.now());
  if (!link.ok) return link;
  const { userId } = link.value;
  if (userId === null) return ok({ link: link.value, user: null });
  const user = await people.find(userId);
  // Never taken for the link of an owner to come.
  return user === undefined ? fail({ code: "unknown_link" }) : ok({ link: link.value, user });
}

function living(link: Link | undefined, nowMs: number): Result<Link, LinkFailure> {
  if (link === undefined) return fail({ code: "unknown_link" });
  if (link.usedAt !== null) return fail({ code: "link_used" });
  return link.expiresAt.getTime() > nowMs ? ok(link) : fail({ code: "link_expired" });
}

export type Redeemed = { token: string; password: string; name?: string; email?: string };
export type RedeemFailure =
  | LinkFailure
  | PasswordFailure
  | { code: "busy" }
  | { code: "name_invalid" }
  | { code: "email_invalid" }
  | { code: "email_fixed" }
  | { code: "email_taken"; email: string };

/** Sets the password, and who the owner is when there is none yet. The link, and every session until then, is used up by it. */
export async function redeemLink(
  deps: SignInDeps,
  origin: AccountScope["origin"],
  given: Redeemed,
): Promise<Result<SignedInUser, RedeemFailure>> {
  // Before the costly part: nobody without a link gets a password hashed.
  const before = await inspectLink(deps, given.token);
  if (!before.ok) return before;
  const fault = (await findPasswordFault(given.password)) ?? firstFault(given, before.value.user);
  if (fault !== undefined) return fail(fault);
  const hash = await deps.inTurn(() => hashPassword(given.password, deps.randomness));
  if (!hash.ok) return hash;
  // Before a new owner has an account, whoever made the link answers for the transaction; its line names the owner.
  const maker = before.value.user ?? { id: before.value.link.creatorId, name: "", email: "" };
  return deps.changes.make(
    scopeOf(maker, origin),
    async (tx): Promise<Result<SignedInUser, RedeemFailure>> => {
      const now = new Date(deps.clock.now());
      const link = living(await linksStore(tx).lock(sha256(given.token)), now.getTime());
      if (!link.ok) return link;
      if (!(await isStillVouched(deps, tx, link.value))) return fail({ code: "link_used" });
      const user = await takePlace(deps, tx, link.value, given, before.value.user);
      if (user === undefined) return fail({ code: "email_taken", email: given.email ?? "" });
      await passwordsStore(tx).set(user.id, hash.value, now);
      await sessionsStore(tx).endAll(user.id);
      await linksStore(tx).spend(link.value.organizationId, link.value.userId, now);
      const isNew = link.value.userId === null;
      await deps.changes.record(tx, scopeOf(user, origin), {
        action: isNew ? "user.add" : "user.set_password",
        organizationId: link.value.organizationId,
        target: { type: "user", id: user.id },
        ...(isNew ? { after: { email: user.email, role: "owner" } } : {}),
      });
      return ok(user);
    },
  );
}

/**
 * A link is worth what its maker may do now: whoever has left, or made one before the person rose above them, must not come in by it.
 */
async function isStillVouched(
  { people }: Pick<SignInDeps, "people">,
  tx: Transaction<ControlTables>,
  { userId, creatorId, organizationId }: Link,
): Promise<boolean> {
  if (userId === null) return true;
  return people.stillVouches(tx, { principalId: creatorId, organizationId }, userId);
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

function firstFault({ name, email }: Redeemed, user: SignedInUser | null): RedeemFailure | undefined {
  const isNamed = name !== undefined && name.length <= 255 && /\S/.test(name);
  if (!isNamed && (name !== undefined || user === null)) return { code: "name_invalid" };
  if (user !== null)
    return email !== undefined && email.toLowerCase() !== user.email.toLowerCase()
      ? { code: "email_fixed" }
      : undefined;
  return email !== undefined && email.length <= 320 && EMAIL.test(email)
    ? undefined
    : { code: "email_invalid" };
}

/** The person the link is for, by the name they want; or the new owner. Undefined: somebody has their address. */
async function takePlace(
  { people }: Pick<SignInDeps, "people">,
  tx: Transaction<ControlTables>,
  { organizationId, creatorId }: Link,
  { name, email = "" }: Redeemed,
  user: SignedInUser | null,
): Promise<SignedInUser | undefined> {
  if (user === null) return addOwner(tx, { organizationId, creatorId, email, name: name ?? "" });
  if (name !== undefined) await people.rename(tx, user.id, name);
  return { ...user, name: name ?? user.name };
}

/** Who did it: the person themselves. */
const scopeOf = (user: SignedInUser, origin: AccountScope["origin"]): AccountScope => ({
  principal: { ...user, kind: "user", organizationRoles: new Map(), projectRoles: new Map() },
  origin,
});
