import type { Kysely } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { SignedInUser } from "../../projects/index.ts";
import { RENEW_AFTER_S, SESSION_S, type SessionCookies } from "./session-cookie.ts";
import { sessionsStore } from "./sessions-store.ts";

export type FindSessionDeps = { db: Kysely<ControlTables>; clock: Clock; cookies: SessionCookies };

/** What a browser sent; the shell's claim, as far as it matters here. */
export type Claim = { cookies: string; isSecure: boolean; renew?: (setCookie: string) => void };

/**
 * Who is behind a session. Every request of the web UI asks, so this needs one question to the database and nothing of the library,
 * which would take 50 MB of memory once loaded.
 */
export async function findSession(
  { db, clock, cookies }: FindSessionDeps,
  claim: Claim,
): Promise<(SignedInUser & { expiresAt: Date }) | undefined> {
  const cookie = cookies.read(claim.cookies, claim.isSecure);
  if (cookie === undefined) return undefined;
  const nowMs = clock.now();
  const store = sessionsStore(db);
  const session = await store.find(cookie.token, new Date(nowMs));
  if (session === undefined) return undefined;
  const { userId: id, name, email, expiresAt } = session;
  const isRecent = expiresAt.getTime() - nowMs > (SESSION_S - RENEW_AFTER_S) * 1000;
  // The cookie must not end before the session does: both are drawn out, or neither.
  if (isRecent || claim.renew === undefined) return { id, name, email, expiresAt };
  const until = new Date(nowMs + SESSION_S * 1000);
  await store.drawOut(cookie.token, new Date(nowMs), until);
  claim.renew(cookies.write(cookie.value, claim.isSecure));
  return { id, name, email, expiresAt: until };
}
