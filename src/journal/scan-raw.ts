import type { OpenFile } from "./files.ts";
import type { Gap, ScannedFrame, Scanner } from "./scan.ts";

/** What one read from a segment brought: its frames, and what lies between them and is none. */
export type Chunk = { frames: ScannedFrame[]; gaps: Gap[] };

/**
 * Reads an uncompressed segment window by window. Each window is a buffer of its own, because the frames handed out
 * are views into it; a frame longer than a window gets a window of its length.
 */
export async function* scanRaw(
  file: OpenFile,
  scanner: Scanner,
  range: { from: number; to: number; windowBytes: number },
): AsyncGenerator<Chunk> {
  let offset = range.from;
  let wanted = range.windowBytes;
  while (offset < range.to && !scanner.isSealed()) {
    const size = Math.min(Math.max(wanted, range.windowBytes), range.to - offset);
    const buffer = Buffer.allocUnsafeSlow(size);
    const got = await file.read(buffer, offset);
    const isEnd = got < size || offset + got >= range.to;
    const { frames, gaps, consumed, needed } = scanner.scan(buffer.subarray(0, got), offset, isEnd);
    yield { frames, gaps };
    if (isEnd) return;
    offset += consumed;
    wanted = needed;
  }
}
