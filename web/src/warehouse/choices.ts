import type { Import } from "./queries.ts";

export type ImportKind = Import["import_type"];
export type SyncMode = Import["sync_mode"];

/** Apart from their words, which a first visit need not load: addresses are read before any page is. */
export const KIND_VALUES: readonly ImportKind[] = ["event_stream", "people", "groups", "lookup_table"];
export const MODE_VALUES: readonly SyncMode[] = ["time_based", "mirror_mode", "full_sync", "one_time"];
export const FREQUENCY_VALUES = ["demand", "hour", "day", "week"] as const;
export type Frequency = (typeof FREQUENCY_VALUES)[number];
