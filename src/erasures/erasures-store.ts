import type { Kysely, Selectable } from "kysely";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { ErasedCounts, Erasure, ErasureState } from "./types.ts";

export type ErasureChange = {
  state?: ErasureState;
  ids?: string[] | null;
  askedIds?: null;
  position?: number;
  segmentsTotal?: number;
  segmentsDone?: number;
  erased?: Partial<ErasedCounts>;
  remains?: number;
  error?: string | null;
  finishedAt?: Date;
};

export type ErasureDraft = {
  projectId: number;
  ids: string[];
  discardsDamaged: boolean;
  requestedBy: string;
};

/** The only file that names the table erasure. */
export function erasuresStore(db: Kysely<ControlTables>) {
  return {
    async add(draft: ErasureDraft): Promise<Erasure> {
      const row = await db
        .insertInto("erasure")
        .values({
          project_id: draft.projectId,
          state: "waiting",
          id_count: draft.ids.length,
          asked_ids: JSON.stringify(draft.ids),
          discards_damaged: draft.discardsDamaged,
          requested_by: draft.requestedBy,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toErasure(row);
    },

    async find(id: number): Promise<Erasure | undefined> {
      const row = await db.selectFrom("erasure").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toErasure(row);
    },

    /** The newest first. */
    async list(
      projectId: number,
      page: { limit: number; before?: number | undefined },
    ): Promise<{ erasures: Erasure[]; next: number | null }> {
      let query = db.selectFrom("erasure").selectAll().where("project_id", "=", projectId);
      if (page.before !== undefined) query = query.where("id", "<", page.before);
      const rows = await query
        .orderBy("id", "desc")
        .limit(page.limit + 1)
        .execute();
      const erasures = rows.slice(0, page.limit).map(toErasure);
      return { erasures, next: rows.length > page.limit ? (erasures.at(-1)?.id ?? null) : null };
    },

    /** Lets go of the ids in erasures that gave up, where all of them have been erased now. */
    async forgetFailed(projectId: number, ids: ReadonlySet<string>): Promise<void> {
      const failed = await db
        .selectFrom("erasure")
        .select(["id", "asked_ids", "ids"])
        .where("project_id", "=", projectId)
        .where("state", "=", "failed")
        .where("asked_ids", "is not", null)
        .execute();
      for (const row of failed) {
        const all = [...(toList(row.asked_ids) ?? []), ...(toList(row.ids) ?? [])];
        if (!all.every((id) => ids.has(id))) continue;
        await db
          .updateTable("erasure")
          .set({ asked_ids: null, ids: null })
          .where("id", "=", row.id)
          .execute();
      }
    },

    async change(id: number, { erased = {}, ...change }: ErasureChange): Promise<void> {
      const given = {
        state: change.state,
        ids: change.ids === null ? null : change.ids && JSON.stringify(change.ids),
        asked_ids: change.askedIds,
        position: change.position,
        segments_total: change.segmentsTotal,
        segments_done: change.segmentsDone,
        events_erased: erased.events,
        profiles_erased: erased.profiles,
        links_erased: erased.links,
        rows_rewritten: erased.rows,
        updates_rewritten: erased.updates,
        samples_erased: erased.samples,
        remains: change.remains,
        error: change.error,
        finished_at: change.finishedAt,
      };
      // Kysely leaves out what is undefined.
      await db.updateTable("erasure").set(given).where("id", "=", id).execute();
    },
  };
}

export type ErasuresStore = ReturnType<typeof erasuresStore>;

const toList = (text: string | null): string[] | null => (text === null ? null : JSON.parse(text));

const toErasure = (row: Selectable<ControlTables["erasure"]>): Erasure => ({
  id: row.id,
  projectId: row.project_id,
  state: row.state as ErasureState,
  idCount: row.id_count,
  askedIds: toList(row.asked_ids),
  ids: toList(row.ids),
  discardsDamaged: row.discards_damaged,
  position: row.position === null ? null : Number(row.position),
  segmentsTotal: row.segments_total,
  segmentsDone: row.segments_done,
  erased: {
    events: Number(row.events_erased),
    profiles: Number(row.profiles_erased),
    links: Number(row.links_erased),
    rows: Number(row.rows_rewritten),
    updates: Number(row.updates_rewritten),
    samples: Number(row.samples_erased),
  },
  remains: row.remains === null ? null : Number(row.remains),
  error: row.error,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at,
  finishedAt: row.finished_at,
});
