/** The two lanes of the journal. Each has its own files, queue and syncs, so that a backfill never delays a visitor. */
export const LANES = ["live", "bulk"] as const;
export type Lane = (typeof LANES)[number];

/**
 * The number of a frame. One counter serves both lanes and rises with every append call, so positions order frames
 * within a lane and across lanes, and two frames never share one. A whole number below 2^53: it survives JSON, sorts
 * as a number and fits a bigint column. The numbers of one lane have holes (the other lane's frames, failed appends).
 */
export type Position = number;

/** Before the first frame: what a reader that has read nothing passes as `after`. */
export const BEFORE_FIRST: Position = 0;

/** What a room hands over. The journal never looks into a body; the bytes must not change until the append settles. */
export type FrameInput = {
  /** 1 to 255, the caller's own list. 0 belongs to the journal. */
  kind: number;
  /** 0 to 2^32 - 1. Stands in the header, so a reader skips other projects without touching their bodies. */
  project: number;
  /** Several parts are written one after the other, which saves the caller a copy. */
  body: Uint8Array | readonly Uint8Array[];
};

export type Frame = {
  lane: Lane;
  position: Position;
  kind: number;
  project: number;
  /** When the frame was handed to `append`, in milliseconds since epoch. */
  timeMs: number;
  /** A view into the reader's buffer, not a copy. Nobody else writes to that buffer. */
  body: Buffer;
};

export type Appended = { first: Position; last: Position };

export type AppendFailure =
  | { code: "journal_busy"; lane: Lane; retryAfterMs: number }
  | { code: "disk_full"; lane: Lane; retryAfterMs: number }
  | { code: "journal_failed"; reason: string }
  | { code: "journal_closed" };

/** Bytes of a file that hold no provable frame, although frames were there once. */
export type DamagedRange = {
  lane: Lane;
  segment: number;
  file: string;
  /** Where in the file, and how many bytes. No bytes: frames are missing although the bytes around them are sound. */
  offset: number;
  bytes: number;
  /** The first lost frame, where its header can still be read. */
  position: Position | null;
  /** The sound frames around the range. `before` is null when nothing sound follows in this segment. */
  after: Position;
  before: Position | null;
  /** How many frames are lost, where the frames around it tell. */
  frames: number | null;
};

export type MissingSegment = { lane: Lane; segment: number };

/** Named moments at which a test may kill the process. Nothing else hangs on them. */
export const CRASH_POINTS = [
  "after-append", // queued, nothing written
  "before-sync", // written, not synced
  "after-sync", // synced, nobody answered
  "rotation-sealed", // the full segment is closed, its successor not created
  "rotation-created", // the successor exists, its directory entry not synced
  "compression-written", // the compressed copy is synced under its temporary name
  "compression-renamed", // both forms of the segment exist
  "recovery-copied", // a recovered tail is synced under its temporary name
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];
export type Reach = (point: CrashPoint) => void | Promise<void>;
