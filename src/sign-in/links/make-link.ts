import type { Transaction } from "kysely";
import type { AccountScope, OrganizationScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { randomAlphanumeric, SECRET_LENGTH, sha256 } from "../../platform/secrets.ts";
import type { VouchFailure } from "../../projects/index.ts";
import type { SignInDeps } from "../deps.ts";
import { linksStore } from "./links-store.ts";

export type MadeLink = { token: string; expiresAt: Date };

const LIFE_MS = 24 * 3600 * 1000;

/** A link that works once, within a day. Only its digest is kept; earlier ones for the same person end. */
export async function insertLink(
  tx: Transaction<ControlTables>,
  { clock, randomness }: Pick<SignInDeps, "clock" | "randomness">,
  link: { organizationId: number; userId: number | null; creatorId: number },
): Promise<MadeLink & { id: number }> {
  const token = randomAlphanumeric(randomness, SECRET_LENGTH);
  const now = new Date(clock.now());
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  const store = linksStore(tx);
  await store.spend(link.organizationId, link.userId, now);
  await store.removeOld(now);
  const id = await store.create({ ...link, digest: sha256(token), expiresAt });
  return { id, token, expiresAt };
}

type MakeDeps = Pick<SignInDeps, "changes" | "people" | "clock" | "randomness">;

/** For somebody of the organization, who cannot be above the one who makes it. */
export function makeLinkForMember(
  deps: MakeDeps,
  scope: OrganizationScope,
  userId: number,
): Promise<Result<MadeLink, VouchFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<MadeLink, VouchFailure>> => {
    const vouched = await deps.people.vouch(tx, scope, userId);
    if (!vouched.ok) return vouched;
    const { organizationId } = scope;
    const made = await insertLink(tx, deps, { organizationId, userId, creatorId: scope.principal.id });
    await record({
      action: "user.sign_in_link",
      organizationId,
      target: { type: "user", id: userId },
      after: { expires: made.expiresAt.toISOString() },
    });
    return ok(made);
  });
}

export type RescueFailure = { code: "unknown_email"; email: string } | { code: "no_organization" };

/** For the operator of the server: for anybody, or for an owner to come when no address is given. */
export async function makeRescueLink(
  deps: MakeDeps,
  scope: AccountScope,
  email: string | undefined,
): Promise<Result<MadeLink, RescueFailure>> {
  const user = email === undefined ? undefined : await deps.people.findByEmail(email);
  if (email !== undefined && user === undefined) return fail({ code: "unknown_email", email });
  const organizationId = await deps.people.organizationOf(user?.id);
  if (organizationId === undefined) return fail({ code: "no_organization" });
  const userId = user?.id ?? null;
  return deps.changes.make(scope, async (tx, record) => {
    const made = await insertLink(tx, deps, { organizationId, userId, creatorId: scope.principal.id });
    await record({
      action: "user.sign_in_link",
      organizationId,
      target: targetOf(organizationId, userId),
      after: { expires: made.expiresAt.toISOString() },
    });
    return ok(made);
  });
}

const targetOf = (organizationId: number, userId: number | null) =>
  userId === null ? { type: "organization", id: organizationId } : { type: "user", id: userId };

export type WithdrawFailure = { code: "unknown_link"; id: number };

export function withdrawLink(
  deps: MakeDeps,
  scope: OrganizationScope,
  id: number,
): Promise<Result<undefined, WithdrawFailure>> {
  return deps.changes.make(scope, async (tx, record): Promise<Result<undefined, WithdrawFailure>> => {
    const now = new Date(deps.clock.now());
    const link = await linksStore(tx).findOpen(scope.organizationId, id, now);
    if (link === undefined) return fail({ code: "unknown_link", id });
    await linksStore(tx).spend(link.organizationId, link.userId, now);
    await record({
      action: "user.withdraw_sign_in_link",
      organizationId: scope.organizationId,
      target: targetOf(link.organizationId, link.userId),
    });
    return ok(undefined);
  });
}
