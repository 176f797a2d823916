import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Mark } from "./types.ts";

const NONE: Mark = { isFavorited: false, pinnedOn: null };

/** Owns the table experiment_mark. */
export function marksStore(db: Kysely<ControlTables>) {
  return {
    /** By experiment; one without a row is neither favoured nor pinned. */
    async of(principalId: number, ids: readonly string[]): Promise<(id: string) => Mark> {
      if (ids.length === 0) return () => NONE;
      const rows = await db
        .selectFrom("experiment_mark")
        .select(["experiment_id", "is_favorited", sql<string | null>`pinned_on::text`.as("pinned_on")])
        .where("principal_id", "=", principalId)
        .where("experiment_id", "in", ids)
        .execute();
      const marks = new Map(
        rows.map((row) => [row.experiment_id, { isFavorited: row.is_favorited, pinnedOn: row.pinned_on }]),
      );
      return (id) => marks.get(id) ?? NONE;
    },
    async set(principalId: number, id: string, change: Partial<Mark>): Promise<void> {
      const values = {
        ...(change.isFavorited === undefined ? {} : { is_favorited: change.isFavorited }),
        ...(change.pinnedOn === undefined ? {} : { pinned_on: change.pinnedOn }),
      };
      await db
        .insertInto("experiment_mark")
        .values({
          experiment_id: id,
          principal_id: principalId,
          is_favorited: change.isFavorited ?? false,
          pinned_on: change.pinnedOn ?? null,
        })
        .onConflict((conflict) => conflict.columns(["experiment_id", "principal_id"]).doUpdateSet(values))
        .execute();
    },
  };
}
