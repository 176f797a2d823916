import type { LaneLog } from "./segment.ts";
import { segmentFile } from "./segment-name.ts";
import type { Lane, Position } from "./types.ts";

export type Snapshot = {
  /** Every frame up to here, of both lanes, is in the files; newer ones may be. */
  position: Position;
  synced: Record<Lane, Position>;
  /** Copy the first `bytes` of each. A segment that was open when the copy was made is recovered like after a crash. */
  files: { name: string; bytes: number }[];
};

/** Lists what makes a whole journal at this moment. Nothing is awaited, so both lanes are seen at the same moment. */
export function takeSnapshot(live: LaneLog, bulk: LaneLog, position: Position): Snapshot {
  return {
    position,
    synced: { live: live.syncedPosition, bulk: bulk.syncedPosition },
    files: [live, bulk].flatMap((log) =>
      log.segments
        .filter((segment) => segment.end > 0)
        .map((segment) => ({ name: segmentFile(segment), bytes: segment.end })),
    ),
  };
}
