import type { Kysely } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";

export type Passkey = { id: number; name: string | null; createdAt: Date; backedUp: boolean };

/** Owns the table sign_in_passkey, together with the library that fills it. */
export function passkeysStore(db: Kysely<ControlTables>) {
  return {
    async list(userId: number): Promise<Passkey[]> {
      return db
        .selectFrom("sign_in_passkey")
        .select(["id", "name", "created_at as createdAt", "backed_up as backedUp"])
        .where("user_id", "=", userId)
        .orderBy("id")
        .execute();
    },
    /** False when this member has no such passkey. */
    async remove(userId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("sign_in_passkey")
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    async removeAll(userId: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("sign_in_passkey")
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
