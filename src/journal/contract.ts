import type { Result } from "../platform/result.ts";
import type { Batch, ReadOptions } from "./read-journal.ts";
import type { Decide, Recast, RecastFailure } from "./recast-segment.ts";
import type { RemoveOptions } from "./remove-before.ts";
import type { SegmentRef } from "./segment.ts";
import type { Snapshot } from "./snapshot.ts";
import type { JournalStats, SegmentInfo } from "./stats.ts";
import type { Appended, AppendFailure, Frame, FrameInput, Lane, Position } from "./types.ts";
import type { Verification } from "./verify.ts";

export type RewriteFailure = RecastFailure | { code: "segment_unknown" } | { code: "segment_open" };
export type WaitOptions = { after: Position; lanes?: readonly Lane[]; signal?: AbortSignal };

export type Journal = {
  /** Resolves when the frames are synced, or refused. All of an append is kept or none of it. */
  append(lane: Lane, frames: readonly FrameInput[]): Promise<Result<Appended, AppendFailure>>;
  /** The synced frames after a position, in order. The generator's return value is the position it reached. */
  read(options: ReadOptions): AsyncGenerator<Frame, Position>;
  /** The same as one array of about `maxBytes`, for a loader that writes all bodies with one writev. */
  readBatch(options: ReadOptions & { maxBytes: number }): Promise<Batch>;
  /** True once a frame after `after` is synced; false when the signal is aborted or nothing more will come. */
  waitFor(options: WaitOptions): Promise<boolean>;
  /** The newest position that `read` reaches now. */
  synced(lanes?: readonly Lane[]): Position;
  /** Closes a lane's open segment, so that `rewrite` and `removeBefore` can get at its frames. */
  rotate(lane: Lane): Promise<void>;
  /** Keeps, drops or replaces the bodies of a closed segment's frames. Positions stay. A crash leaves old or new. */
  rewrite(
    segment: SegmentRef,
    decide: Decide,
    options?: { discardDamaged?: boolean },
  ): Promise<Result<Recast, RewriteFailure>>;
  removeBefore(options: RemoveOptions): Promise<{ segments: number }>;
  verify(signal?: AbortSignal): Promise<Verification>;
  /** Runs `use` while no listed file changes or goes away. Appends and reads go on. */
  withSnapshot<Value>(use: (snapshot: Snapshot) => Promise<Value>): Promise<Value>;
  segments(): SegmentInfo[];
  stats(): JournalStats;
  /** Resolves when no compression, rewrite or removal is under way. */
  upkeepIdle(): Promise<void>;
  /** Answers what waits, closes the open segments and lets go of every file. */
  close(): Promise<void>;
};
