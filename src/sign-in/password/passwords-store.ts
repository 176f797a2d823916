import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

/** Owns the table sign_in_password, together with the library that changes what is there. */
export function passwordsStore(db: Kysely<ControlTables>) {
  return {
    async set(userId: number, hash: string, now: Date): Promise<void> {
      await db
        .insertInto("sign_in_password")
        .values({ user_id: userId, hash, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, updated_at: now }))
        .execute();
    },
  };
}
