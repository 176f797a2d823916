import {
  FRAME_HEADER_BYTES,
  FRAME_MAGIC,
  type FrameHeader,
  isBodySound,
  readFrameHeader,
  SEAL_KIND,
} from "./frame.ts";
import type { Position } from "./types.ts";

export type ScannedFrame = {
  header: FrameHeader;
  /** Where the frame begins in the segment. */
  offset: number;
  /** Header and body, a view into the scanned buffer. */
  bytes: Buffer;
};

/** A stretch without a provable frame. The fields are those of `DamagedRange`. */
export type Gap = {
  offset: number;
  bytes: number;
  position: Position | null;
  after: Position;
  before: Position | null;
  frames: number | null;
};

export type Scan = {
  frames: ScannedFrame[];
  gaps: Gap[];
  /** Bytes of the buffer that are dealt with; the next scan begins there. */
  consumed: number;
  /** Bytes the next scan needs at least to get any further. */
  needed: number;
};

export type ScanOptions = {
  /** Bodies that nobody asked for are not checked: skipping a frame costs its header only. */
  checkBody: (header: FrameHeader) => boolean;
  /** The ordinal of the first frame, where the scan begins at the start of a segment. */
  firstOrdinal?: number;
};

/**
 * Finds the frames in the bytes of one segment, window after window. After a bad frame it looks for the next sound one
 * and names what lies between. Pure: it sees bytes, not files.
 */
export function createScanner({ checkBody, firstOrdinal }: ScanOptions) {
  let after: Position = 0;
  let nextOrdinal: number | null = firstOrdinal ?? null;
  let gapFrom: { offset: number; position: Position | null } | null = null;
  let sealed = false;

  /** A sound header in the wrong order is a leftover or a fake, not the next frame. */
  const isNext = (header: FrameHeader): boolean =>
    (header.kind === SEAL_KIND ? header.position >= after : header.position > after) &&
    (nextOrdinal === null || header.ordinal >= nextOrdinal);

  function closeGap(end: number, next: FrameHeader | null): Gap | null {
    const lost = next && nextOrdinal !== null ? next.ordinal - nextOrdinal : null;
    const from = gapFrom;
    gapFrom = null;
    if (from === null && (lost === null || lost === 0)) return null;
    const offset = from?.offset ?? end;
    const before = next && next.kind !== SEAL_KIND ? next.position : null;
    return { offset, bytes: end - offset, position: from?.position ?? null, after, before, frames: lost };
  }

  function scan(buffer: Buffer, base: number, isEnd: boolean): Scan {
    const frames: ScannedFrame[] = [];
    const gaps: Gap[] = [];
    let at = 0;
    let needed = 0;
    while (at < buffer.length && !sealed) {
      const hasHeader = buffer.length - at >= FRAME_HEADER_BYTES;
      if (!hasHeader && !isEnd) {
        needed = FRAME_HEADER_BYTES;
        break;
      }
      const header = hasHeader ? readFrameHeader(buffer, at) : null;
      const end = header && isNext(header) ? at + FRAME_HEADER_BYTES + header.bodyBytes : null;
      if (header && end !== null && end > buffer.length && !isEnd) {
        needed = end - at;
        break;
      }
      if (header && end !== null && end <= buffer.length) {
        const bytes = buffer.subarray(at, end);
        if (!checkBody(header) || isBodySound(header, bytes.subarray(FRAME_HEADER_BYTES))) {
          const gap = closeGap(base + at, header);
          if (gap) gaps.push(gap);
          frames.push({ header, offset: base + at, bytes });
          after = header.position;
          nextOrdinal = header.ordinal + 1;
          sealed = header.kind === SEAL_KIND;
          at = end;
          continue;
        }
      }
      gapFrom ??= { offset: base + at, position: header && end !== null ? header.position : null };
      at = nextMagic(buffer, at + 1, isEnd);
    }
    if (isEnd && gapFrom !== null) {
      const gap = closeGap(base + buffer.length, null);
      if (gap) gaps.push(gap);
    }
    return { frames, gaps, consumed: at, needed };
  }

  return {
    scan,
    isSealed: () => sealed,
    lastPosition: () => after,
    /** A block that cannot be read: its frames are lost, and the next block may begin with any later ordinal. */
    skipTo(position: Position) {
      after = Math.max(after, position);
      nextOrdinal = null;
    },
  };
}

export type Scanner = ReturnType<typeof createScanner>;

/** Where the next frame may begin. At the end of a window the last three bytes may be the start of one. */
function nextMagic(buffer: Buffer, from: number, isEnd: boolean): number {
  const found = buffer.indexOf(FRAME_MAGIC, from);
  if (found >= 0) return found;
  return isEnd ? buffer.length : Math.max(from, buffer.length - FRAME_MAGIC.length + 1);
}
