import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type Session = { userId: number; name: string; email: string; expiresAt: Date };

/** Owns the table sign_in_session, together with the library that begins sessions. */
export function sessionsStore(db: Kysely<ControlTables>) {
  return {
    /** A living session of somebody who is still in an organization. */
    async find(token: string, now: Date): Promise<Session | undefined> {
      const { rows } = await sql<Session>`
        select session.user_id as "userId", app_user.name, app_user.email, session.expires_at as "expiresAt"
        from sign_in_session session
        join sign_in_user on sign_in_user.id = session.user_id
        join app_user on app_user.id = session.user_id
        where session.token = ${token} and session.expires_at > ${now}`.execute(db);
      return rows[0];
    },
    async drawOut(token: string, now: Date, until: Date): Promise<void> {
      await db
        .updateTable("sign_in_session")
        .set({ expires_at: until, updated_at: now })
        .where("token", "=", token)
        .execute();
    },
    async endAll(userId: number): Promise<void> {
      await db.deleteFrom("sign_in_session").where("user_id", "=", userId).execute();
    },
    async removeEnded(now: Date): Promise<void> {
      await db.deleteFrom("sign_in_session").where("expires_at", "<=", now).execute();
    },
  };
}
