import { type Kysely, type Selectable, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { FailedRow, Run, RunOptions, Trigger } from "../types.ts";
import { NO_COUNTS } from "../types.ts";
import { isEnded, RUN_STATES, type RunEvent, type RunState, TRANSITIONS } from "./states.ts";

const ENDED = RUN_STATES.filter(isEnded);

export type RunChange = Partial<
  Pick<
    Run,
    "counts" | "rowsTotal" | "warnings" | "log" | "failure" | "cursorFrom" | "cursorTo" | "kind" | "attempts"
  > & { startedAt: Date; endedAt: Date }
>;

/** The only file that names the tables warehouse_run and warehouse_failed_row. */
export function runsStore(db: Kysely<ControlTables>) {
  return {
    async add(id: string, importId: number, trigger: Trigger, options: RunOptions): Promise<Run> {
      const row = await db
        .insertInto("warehouse_run")
        .values({ id, import_id: importId, state: "QUEUED", trigger, options: JSON.stringify(options) })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toRun(row);
    },

    async find(id: string): Promise<Run | undefined> {
      const row = await db.selectFrom("warehouse_run").selectAll().where("id", "=", id).executeTakeFirst();
      return row && toRun(row);
    },

    /** The newest first. */
    async list(importId: number, limit: number): Promise<Run[]> {
      const rows = await db
        .selectFrom("warehouse_run")
        .selectAll()
        .where("import_id", "=", importId)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(toRun);
    },

    /** Runs that have not ended, the running one before the one that waits. */
    async open(importIds: readonly number[]): Promise<Run[]> {
      if (importIds.length === 0) return [];
      const rows = await db
        .selectFrom("warehouse_run")
        .selectAll()
        .where("import_id", "in", importIds)
        .where("state", "not in", ENDED)
        .orderBy("created_at")
        .execute();
      return rows.map(toRun);
    },

    /** The last run of each import, whatever became of it. */
    async last(importIds: readonly number[]): Promise<Map<number, Run>> {
      if (importIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("warehouse_run")
        .distinctOn("import_id")
        .selectAll()
        .where("import_id", "in", importIds)
        .orderBy("import_id")
        .orderBy("created_at", "desc")
        .execute();
      return new Map(rows.map((row) => [row.import_id, toRun(row)]));
    },

    /** How many were triggered by hand since then, and when the first of them was. */
    async countManual(importId: number, since: Date): Promise<{ count: number; first: Date | null }> {
      const row = await db
        .selectFrom("warehouse_run")
        .select(({ fn }) => [fn.countAll<string>().as("count"), fn.min("created_at").as("first")])
        .where("import_id", "=", importId)
        .where("trigger", "=", "manual")
        .where("created_at", ">", since)
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), first: row.first };
    },

    /** Moves a run, as the table of transitions says; false when it is in no state for that. */
    async move(id: string, event: RunEvent, change: RunChange = {}): Promise<boolean> {
      const from = RUN_STATES.filter((state) => TRANSITIONS[state][event] !== null);
      const [first] = from;
      const to = first && TRANSITIONS[first][event];
      if (!to) return false;
      const moved = await db
        .updateTable("warehouse_run")
        .set({ state: to, ...toColumns(change) })
        .where("id", "=", id)
        .where("state", "in", from)
        .executeTakeFirst();
      return moved.numUpdatedRows > 0n;
    },

    async change(id: string, change: RunChange): Promise<void> {
      await db.updateTable("warehouse_run").set(toColumns(change)).where("id", "=", id).execute();
    },

    async askToCancel(importId: number): Promise<void> {
      await db
        .updateTable("warehouse_run")
        .set({ cancel_asked: true })
        .where("import_id", "=", importId)
        .where("state", "not in", ENDED)
        .execute();
    },

    async askRunToCancel(id: string): Promise<void> {
      await db.updateTable("warehouse_run").set({ cancel_asked: true }).where("id", "=", id).execute();
    },

    async isCancelAsked(id: string): Promise<boolean> {
      const row = await db
        .selectFrom("warehouse_run")
        .select("cancel_asked")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.cancel_asked ?? true;
    },

    async addFailed(runId: string, rows: readonly FailedRow[]): Promise<void> {
      if (rows.length === 0) return;
      const values = rows.map(({ rowKey, ...row }) => ({ run_id: runId, row_key: rowKey, ...row }));
      await sql`insert into warehouse_failed_row (run_id, number, row_key, code, field, message, value)
        select run_id, number, row_key, code, field, message, value
        from json_populate_recordset(null::warehouse_failed_row, ${JSON.stringify(values)})
        on conflict do nothing`.execute(db);
    },

    async clearFailed(runId: string): Promise<void> {
      await db.deleteFrom("warehouse_failed_row").where("run_id", "=", runId).execute();
    },

    async failed(runId: string, after: number, limit: number): Promise<FailedRow[]> {
      const rows = await db
        .selectFrom("warehouse_failed_row")
        .selectAll()
        .where("run_id", "=", runId)
        .where("number", ">", after)
        .orderBy("number")
        .limit(limit)
        .execute();
      return rows.map(({ row_key, run_id: _, ...row }) => ({ ...row, rowKey: row_key }));
    },
  };
}

export type RunsStore = ReturnType<typeof runsStore>;

const toColumns = (change: RunChange) => ({
  counts: change.counts && JSON.stringify(change.counts),
  warnings: change.warnings && JSON.stringify(change.warnings),
  log: change.log && JSON.stringify(change.log),
  failure: change.failure === null ? null : change.failure && JSON.stringify(change.failure),
  rows_total: change.rowsTotal,
  cursor_from: change.cursorFrom,
  cursor_to: change.cursorTo,
  kind: change.kind,
  attempts: change.attempts,
  started_at: change.startedAt,
  ended_at: change.endedAt,
});

const toRun = (row: Selectable<ControlTables["warehouse_run"]>): Run => ({
  id: row.id,
  importId: row.import_id,
  state: row.state as RunState,
  trigger: row.trigger as Trigger,
  kind: row.kind as Run["kind"],
  options: JSON.parse(row.options),
  createdAt: row.created_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  attempts: row.attempts,
  cancelAsked: row.cancel_asked,
  rowsTotal: row.rows_total === null ? null : Number(row.rows_total),
  counts: { ...NO_COUNTS, ...JSON.parse(row.counts) },
  cursorFrom: row.cursor_from,
  cursorTo: row.cursor_to,
  failure: row.failure === null ? null : JSON.parse(row.failure),
  warnings: JSON.parse(row.warnings),
  log: JSON.parse(row.log),
});
