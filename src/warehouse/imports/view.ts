import { type Static, Type } from "typebox";
import { moment, nullable } from "../../http/index.ts";
import { importedOf } from "../sync/end-run.ts";
import { publicStatus, RUN_STATES } from "../sync/states.ts";
import { IMPORT_KINDS, type Run, SYNC_MODES, type WarehouseImport } from "../types.ts";

const text = nullable(Type.String());
const WarningView = Type.Object({ code: Type.String(), message: Type.String() });

export const IMPORT_STATES = [
  "IDLE",
  "RUNNING",
  "PAUSED",
  "HELD",
  "COMPLETED",
  "ATTENTION",
  "DELETED",
] as const;

const LookupPropertyView = Type.Object({
  value: Type.String(),
  resourceType: Type.Enum(["event", "user"]),
  customPropertyId: nullable(Type.Integer()),
});

const RunError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  hint: Type.String({ description: "What to do about it." }),
  retryable: Type.Boolean(),
});

export const RunView = Type.Object({
  run_id: Type.String(),
  status: Type.Enum(["RUNNING", "SUCCEEDED", "FAILED", "CANCELLED"]),
  phase: Type.Enum([...RUN_STATES]),
  trigger: Type.String(),
  kind: text,
  start_time: nullable(Type.Integer({ description: "Milliseconds since epoch." })),
  end_time: nullable(Type.Integer()),
  num_events_imported: nullable(Type.Integer()),
  progress: nullable(Type.Number({ description: "0 to 1; null while nobody knows." })),
  rows_total: nullable(Type.Integer()),
  rows_per_second: nullable(Type.Integer()),
  remaining_seconds: nullable(Type.Integer({ description: "A guess, from how fast it went so far." })),
  rows_read: Type.Integer({
    description: "When the run has ended: inserted + updated + unchanged + duplicate + skipped + failed.",
  }),
  rows_inserted: Type.Integer({
    description: "New, and there to stay, also where the run failed or was cancelled.",
  }),
  rows_updated: Type.Integer({ description: "Took the place of an earlier version." }),
  rows_unchanged: Type.Integer({ description: "As they were: nothing was done about them." }),
  rows_duplicate: Type.Integer({ description: "Known already, or one event with another row." }),
  rows_skipped: Type.Integer({
    description:
      "Passed over: without an insert time, dropped by the dictionary, or read by a run that ended before it could store them.",
  }),
  rows_failed: Type.Integer({
    description: "Could become nothing; listed with their reasons under `errors`.",
  }),
  rows_deleted: Type.Integer({ description: "Gone from the table, and taken back. Not among those read." }),
  cursor_from: text,
  cursor_to: text,
  attempts: Type.Integer(),
  error: nullable(RunError),
  warnings: Type.Array(Type.Object({ code: Type.String(), count: Type.Integer(), sample: Type.String() })),
  log: Type.Array(Type.Object({ at: moment(), phase: Type.String(), text: Type.String() })),
});

export const ImportView = Type.Object({
  id: Type.Integer(),
  created: moment(),
  creator_id: Type.Integer(),
  creator_name: Type.String(),
  creator_email: Type.String(),
  warehouse_source_id: Type.Integer(),
  import_type: Type.Enum([...IMPORT_KINDS]),
  sync_mode: Type.Enum([...SYNC_MODES]),
  run_every: Type.Integer({ description: "Nanoseconds; 0 runs on demand." }),
  table_params: Type.Record(Type.String(), Type.String()),
  paused: Type.Boolean(),
  last_dispatch: Type.Integer({ description: "Milliseconds since epoch; 0 before the first." }),
  next_dispatch: nullable(Type.Integer()),
  is_deleted: Type.Boolean(),
  event_name: text,
  event_column_name: text,
  time_column_name: text,
  user_column_name: text,
  device_column_name: text,
  company_column_name: text,
  json_properties_column_name: text,
  insert_time_column_name: text,
  property_mappings: nullable(Type.Record(Type.String(), Type.String())),
  excluded_columns: Type.Array(Type.String()),
  primary_key_columns: Type.Array(Type.String()),
  lookback_seconds: Type.Integer(),
  sync_window: nullable(Type.Object({ from: text, to: text })),
  group_key: text,
  group_id_column: text,
  property_key_column_name: text,
  service_property: nullable(LookupPropertyView),
  lookup_table_id: text,
  databricks_params: nullable(Type.Record(Type.String(), Type.Unknown())),
  job_id: Type.String({ description: "`$warehouse_import_job_id` of its events." }),
  state: Type.Enum([...IMPORT_STATES]),
  last_run: nullable(RunView),
  warnings: Type.Array(WarningView),
});

