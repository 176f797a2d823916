import type { LaneCounters, LaneParts } from "./lane.ts";
import type { Segment } from "./segment.ts";
import { type SegmentForm, segmentFile } from "./segment-name.ts";
import type { AppendFailure, DamagedRange, Lane, MissingSegment, Position } from "./types.ts";

export type SegmentInfo = {
  lane: Lane;
  segment: number;
  file: string;
  form: SegmentForm;
  closed: boolean;
  /** No frame in it has a smaller position. */
  base: Position;
  bytes: number;
};

export type LaneStats = LaneCounters & {
  queueBytes: number;
  syncedPosition: Position;
  segments: number;
  diskBytes: number;
  refused: Record<"journal_busy" | "disk_full", number>;
};

/** For metrics. Counters are since open. */
export type JournalStats = {
  lanes: Record<Lane, LaneStats>;
  /** The newest position given out, synced or not. */
  lastPosition: Position;
  /** Everything up to here, of both lanes, can be read. */
  syncedPosition: Position;
  damaged: DamagedRange[];
  damagedCount: number;
  missing: MissingSegment[];
  failure: AppendFailure | null;
};

export const toSegmentInfo = (segment: Segment): SegmentInfo => ({
  lane: segment.lane,
  segment: segment.number,
  file: segmentFile(segment),
  form: segment.form,
  closed: segment.closed,
  base: segment.base,
  bytes: segment.end,
});

export const describeLane = ({ log, writer, counters }: LaneParts): LaneStats => ({
  ...counters,
  queueBytes: writer.queueBytes(),
  syncedPosition: log.syncedPosition,
  segments: log.segments.length,
  diskBytes: log.segments.reduce((sum, segment) => sum + segment.end, 0),
  refused: writer.refused(),
});
