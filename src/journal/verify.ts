import { toDamagedRange } from "./damage.ts";
import { SEAL_KIND } from "./frame.ts";
import { findMissing } from "./list-segments.ts";
import { readSegment, type SegmentReading } from "./read-segment.ts";
import type { LaneLog } from "./segment.ts";
import type { DamagedRange, MissingSegment } from "./types.ts";

export type Verification = {
  segments: number;
  frames: number;
  /** Frames with their headers, uncompressed. */
  bytes: number;
  damaged: DamagedRange[];
  missing: MissingSegment[];
};

/** Reads every synced byte and proves every checksum, the bodies included. Memory does not grow with the journal. */
export async function verifyLanes(
  deps: SegmentReading,
  logs: readonly LaneLog[],
  signal?: AbortSignal,
): Promise<Verification> {
  const report: Verification = { segments: 0, frames: 0, bytes: 0, damaged: [], missing: [] };
  for (const log of logs) {
    report.missing.push(...findMissing(log.segments));
    for (const segment of [...log.segments]) {
      report.segments += 1;
      for await (const chunk of readSegment(deps, log, segment, { after: 0, checkBody: () => true })) {
        signal?.throwIfAborted();
        report.damaged.push(...chunk.gaps.map((gap) => toDamagedRange(segment, chunk.form, gap)));
        for (const { header, bytes } of chunk.frames) {
          if (header.kind === SEAL_KIND) continue;
          report.frames += 1;
          report.bytes += bytes.length;
        }
      }
    }
  }
  return report;
}
