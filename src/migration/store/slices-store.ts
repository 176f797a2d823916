import { type Kysely, type Selectable, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { PlannedSlice } from "../origin.ts";
import type { JobError, Problem, Slice, SliceCounts, SliceKind, SliceState, TallyLine } from "../types.ts";

export type SliceEnd = {
  state: SliceState;
  counts?: SliceCounts;
  duplicates?: number;
  tally?: readonly TallyLine[];
  problems?: readonly Problem[];
  error?: JobError | null;
};

/** A sum over the slices of a job that have come to an end. */
export type SliceSums = SliceCounts & {
  duplicates: number;
  total: number;
  done: number;
  empty: number;
  failedSlices: number;
  hoursTotal: number;
  hoursDone: number;
};

/** The only file that names the table migration_slice. */
export function slicesStore(db: Kysely<ControlTables>) {
  return {
    async add(jobId: string, slices: readonly PlannedSlice[]): Promise<void> {
      const PAGE = 1000;
      for (let from = 0; from < slices.length; from += PAGE) {
        const rows = slices.slice(from, from + PAGE).map(({ kind, fromMs, beforeMs }) => ({
          job_id: jobId,
          kind,
          from_at: new Date(fromMs),
          before_at: new Date(beforeMs),
          state: "waiting",
        }));
        await db.insertInto("migration_slice").values(rows).execute();
      }
    },

    /** In the order they are loaded: the oldest events first, persons last. */
    async list(jobId: string, states?: readonly SliceState[]): Promise<Slice[]> {
      let query = db.selectFrom("migration_slice").selectAll().where("job_id", "=", jobId);
      if (states !== undefined) query = query.where("state", "in", [...states]);
      const rows = await query.orderBy("kind").orderBy("from_at").orderBy("id").execute();
      return rows.map(toSlice);
    },

    async end(id: string, { state, counts, duplicates, tally, problems, error }: SliceEnd): Promise<void> {
      await db
        .updateTable("migration_slice")
        .set({
          state,
          ...counts,
          duplicates,
          tally: tally && JSON.stringify(tally),
          problems: problems && JSON.stringify(problems),
          error_code: error === null ? null : error?.code,
          error: error === null ? null : error?.message,
        })
        .where("id", "=", id)
        .execute();
    },

    async noteAttempt(id: string, attempts: number): Promise<void> {
      await db.updateTable("migration_slice").set({ attempts }).where("id", "=", id).execute();
    },

    /** Those that failed, or were broken off, are tried once more from their beginning. */
    async beginAgain(jobId: string): Promise<void> {
      await db
        .updateTable("migration_slice")
        .set({
          ...{ state: "waiting", attempts: 0, error: null, error_code: null },
          ...{ exported: 0, accepted: 0, skipped: 0, failed: 0, duplicates: 0, tally: null, problems: null },
        })
        .where("job_id", "=", jobId)
        .where("state", "in", ["failed", "waiting"])
        .execute();
    },

    /** Of migrations that ended before then: counts stay, what they consist of goes. Answers of how many slices. */
    async forgetDetails(endedBefore: Date): Promise<number> {
      const ended = db.selectFrom("migration_job").select("id").where("finished_at", "<", endedBefore);
      const { numUpdatedRows } = await db
        .updateTable("migration_slice")
        .set({ tally: null, problems: null })
        .where("job_id", "in", ended)
        .where((row) => row.or([row("tally", "is not", null), row("problems", "is not", null)]))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async removeAll(jobId: string): Promise<void> {
      await db.deleteFrom("migration_slice").where("job_id", "=", jobId).execute();
    },

    async sum(jobId: string): Promise<SliceSums> {
      const hours = (condition: string) =>
        `coalesce(sum(extract(epoch from before_at - from_at)) filter (where ${condition}), 0) / 3600`;
      const { rows } = await sql<Record<string, string>>`
        select coalesce(sum(exported), 0) as exported, coalesce(sum(accepted), 0) as accepted,
          coalesce(sum(skipped), 0) as skipped, coalesce(sum(failed), 0) as failed,
          coalesce(sum(duplicates), 0) as duplicates,
          count(*) filter (where state <> 'split') as total,
          count(*) filter (where state in ('done', 'empty')) as done,
          count(*) filter (where state = 'empty') as empty,
          count(*) filter (where state = 'failed') as failed_slices,
          ${sql.raw(hours("state <> 'split'"))} as hours_total,
          ${sql.raw(hours("state in ('done', 'empty', 'failed')"))} as hours_done
        from migration_slice where job_id = ${jobId}`.execute(db);
      const row = rows[0] ?? {};
      const of = (name: string): number => Number(row[name] ?? 0);
      return {
        exported: of("exported"),
        accepted: of("accepted"),
        skipped: of("skipped"),
        failed: of("failed"),
        duplicates: of("duplicates"),
        total: of("total"),
        done: of("done"),
        empty: of("empty"),
        failedSlices: of("failed_slices"),
        hoursTotal: of("hours_total"),
        hoursDone: of("hours_done"),
      };
    },
  };
}

export type SlicesStore = ReturnType<typeof slicesStore>;

const toSlice = (row: Selectable<ControlTables["migration_slice"]>): Slice => ({
  id: row.id,
  jobId: row.job_id,
  kind: row.kind as SliceKind,
  fromMs: row.from_at.getTime(),
  beforeMs: row.before_at.getTime(),
  state: row.state as SliceState,
  attempts: row.attempts,
  counts: {
    exported: Number(row.exported),
    accepted: Number(row.accepted),
    skipped: Number(row.skipped),
    failed: Number(row.failed),
  },
  tally: row.tally === null ? [] : JSON.parse(row.tally),
  problems: row.problems === null ? [] : JSON.parse(row.problems),
  error: row.error_code === null ? null : { code: row.error_code, message: row.error ?? "" },
});
