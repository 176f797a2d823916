import { readCreatedMs } from "./read-created.ts";
import type { SegmentReading } from "./read-segment.ts";
import { type LaneLog, segmentPath } from "./segment.ts";
import type { Position } from "./types.ts";

export type RemoveOptions = {
  /** Only frames at smaller positions may go. Never past what every reader has dealt with: that is the caller's part. */
  position: Position;
  /** Only segments that were complete at this time, in milliseconds since epoch. Default: any age. */
  completeBeforeMs?: number;
};

/**
 * Removes whole segments from the old end of a lane. The newest always stays: it carries the numbering on. Each removal
 * is synced before the next, so a power loss cannot leave a hole that looks like a lost segment.
 */
export async function removeOldSegments(
  deps: SegmentReading,
  log: LaneLog,
  { position, completeBeforeMs = Number.POSITIVE_INFINITY }: RemoveOptions,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const [oldest, next] = log.segments;
    if (!oldest || !next || next.base > position) return removed;
    if (completeBeforeMs !== Number.POSITIVE_INFINITY) {
      const completeMs = await readCreatedMs(deps, log, next);
      if (completeMs >= completeBeforeMs) return removed;
    }
    log.segments = log.segments.filter((segment) => segment !== oldest);
    await deps.files.remove(segmentPath(deps.folder, oldest));
    await deps.files.syncFolder(deps.folder);
    removed += 1;
  }
}
