import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type Session = {
  userId: number;
  name: string;
  email: string;
  createdAt: Date;
  expiresAt: Date;
  /** Whether a second factor or a passkey took part when it began. */
  secondFactor: boolean;
};

/** Owns the table sign_in_session, together with the library that begins sessions. */
export function sessionsStore(db: Kysely<ControlTables>) {
  return {
    /** A living session of somebody who is still in an organization. */
    async find(token: string, now: Date): Promise<Session | undefined> {
      const { rows } = await sql<Session>`
        select session.user_id as "userId", app_user.name, app_user.email, session.created_at as "createdAt",
          session.expires_at as "expiresAt", session.second_factor as "secondFactor"
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
    /** Where the sessions that a user has now began. */
    async addressesOf(userId: number): Promise<string[]> {
      const rows = await db
        .selectFrom("sign_in_session")
        .select("ip_address")
        .where("user_id", "=", userId)
        .execute();
      return rows.flatMap((row) => row.ip_address ?? []);
    },
    async noteSecondFactor(token: string): Promise<void> {
      await db
        .updateTable("sign_in_session")
        .set({ second_factor: true })
        .where("token", "=", token)
        .execute();
    },
    async end(token: string): Promise<void> {
      await db.deleteFrom("sign_in_session").where("token", "=", token).execute();
    },
    async endAll(userId: number): Promise<void> {
      await db.deleteFrom("sign_in_session").where("user_id", "=", userId).execute();
    },
    async endOthers(userId: number, token: string): Promise<void> {
      await db
        .deleteFrom("sign_in_session")
        .where("user_id", "=", userId)
        .where("token", "!=", token)
        .execute();
    },
    async removeEnded(now: Date): Promise<void> {
      await db.deleteFrom("sign_in_session").where("expires_at", "<=", now).execute();
    },
  };
}
