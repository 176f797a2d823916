import type { Import, Run, TableParams } from "./queries.ts";

export type ImportKind = Import["import_type"];
export type SyncMode = Import["sync_mode"];

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
  { value: "demand", label: "On demand (by API or Sync now)", runEvery: 0 },
  { value: "hour", label: "Every hour", runEvery: HOUR_NS },
  { value: "day", label: "Every day", runEvery: 24 * HOUR_NS },
  { value: "week", label: "Every week", runEvery: 168 * HOUR_NS },
] as const;
export type Frequency = (typeof FREQUENCIES)[number]["value"];

export const frequencyOf = (runEvery: number) =>
  FREQUENCIES.find((known) => known.runEvery === runEvery) ?? FREQUENCIES[0];

/** `public.orders`, `2026/*.parquet`. */
export const tableName = (table: TableParams): string => Object.values(table).join(".");

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

const TRIGGERS: Record<string, string> = {
  create: "creation",
  schedule: "schedule",
  manual: "user or API",
  reset: "reset",
};
export const triggerWord = (trigger: string): string => TRIGGERS[trigger] ?? trigger;
