export type { Journal, RewriteFailure, WaitOptions } from "./contract.ts";
export type { Files, OpenFile } from "./files.ts";
export type { SyncReport } from "./lane-writer.ts";
export { type JournalOptions, type OpenFailure, openJournal } from "./open-journal.ts";
export type { Batch, ReadOptions } from "./read-journal.ts";
export type { Decide, Decision, Recast } from "./recast-segment.ts";
export type { RemoveOptions } from "./remove-before.ts";
export type { SegmentRef } from "./segment.ts";
export { DEFAULT_SETTINGS, type JournalSettings } from "./settings.ts";
export type { Snapshot } from "./snapshot.ts";
export type { JournalStats, LaneStats, SegmentInfo } from "./stats.ts";
export { systemFiles } from "./system-files.ts";
export {
  type Appended,
  type AppendFailure,
  BEFORE_FIRST,
  CRASH_POINTS,
  type CrashPoint,
  type DamagedRange,
  type Frame,
  type FrameInput,
  LANES,
  type Lane,
  type MissingSegment,
  type Position,
  type Reach,
} from "./types.ts";
export type { Verification } from "./verify.ts";
