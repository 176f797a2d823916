import type { Clock } from "../platform/clock.ts";
import { ok, type Result } from "../platform/result.ts";
import type { Files } from "./files.ts";
import type { LaneLog, Segment } from "./segment.ts";
import { createSegment, type DiskFull, type SegmentWriter } from "./segment-writer.ts";
import type { Position, Reach } from "./types.ts";

export type RotationDeps = {
  files: Files;
  folder: string;
  clock: Clock;
  reach: Reach;
  log: LaneLog;
  segmentBytesMax: number;
  /** Closes the segment a crash left open. Done at open; again before the first write if the disk was full then. */
  finishTail: () => Promise<Result<void, DiskFull>>;
  onClosed: (segment: Segment) => void;
};

/** Which segment of a lane is written to. A segment is closed for good before its successor exists. */
export function createRotation(deps: RotationDeps) {
  const { log } = deps;
  let writer: SegmentWriter | null = null;

  async function sealOpen(): Promise<Result<void, DiskFull>> {
    if (writer === null || writer.segment.end === 0) return ok(undefined);
    const sealed = await writer.seal(deps.clock.now());
    if (!sealed.ok) return sealed;
    deps.onClosed(writer.segment);
    writer = null;
    await deps.reach("rotation-sealed");
    return sealed;
  }

  async function segmentFor(base: Position): Promise<Result<SegmentWriter, DiskFull>> {
    const finished = await deps.finishTail();
    if (!finished.ok) return finished;
    if (writer && writer.bytes() >= deps.segmentBytesMax) {
      const sealed = await sealOpen();
      if (!sealed.ok) return sealed;
    }
    if (writer) return ok(writer);
    const number = (log.segments.at(-1)?.number ?? 0) + 1;
    const created = await createSegment(deps, { lane: log.lane, number, base, createdMs: deps.clock.now() });
    if (!created.ok) return created;
    writer = created.value;
    log.segments.push(writer.segment);
    return created;
  }

  return {
    segmentFor,
    sealOpen,
    /** Lets go of the file without closing the segment; the next open recovers it. */
    async release(): Promise<void> {
      await writer?.close();
      writer = null;
    },
  };
}
