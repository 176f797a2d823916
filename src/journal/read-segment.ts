import type { Codec } from "./codec.ts";
import { type Files, isMissing, type OpenFile } from "./files.ts";
import type { FrameHeader } from "./frame.ts";
import { createScanner } from "./scan.ts";
import { scanCompressed } from "./scan-compressed.ts";
import { type Chunk, scanRaw } from "./scan-raw.ts";
import { findMark, type LaneLog, type Segment, segmentPath } from "./segment.ts";
import { decodeSegmentHeader, SEGMENT_HEADER_BYTES } from "./segment-header.ts";
import type { SegmentForm } from "./segment-name.ts";
import type { Position } from "./types.ts";

export type SegmentReading = { files: Files; folder: string; codec: Codec; windowBytes: number };

export type OpenedSegment = { file: OpenFile; form: SegmentForm; end: number; closed: boolean };

/**
 * Opens the file a segment has now. Compression may put the other form in its place between the question and the
 * answer, and retention may remove it: then null.
 */
export async function openSegment(
  { files, folder }: Pick<SegmentReading, "files" | "folder">,
  log: LaneLog,
  segment: Segment,
): Promise<OpenedSegment | null> {
  for (;;) {
    const { form, end, closed } = segment;
    try {
      return { file: await files.openForReading(segmentPath(folder, segment)), form, end, closed };
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (!log.segments.includes(segment)) return null;
      if (segment.form === form) throw error;
    }
  }
}

export type SegmentScan = {
  after: Position;
  checkBody: (header: FrameHeader) => boolean;
};

/** The chunks of one segment from the first frame after `after`. The file is closed when the reader stops, early or not. */
export async function* readSegment(
  deps: SegmentReading,
  log: LaneLog,
  segment: Segment,
  { after, checkBody }: SegmentScan,
): AsyncGenerator<Chunk & { form: SegmentForm }> {
  const opened = await openSegment(deps, log, segment);
  if (opened === null) return;
  const { file, form, end, closed } = opened;
  try {
    const isWhole = after < segment.base;
    const scanner = createScanner({ checkBody, ...(isWhole ? { firstOrdinal: 0 } : {}) });
    if (form === "compressed") {
      for await (const chunk of scanCompressed(file, scanner, { after, codec: deps.codec }))
        yield { ...chunk, form };
    } else {
      if (isWhole) yield { ...(await checkSegmentHeader(file, end)), form };
      const from = findMark(segment.marks, after)?.offset ?? SEGMENT_HEADER_BYTES;
      const range = { from, to: end, windowBytes: deps.windowBytes };
      for await (const chunk of scanRaw(file, scanner, range)) yield { ...chunk, form };
    }
    // A compressed segment is sealed in its last block, which a reader that begins behind it does not open.
    const seesEnd = closed && (form === "raw" || isWhole);
    if (seesEnd && !scanner.isSealed()) yield { ...lostEnd(end, scanner.lastPosition()), form };
  } finally {
    await file.close();
  }
}

async function checkSegmentHeader(file: OpenFile, end: number): Promise<Chunk> {
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  await file.read(bytes, 0);
  if (end === 0 || decodeSegmentHeader(bytes)) return { frames: [], gaps: [] };
  return {
    frames: [],
    gaps: [{ offset: 0, bytes: SEGMENT_HEADER_BYTES, position: null, after: 0, before: null, frames: 0 }],
  };
}

/** A closed segment ends with a seal. Without one the end of the file is gone, however sound the rest may be. */
const lostEnd = (end: number, after: Position): Chunk => ({
  frames: [],
  gaps: [{ offset: end, bytes: 0, position: null, after, before: null, frames: null }],
});
