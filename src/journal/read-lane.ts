import { type DamageList, toDamagedRange } from "./damage.ts";
import { FLAG_ERASED, FRAME_HEADER_BYTES, type FrameHeader, SEAL_KIND } from "./frame.ts";
import { readSegment, type SegmentReading } from "./read-segment.ts";
import type { ScannedFrame } from "./scan.ts";
import { findSegment, type LaneLog, nextSegment } from "./segment.ts";
import type { Frame, Lane, Position } from "./types.ts";

export type LaneRead = {
  after: Position;
  upTo: Position;
  project?: number | undefined;
  kinds?: readonly number[] | undefined;
};

/**
 * The frames of one lane with `after < position <= upTo`, in order, an array per read. `upTo` is synced when this
 * begins, so every such frame lies in a segment that is already listed, before its readable end.
 */
export async function* readLane(
  deps: SegmentReading & { damage: DamageList },
  log: LaneLog,
  { after, upTo, project, kinds }: LaneRead,
): AsyncGenerator<Frame[]> {
  const isWanted = (header: FrameHeader): boolean =>
    header.kind !== SEAL_KIND &&
    (header.flags & FLAG_ERASED) === 0 &&
    header.position > after &&
    (project === undefined || header.project === project) &&
    (kinds === undefined || kinds.includes(header.kind));

  let segment = findSegment(log, after);
  while (segment && segment.base <= upTo) {
    for await (const chunk of readSegment(deps, log, segment, { after, checkBody: isWanted })) {
      for (const gap of chunk.gaps) deps.damage.report(toDamagedRange(segment, chunk.form, gap));
      const frames = chunk.frames.filter(({ header }) => isWanted(header) && header.position <= upTo);
      if (frames.length > 0) yield frames.map((frame) => toFrame(log.lane, frame));
      if ((chunk.frames.at(-1)?.header.position ?? 0) > upTo) return;
    }
    segment = nextSegment(log, segment);
  }
}

const toFrame = (lane: Lane, { header, bytes }: ScannedFrame): Frame => ({
  lane,
  position: header.position,
  kind: header.kind,
  project: header.project,
  timeMs: header.timeMs,
  body: bytes.subarray(FRAME_HEADER_BYTES),
});