export type ImportWithRuns = {
  import: WarehouseImport;
  last: Run | undefined;
  isRunning: boolean;
  nowMs: number;
};

export function stateOf({ import: one, last, isRunning }: ImportWithRuns): (typeof IMPORT_STATES)[number] {
  if (one.deletedAt !== null) return "DELETED";
  if (one.paused) return "PAUSED";
  if (isRunning) return "RUNNING";
  if (one.isHeld) return "HELD";
  if (one.isCompleted) return "COMPLETED";
  return last?.state === "FAILED" ? "ATTENTION" : "IDLE";
}

export function toImportView(given: ImportWithRuns): Static<typeof ImportView> {
  const { import: one, last, nowMs } = given;
  const { assert_time_not_null: _, null_handling: __, ...mapping } = one.mapping;
  return {
    id: one.id,
    created: one.createdAt.toISOString(),
    creator_id: one.creator.id,
    creator_name: one.creator.name,
    creator_email: one.creator.email,
    warehouse_source_id: one.sourceId,
    import_type: one.kind,
    sync_mode: one.syncMode,
    run_every: one.runEvery,
    table_params: { ...one.table },
    paused: one.paused,
    last_dispatch: one.lastDispatch?.getTime() ?? 0,
    next_dispatch: one.nextDispatch?.getTime() ?? null,
    is_deleted: one.deletedAt !== null,
    ...mapping,
    lookup_table_id: one.lookupTableId,
    databricks_params: one.databricksParams,
    job_id: one.jobId,
    state: stateOf(given),
    last_run: last === undefined ? null : toRunView(last, nowMs),
    warnings: one.warnings,
  };
}

export function toRunView(run: Run, nowMs: number): Static<typeof RunView> {
  const { counts } = run;
  const status = publicStatus(run.state);
  return {
    run_id: run.id,
    status,
    phase: run.state,
    trigger: run.trigger,
    kind: run.kind,
    start_time: run.startedAt?.getTime() ?? null,
    end_time: run.endedAt?.getTime() ?? null,
    num_events_imported: status === "RUNNING" ? null : importedOf(counts),
    ...speedOf(run, nowMs),
    rows_total: run.rowsTotal,
    rows_read: counts.read,
    rows_inserted: counts.inserted,
    rows_updated: counts.updated,
    rows_unchanged: counts.unchanged,
    rows_duplicate: counts.duplicate,
    rows_skipped: counts.skipped,
    rows_failed: counts.failed,
    rows_deleted: counts.deleted,
    cursor_from: run.cursorFrom,
    cursor_to: run.cursorTo,
    attempts: run.attempts,
    error: run.failure,
    warnings: run.warnings,
    log: run.log,
  };
}

function speedOf(run: Run, nowMs: number) {
  const { read } = run.counts;
  if (run.state === "SUCCEEDED")
    return { progress: 1, rows_per_second: perSecond(run, nowMs), remaining_seconds: 0 };
  if (run.startedAt === null || run.rowsTotal === null) {
    return { progress: null, rows_per_second: null, remaining_seconds: null };
  }
  const speed = perSecond(run, nowMs);
  const left = Math.max(0, run.rowsTotal - read);
  return {
    progress: run.rowsTotal === 0 ? 1 : Math.min(1, read / run.rowsTotal),
    rows_per_second: speed,
    remaining_seconds: run.endedAt === null && speed !== null && speed > 0 ? Math.ceil(left / speed) : null,
  };
}

function perSecond({ startedAt, endedAt, counts }: Run, nowMs: number): number | null {
  if (startedAt === null) return null;
  const seconds = ((endedAt?.getTime() ?? nowMs) - startedAt.getTime()) / 1000;
  return seconds <= 0 ? null : Math.round(counts.read / seconds);
}
