import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { sha256 } from "../../platform/secrets.ts";

/** A code is valid for its half minute and the ones beside it. */
const CODE_LIVES_MS = 90_000;

/** Owns the table sign_in_second_factor, together with the library that fills it. */
export function secondFactorStore(db: Kysely<ControlTables>) {
  return {
    async isOn(userId: number): Promise<boolean> {
      const row = await db
        .selectFrom("sign_in_second_factor")
        .select("id")
        .where("user_id", "=", userId)
        .where("verified", "=", true)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** False when this very code was used before: read over a shoulder, it must not work twice. */
    async useCode(userId: number, code: string, now: Date): Promise<boolean> {
      const digest = sha256(code);
      const { numUpdatedRows } = await db
        .updateTable("sign_in_second_factor")
        .set({ last_code_digest: digest, last_code_at: now })
        .where("user_id", "=", userId)
        .where((where) =>
          where.or([
            sql<boolean>`last_code_digest is distinct from ${digest}`,
            where("last_code_at", "<", new Date(now.getTime() - CODE_LIVES_MS)),
          ]),
        )
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    /** Answers whether there was one. */
    async remove(userId: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("sign_in_second_factor")
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
