/** The moments at which a crash is worth trying. In the order they come in an apply, a checkpoint, a compaction. */
export const STORE_CRASH_POINTS = [
  "store.column_added",
  "store.rows_loaded",
  "store.before_commit",
  "store.after_commit",
  "store.before_checkpoint",
  "store.checkpoint",
  "store.compaction_step",
  "store.snapshot",
  "store.set_aside",
] as const;
export type StoreCrashPoint = (typeof STORE_CRASH_POINTS)[number];

/** Called at each of them. Tests end the process there. */
export type ReachStore = (point: StoreCrashPoint) => void;
