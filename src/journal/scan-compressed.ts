import { crc32 } from "node:zlib";
import type { Codec } from "./codec.ts";
import { BLOCK_HEADER_BYTES, type Block, decodeBlockHeader } from "./compressed-format.ts";
import type { OpenFile } from "./files.ts";
import { listBlocks } from "./read-blocks.ts";
import type { Gap, Scanner } from "./scan.ts";
import type { Chunk } from "./scan-raw.ts";
import { decodeSegmentHeader, SEGMENT_HEADER_BYTES } from "./segment-header.ts";
import type { Position } from "./types.ts";

type Loaded = { block: Block; raw: Buffer | null; headerSound: boolean };

async function loadBlock(file: OpenFile, codec: Codec, block: Block): Promise<Loaded> {
  const bytes = Buffer.allocUnsafe(BLOCK_HEADER_BYTES + block.compressedBytes);
  const got = await file.read(bytes, block.offset);
  const compressed = bytes.subarray(BLOCK_HEADER_BYTES);
  const headerSound = decodeBlockHeader(bytes, 0, block.offset) !== null;
  if (got < bytes.length || crc32(compressed) !== block.crc) return { block, raw: null, headerSound };
  return { block, raw: await codec.decompress(compressed, block.rawBytes), headerSound };
}

/**
 * Reads a compressed segment block by block, from the block that holds the first frame after `after`. The next block is
 * fetched and decompressed while the reader works on this one.
 */
export async function* scanCompressed(
  file: OpenFile,
  scanner: Scanner,
  { after, codec }: { after: Position; codec: Codec },
): AsyncGenerator<Chunk> {
  const { blocks, indexSound } = await listBlocks(file);
  if (!indexSound) yield { frames: [], gaps: [await lostIndex(file, scanner)] };
  const wanted = blocks.filter((block) => block.last > after);
  let next = prefetch(file, codec, wanted[0]);
  for (let index = 0; index < wanted.length; index += 1) {
    const loaded = await next;
    next = prefetch(file, codec, wanted[index + 1]);
    if (loaded) yield scanBlock(scanner, loaded);
  }
}

function prefetch(file: OpenFile, codec: Codec, block: Block | undefined): Promise<Loaded | undefined> {
  const loading = block ? loadBlock(file, codec, block) : Promise.resolve(undefined);
  loading.catch(() => {}); // a reader that stops early never asks for it; one that goes on gets the same failure
  return loading;
}

function scanBlock(scanner: Scanner, { block, raw, headerSound }: Loaded): Chunk {
  if (raw === null) {
    const gap = blockGap(
      block,
      BLOCK_HEADER_BYTES + block.compressedBytes,
      scanner.lastPosition(),
      block.frames,
    );
    scanner.skipTo(block.last);
    return { frames: [], gaps: [gap] };
  }
  const skip = block.rawOffset === 0 ? SEGMENT_HEADER_BYTES : 0;
  if (skip > 0) decodeSegmentHeader(raw); // for its version: the checksum of the block has proven the rest
  const { frames, gaps } = scanner.scan(raw.subarray(skip), block.rawOffset + skip, true);
  // Offsets of damage are places in the file, and the only place a block has in the file is its own.
  const placed = gaps.map((gap) => ({ ...gap, offset: block.offset }));
  if (!headerSound) placed.push(blockGap(block, BLOCK_HEADER_BYTES, scanner.lastPosition(), 0));
  return { frames, gaps: placed };
}

const blockGap = (block: Block, bytes: number, after: Position, frames: number): Gap => ({
  offset: block.offset,
  bytes,
  position: frames > 0 ? block.first : null,
  after,
  before: null,
  frames,
});

/** The index repeats what the blocks say of themselves: without it nothing is lost but time. */
async function lostIndex(file: OpenFile, scanner: Scanner): Promise<Gap> {
  const after = scanner.lastPosition();
  return { offset: await file.size(), bytes: 0, position: null, after, before: null, frames: 0 };
}
