import { join } from "node:path";
import { fail, ok, type Result } from "../platform/result.ts";
import { type Files, isDiskFull, type OpenFile, writeAll } from "./files.ts";
import { encodeSeal } from "./frame.ts";
import { type LaidOut, layOutGroup, type QueuedAppend } from "./lay-out-group.ts";
import { addMark, type Segment } from "./segment.ts";
import { encodeSegmentHeader, SEGMENT_HEADER_BYTES } from "./segment-header.ts";
import { segmentFile } from "./segment-name.ts";
import type { Position, Reach } from "./types.ts";

/** The one failure of a write that passes by itself. Everything else is thrown and ends the journal. */
export type DiskFull = "disk_full";

export type SegmentWriter = {
  segment: Segment;
  bytes(): number;
  /** Writes behind the synced end. On a full disk the file is cut back, as if nothing had been tried. */
  write(group: readonly QueuedAppend[]): Promise<Result<LaidOut, DiskFull>>;
  sync(): Promise<void>;
  /** Shows readers what was written and synced. */
  publish(written: LaidOut): void;
  /** Ends the segment for good and lets go of the file. */
  seal(timeMs: number): Promise<Result<void, DiskFull>>;
  close(): Promise<void>;
};

export type SegmentStart = Pick<Segment, "lane" | "number" | "base"> & { createdMs: number };
type Deps = { files: Files; folder: string; reach: Reach };

/** A new segment with its header written and its name synced. Its bytes are synced with its first group. */
export async function createSegment(
  deps: Deps,
  start: SegmentStart,
): Promise<Result<SegmentWriter, DiskFull>> {
  const path = join(deps.folder, segmentFile({ ...start, form: "raw" }));
  const created = await orDiskFull(() => deps.files.create(path, "through"));
  if (!created.ok) return created;
  const file = created.value;
  const header = await orDiskFull(() => writeAll(file, [encodeSegmentHeader(start)], 0));
  if (!header.ok) {
    await file.close();
    await deps.files.remove(path);
    return header;
  }
  await deps.reach("rotation-created");
  await deps.files.syncFolder(deps.folder);
  const { lane, number, base } = start;
  return ok(segmentWriter(file, { lane, number, base, form: "raw", closed: false, end: 0, marks: [] }));
}

function segmentWriter(file: OpenFile, segment: Segment): SegmentWriter {
  let end = SEGMENT_HEADER_BYTES;
  let ordinal = 0;
  let lastPosition: Position = 0;

  async function writeBehindEnd(parts: readonly Uint8Array[]): Promise<Result<number, DiskFull>> {
    const written = await orDiskFull(() => writeAll(file, parts, end));
    if (!written.ok) await file.truncate(end);
    return written;
  }

  return {
    segment,
    bytes: () => end,
    async write(group) {
      const laidOut = layOutGroup(group, { offset: end, ordinal, synced: segment.end });
      const written = await writeBehindEnd(laidOut.parts);
      return written.ok ? ok(laidOut) : written;
    },
    sync: () => file.datasync(),
    publish({ bytes, frames, starts }) {
      end += bytes;
      ordinal += frames;
      for (const start of starts) addMark(segment.marks, start);
      lastPosition = starts.at(-1)?.position ?? lastPosition;
      segment.end = end;
    },
    async seal(timeMs) {
      const seal = encodeSeal({ position: lastPosition, frames: ordinal, synced: segment.end, timeMs });
      const written = await writeBehindEnd([seal]);
      if (!written.ok) return written;
      await file.datasync();
      end += seal.length;
      segment.end = end;
      segment.closed = true;
      await file.close();
      return ok(undefined);
    },
    close: () => file.close(),
  };
}

async function orDiskFull<Value>(work: () => Promise<Value>): Promise<Result<Value, DiskFull>> {
  try {
    return ok(await work());
  } catch (error) {
    if (isDiskFull(error)) return fail("disk_full");
    throw error;
  }
}
