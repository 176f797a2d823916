import type { Files } from "./files.ts";
import { FLAG_LAST_OF_APPEND, SEAL_KIND } from "./frame.ts";
import { createScanner, type Gap, type ScannedFrame } from "./scan.ts";
import { scanRaw } from "./scan-raw.ts";
import { addMark, type Mark } from "./segment.ts";
import { decodeSegmentHeader, SEGMENT_HEADER_BYTES } from "./segment-header.ts";
import type { Position } from "./types.ts";

export type Tail = {
  sealed: boolean;
  /** The end of the last whole append that nothing speaks against. */
  end: number;
  frames: number;
  lastPosition: Position;
  /** The part that was certainly synced. What follows it may be only in the page cache. */
  proven: { end: number; lastPosition: Position };
  /** Also of frames behind `end`: their numbers are not given out again. */
  highestPosition: Position;
  marks: Mark[];
  /** Bytes behind `end`: a torn write that was never answered. */
  tornBytes: number;
  /** Holes before `end`. */
  damaged: Gap[];
};

type Place = { offset: number; end: number; isLast: boolean; position: Position; ordinal: number };

/**
 * Reads the newest segment of a lane and finds where it ends.
 *
 * A bad frame with sound ones behind it is either bit rot or a group whose pages reached the disk out of order before
 * the power went. Frames tell which: each carries the synced length at its writing. What lies before the largest of
 * these was synced and is never cut; what lies behind it was the last group, which is kept up to its first bad frame.
 */
export async function recoverTail(files: Files, path: string, windowBytes: number): Promise<Tail> {
  const file = await files.openForReading(path);
  try {
    const size = await file.size();
    const scanner = createScanner({ checkBody: () => true, firstOrdinal: 0 });
    const proven = createProof();
    const header = Buffer.alloc(SEGMENT_HEADER_BYTES);
    await file.read(header, 0);
    const headerSound = decodeSegmentHeader(header) !== null;
    for await (const { frames, gaps } of scanRaw(file, scanner, {
      from: SEGMENT_HEADER_BYTES,
      to: size,
      windowBytes,
    })) {
      proven.add(frames, gaps);
    }
    return proven.conclude(size, headerSound);
  } finally {
    await file.close();
  }
}

function createProof() {
  let synced = 0;
  /** Everything up to `synced`, and the frames behind it one by one. */
  let known = { frames: 0, lastPosition: 0 };
  let behind: Place[] = [];
  let sealed = false;
  let highest: Position = 0;
  const gaps: Gap[] = [];
  const marks: Mark[] = [];

  function addFrame({ header, offset, bytes }: ScannedFrame): void {
    if (header.synced > synced) {
      synced = header.synced;
      const before = behind.filter((place) => place.offset < synced).at(-1);
      if (before) known = { frames: before.ordinal + 1, lastPosition: before.position };
      behind = behind.filter((place) => place.offset >= synced);
    }
    if (header.kind === SEAL_KIND) sealed = true;
    else addMark(marks, { position: header.position, offset });
    const isLast = (header.flags & FLAG_LAST_OF_APPEND) !== 0;
    const { position, ordinal } = header;
    behind.push({ offset, end: offset + bytes.length, isLast, position, ordinal });
    highest = Math.max(highest, position);
  }

  function conclude(size: number, headerSound: boolean): Tail {
    let end = synced;
    let { frames, lastPosition } = known;
    // Nothing synced: the header is part of what may be torn.
    let cursor = synced > 0 ? synced : headerSound ? SEGMENT_HEADER_BYTES : -1;
    for (const place of behind) {
      if (place.offset !== cursor) break;
      cursor = place.end;
      if (!place.isLast) continue;
      end = place.end;
      frames = place.ordinal + 1;
      lastPosition = place.position;
    }
    const damaged = gaps
      .filter((gap) => gap.offset < end)
      .map((gap) => ({ ...gap, bytes: Math.min(gap.bytes, end - gap.offset) }));
    if (!headerSound && end > 0) damaged.unshift(headerGap);
    const isSealed = sealed && behind.some((place) => place.end === end);
    return {
      sealed: isSealed,
      end,
      frames: isSealed ? frames - 1 : frames,
      lastPosition,
      proven: { end: synced, lastPosition: known.lastPosition },
      highestPosition: highest,
      marks: marks.filter((mark) => mark.offset < end),
      tornBytes: Math.max(0, size - end),
      damaged,
    };
  }

  return {
    add(frames: ScannedFrame[], found: Gap[]): void {
      for (const frame of frames) addFrame(frame);
      gaps.push(...found);
    },
    conclude,
  };
}

const headerGap: Gap = {
  offset: 0,
  bytes: SEGMENT_HEADER_BYTES,
  position: null,
  after: 0,
  before: null,
  frames: 0,
};
