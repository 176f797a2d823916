import type { TableRef } from "./connector.ts";
import type { RunFailure } from "./failures.ts";
import type { RunState } from "./sync/states.ts";

export const IMPORT_KINDS = ["event_stream", "people", "groups", "lookup_table"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
export const SYNC_MODES = ["time_based", "mirror_mode", "full_sync", "one_time"] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

/** Nanoseconds, as clients say it: on demand, hourly, daily, weekly. */
export const RUN_EVERY = [0, 3_600_000_000_000, 86_400_000_000_000, 604_800_000_000_000] as const;
export const NANOSECONDS_PER_MS = 1_000_000;

export type Creator = { id: number; name: string; email: string };

export type WarehouseSource = {
  id: number;
  projectId: number;
  name: string;
  type: string;
  /** Values that are no secrets. */
  connection: Record<string, string | number | boolean>;
  /** Sealed, by name. */
  secrets: Record<string, string>;
  lastTest: { ok: boolean; tested_at: string; code: string | null; message: string } | null;
  creator: Creator;
  createdAt: Date;
  deletedAt: Date | null;
};

/** Which column means what, under the names clients use: kept and given back as it came. */
export type Mapping = {
  event_name: string | null;
  event_column_name: string | null;
  time_column_name: string | null;
  user_column_name: string | null;
  device_column_name: string | null;
  company_column_name: string | null;
  json_properties_column_name: string | null;
  insert_time_column_name: string | null;
  property_mappings: Record<string, string> | null;
  excluded_columns: string[];
  primary_key_columns: string[];
  lookback_seconds: number;
  /** Only rows whose time is from `from` on and before `to`. */
  sync_window: { from: string | null; to: string | null } | null;
  assert_time_not_null: boolean;
  group_key: string | null;
  group_id_column: string | null;
  property_key_column_name: string | null;
  service_property: LookupProperty | null;
  null_handling: "keep" | "unset";
};
export type LookupProperty = {
  value: string;
  resourceType: "event" | "user";
  customPropertyId: number | null;
};

/** How far an import got. */
export type Progress = {
  /** The largest insert time that was read, as the connector's cell. */
  cursor: string | null;
  /** How the digests of the stored rows were made. */
  recipe: string | null;
  /** The table as it was last seen, to tell what changed. */
  columns: { name: string; type: string }[] | null;
  /** The next run loads all of it anew. */
  reload: boolean;
  /** The state in which a mirror's table and the store were last equal, row by row. Missing where that cannot be told by versions of rows. */
  equal?: EqualState | null;
};

export type EqualState = {
  history: string;
  mark: string;
  /** How many rows both had. */
  rows: number;
  /** When all rows were last compared. */
  comparedAt: string;
};

export type Warning = { code: string; message: string };

export type WarehouseImport = {
  id: number;
  projectId: number;
  sourceId: number;
  kind: ImportKind;
  syncMode: SyncMode;
  table: TableRef;
  mapping: Mapping;
  databricksParams: Record<string, unknown> | null;
  runEvery: number;
  jobId: string;
  paused: boolean;
  isHeld: boolean;
  isCompleted: boolean;
  lastDispatch: Date | null;
  nextDispatch: Date | null;
  progress: Progress;
  generation: number;
  lookupTableId: string | null;
  warnings: Warning[];
  creator: Creator;
  createdAt: Date;
  deletedAt: Date | null;
};

/** read = inserted + updated + unchanged + duplicate + skipped + failed. What was deleted stands apart. */
export type Counts = {
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
  duplicate: number;
  skipped: number;
  failed: number;
  deleted: number;
};
export const NO_COUNTS: Counts = {
  read: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  duplicate: 0,
  skipped: 0,
  failed: 0,
  deleted: 0,
};

export type Trigger = "create" | "schedule" | "manual" | "reset";
export type RunOptions = { confirmGuard: boolean };
export type CountedWarning = { code: string; count: number; sample: string };

export type Run = {
  id: string;
  importId: number;
  state: RunState;
  trigger: Trigger;
  kind: "full_backfill" | "incremental" | "diff" | null;
  options: RunOptions;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  attempts: number;
  cancelAsked: boolean;
  rowsTotal: number | null;
  counts: Counts;
  cursorFrom: string | null;
  cursorTo: string | null;
  failure: RunFailure | null;
  warnings: CountedWarning[];
  log: { at: string; phase: string; text: string }[];
};

export type FailedRow = {
  number: number;
  rowKey: string;
  code: string;
  field: string;
  message: string;
  value: string | null;
};
