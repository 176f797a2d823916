import type { Kysely } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { SessionUser } from "../../projects/index.ts";
import { RENEW_AFTER_S, SESSION_S, type SessionCookies } from "./session-cookie.ts";
import { sessionsStore } from "./sessions-store.ts";

export type FindSessionDeps = {
  db: Kysely<ControlTables>;
  clock: Clock;
  cookies: SessionCookies;
  /** However often it is used, a session ends this long after the sign-in. */
  sessionMaxS: number;
};

/** What a browser sent; the shell's claim, as far as it matters here. */
export type Claim = { cookies: string; isSecure: boolean; renew?: (setCookie: string) => void };

export type FoundSession = SessionUser & { expiresAt: Date; token: string };

/**
 * The member behind a session. Every request of the web UI asks, so this takes one query and does not load the library, which would
 * take 50 MB of memory.
 */
export async function findSession(
  { db, clock, cookies, sessionMaxS }: FindSessionDeps,
  claim: Claim,
): Promise<FoundSession | undefined> {
  const cookie = cookies.read(claim.cookies, claim.isSecure);
  if (cookie === undefined) return undefined;
  const nowMs = clock.now();
  const store = sessionsStore(db);
  const session = await store.find(cookie.token, new Date(nowMs));
  if (session === undefined) return undefined;
  const { userId: id, name, email, secondFactor } = session;
  const lastMs = session.createdAt.getTime() + sessionMaxS * 1000;
  if (lastMs <= nowMs) return undefined;
  const found = { id, name, email, secondFactor, token: cookie.token };
  const expiresMs = Math.min(session.expiresAt.getTime(), lastMs);
  const untilMs = Math.min(nowMs + SESSION_S * 1000, lastMs);
  // The cookie must not end before the session does: both are extended, or neither.
  const isRecent = untilMs - expiresMs < RENEW_AFTER_S * 1000;
  if (isRecent || claim.renew === undefined) return { ...found, expiresAt: new Date(expiresMs) };
  await store.drawOut(cookie.token, new Date(nowMs), new Date(untilMs));
  claim.renew(cookies.write(cookie.value, claim.isSecure, Math.ceil((untilMs - nowMs) / 1000)));
  return { ...found, expiresAt: new Date(untilMs) };
}
