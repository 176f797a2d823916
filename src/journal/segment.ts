import { join } from "node:path";
import { type SegmentForm, segmentFile } from "./segment-name.ts";
import type { Lane, Position } from "./types.ts";

/** What the running journal knows about one of its files. */
export type Segment = {
  readonly lane: Lane;
  readonly number: number;
  /** No frame in here has a smaller position. */
  readonly base: Position;
  form: SegmentForm;
  /** Nothing will be added to it. */
  closed: boolean;
  /** Bytes of the file that readers may see: all of it once closed, the synced ones before. */
  end: number;
  /** Places in an uncompressed segment, in order, so that a reader near the end does not begin at the start. */
  marks: Mark[];
};

export type Mark = { position: Position; offset: number };

/** A reader that looks for a place skips at most this much. 1,024 marks per segment of 64 MiB. */
const MARK_EVERY_BYTES = 64 * 1024;

export function addMark(marks: Mark[], mark: Mark): void {
  const last = marks.at(-1);
  if (last === undefined || mark.offset - last.offset >= MARK_EVERY_BYTES) marks.push(mark);
}

/** The last marked frame at or before `position`. */
export function findMark(marks: readonly Mark[], position: Position): Mark | undefined {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle]?.position ?? Number.POSITIVE_INFINITY) <= position) low = middle + 1;
    else high = middle;
  }
  return marks[low - 1];
}

export const segmentPath = (folder: string, segment: Segment): string => join(folder, segmentFile(segment));

export type SegmentRef = { lane: Lane; segment: number };

/** The segments of one lane, oldest first, and how far the lane is synced. Reading and writing meet here. */
export type LaneLog = {
  readonly lane: Lane;
  segments: Segment[];
  /** Position of the newest synced frame. */
  syncedPosition: Position;
  /** Position of the oldest frame that is queued or being written, or null. */
  oldestUnsynced: () => Position | null;
};

/** The segment that holds the first frame after `after`, or the oldest there is. */
export function findSegment(log: LaneLog, after: Position): Segment | undefined {
  return log.segments.findLast((segment) => segment.base <= after + 1) ?? log.segments[0];
}

export const nextSegment = (log: LaneLog, current: Segment): Segment | undefined =>
  log.segments.find((segment) => segment.number > current.number);
