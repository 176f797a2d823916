import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

/** Owns the table sign_in_challenge, together with the library that fills it. */
export const challengesStore = (db: Kysely<ControlTables>) => ({
  async removeEnded(now: Date): Promise<void> {
    await db.deleteFrom("sign_in_challenge").where("expires_at", "<=", now).execute();
  },
});
