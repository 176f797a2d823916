import type { Frequency, ImportKind, SyncMode } from "./choices.ts";
import type { Run, TableParams } from "./queries.ts";

export const KINDS: readonly { value: ImportKind; label: string; becomes: string }[] = [
  { value: "event_stream", label: "Events", becomes: "Each row becomes an event." },
  { value: "people", label: "User profiles", becomes: "Each row sets properties of one user." },
  { value: "groups", label: "Group profiles", becomes: "Each row sets properties of one group." },
  {
    value: "lookup_table",
    label: "Lookup table",
    becomes: "Rows say more about the values of a property; reports join them.",
  },
];

type ModeWords = {
  value: SyncMode;
  label: string;
  /** What it is for, in one sentence. */
  fits: string;
  newRows: string;
  changed: string;
  deleted: string;
};

/** The four modes and what each does with rows that are new, changed or gone. */
export const MODES: readonly ModeWords[] = [
  {
    value: "time_based",
    label: "Time-based",
    fits: "For tables that only grow, such as logs: cheap, every run reads only what is new.",
    newRows: "added",
    changed: "not noticed",
    deleted: "stay here",
  },
  {
    value: "mirror_mode",
    label: "Mirror",
    fits: "For tables whose rows change: after every run the events equal the table.",
    newRows: "added",
    changed: "replaced",
    deleted: "taken back",
  },
  {
    value: "full_sync",
    label: "Full",
    fits: "For small tables: every run loads all of it, which takes the place of what was there in one step.",
    newRows: "added",
    changed: "replaced",
    deleted: "taken back",
  },
  {
    value: "one_time",
    label: "One-time",
    fits: "For history that no longer changes: loaded once, never again.",
    newRows: "added once",
    changed: "not noticed",
    deleted: "stay here",
  },
];

export const modeLabel = (mode: SyncMode): string => MODES.find(({ value }) => value === mode)?.label ?? mode;
export const kindLabel = (kind: ImportKind): string =>
  KINDS.find(({ value }) => value === kind)?.label ?? kind;

const HOUR_NS = 3_600_000_000_000;
export const FREQUENCIES = [
  { value: "demand", label: "On demand", runEvery: 0 },
  { value: "hour", label: "Every hour", runEvery: HOUR_NS },
  { value: "day", label: "Every day", runEvery: 24 * HOUR_NS },
  { value: "week", label: "Every week", runEvery: 168 * HOUR_NS },
] as const satisfies readonly { value: Frequency; label: string; runEvery: number }[];

export const frequencyOf = (runEvery: number) =>
  FREQUENCIES.find((known) => known.runEvery === runEvery) ?? FREQUENCIES[0];

/** Outermost first; what is kept of a table has no order of its own. */
const TABLE_PARTS = ["project", "dataset", "database", "schema", "table", "path"];

/** `public.orders`, `2026/*.parquet`. */
export const tableName = (table: TableParams): string =>
  Object.entries(table)
    .sort(([one], [other]) => TABLE_PARTS.indexOf(one) - TABLE_PARTS.indexOf(other))
    .map(([, part]) => part)
    .join(".");

const PHASES: Record<Run["phase"], string> = {
  QUEUED: "Queued",
  CONNECTING: "Connecting",
  PLANNING: "Comparing",
  IMPORTING: "Importing",
  COMMITTING: "Storing",
  SUCCEEDED: "Succeeded",
  FAILED: "Failed",
  CANCELLED: "Cancelled",
};
export const phaseWord = (phase: Run["phase"]): string => PHASES[phase];

/** What a run notes, by code: what became of values, or what changed about the table. */
const RUN_WARNINGS: Record<string, string> = {
  unencrypted: "The connection is not encrypted",
  wide_integer: "Whole numbers beyond 2^53, kept as text",
  decimal_as_text: "Decimals of more than 15 digits, kept as text",
  non_finite: "NaN or infinity, left out",
  list_as_text: "Lists of more than 255 items, kept as text",
  nested_as_text: "JSON deeper than 3 levels, kept as text",
  json_as_text: "Values that are no JSON, kept as text",
  json_invalid: "Rows whose JSON column is no object",
  type_unsupported: "Columns of a type that cannot be imported, left out",
  column_added: "Columns that are new",
  column_dropped: "Columns that are gone",
  column_retyped: "Columns of another type than before",
  property_collision: "Values that lost to another of the same name",
  copy_of_event: "Rows with the insert id, time, event and user of another, counted once in reports",
  insert_id_normalised: "Insert ids that no event may have, replaced by one of our own",
  dropped_event: "Rows of events that the dictionary drops, passed over",
  identity_event_ignored: "Rows of events that only say who is who, passed over",
  too_old: "Rows older than this project keeps events, passed over",
  duplicate_key: "Rows with a key that another has too",
  skipped_null_cursor: "Rows without an insert time, passed over",
};
export const runWarningWords = (code: string): string => RUN_WARNINGS[code] ?? code.replaceAll("_", " ");

const TRIGGERS: Record<string, string> = {
  create: "creation",
  schedule: "schedule",
  manual: "user or API",
  reset: "reset",
};
export const triggerWord = (trigger: string): string => TRIGGERS[trigger] ?? trigger;
