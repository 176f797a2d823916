import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

/** Owns the table sign_in_password, together with the library that changes what is there. */
export function passwordsStore(db: Kysely<ControlTables>) {
  return {
    async having(userIds: readonly number[]): Promise<Set<number>> {
      if (userIds.length === 0) return new Set();
      const rows = await db
        .selectFrom("sign_in_password")
        .select("user_id")
        .where("user_id", "in", userIds)
        .execute();
      return new Set(rows.map((row) => row.user_id));
    },
    async isEmpty(): Promise<boolean> {
      const row = await db.selectFrom("sign_in_password").select("user_id").limit(1).executeTakeFirst();
      return row === undefined;
    },
    async set(userId: number, hash: string, now: Date): Promise<void> {
      await db
        .insertInto("sign_in_password")
        .values({ user_id: userId, hash, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, updated_at: now }))
        .execute();
    },
  };
}
