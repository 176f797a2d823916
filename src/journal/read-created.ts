import { crc32 } from "node:zlib";
import { BLOCK_HEADER_BYTES } from "./compressed-format.ts";
import type { OpenFile } from "./files.ts";
import { listBlocks } from "./read-blocks.ts";
import { openSegment, type SegmentReading } from "./read-segment.ts";
import type { LaneLog, Segment } from "./segment.ts";
import { decodeSegmentHeader, SEGMENT_HEADER_BYTES } from "./segment-header.ts";

/** When a segment was begun, in milliseconds since epoch; 0 when its header is damaged or the segment gone. */
export async function readCreatedMs(deps: SegmentReading, log: LaneLog, segment: Segment): Promise<number> {
  const opened = await openSegment(deps, log, segment);
  if (opened === null) return 0;
  try {
    const bytes =
      opened.form === "raw" ? await readStart(opened.file) : await readFirstBlock(deps, opened.file);
    return (bytes && decodeSegmentHeader(bytes)?.createdMs) || 0;
  } finally {
    await opened.file.close();
  }
}

async function readStart(file: OpenFile): Promise<Buffer> {
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  await file.read(bytes, 0);
  return bytes;
}

async function readFirstBlock(
  { codec }: Pick<SegmentReading, "codec">,
  file: OpenFile,
): Promise<Buffer | null> {
  const [first] = (await listBlocks(file)).blocks;
  if (first?.rawOffset !== 0) return null;
  const compressed = Buffer.allocUnsafe(first.compressedBytes);
  await file.read(compressed, first.offset + BLOCK_HEADER_BYTES);
  return crc32(compressed) === first.crc ? codec.decompress(compressed, first.rawBytes) : null;
}
