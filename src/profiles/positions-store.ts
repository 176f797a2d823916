import type { Kysely } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";

/** How far the frames of this server's journal have been applied. */
export function positionsStore(db: Kysely<ControlTables>, journalId: string) {
  const own = (lane: string) =>
    db.selectFrom("profile_position").where("journal_id", "=", journalId).where("lane", "=", lane);
  return {
    async find(lane: string): Promise<number> {
      const row = await own(lane).select("position").executeTakeFirst();
      return Number(row?.position ?? 0);
    },
    /** Holds the row until the transaction ends: a second server on the same journal would wait here, and pass over what we applied. */
    async lock(lane: string): Promise<number> {
      await db
        .insertInto("profile_position")
        .values({ journal_id: journalId, lane, position: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await own(lane).select("position").forUpdate().executeTakeFirstOrThrow();
      return Number(row.position);
    },
    /** Never backwards. */
    async move(lane: string, position: number): Promise<void> {
      await db
        .insertInto("profile_position")
        .values({ journal_id: journalId, lane, position })
        .onConflict((conflict) =>
          conflict
            .columns(["journal_id", "lane"])
            .doUpdateSet({ position })
            .where("profile_position.position", "<", String(position)),
        )
        .execute();
    },
  };
}
