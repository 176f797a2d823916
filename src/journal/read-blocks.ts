import {
  BLOCK_HEADER_BYTES,
  type Block,
  decodeBlockHeader,
  decodeIndex,
  decodeIndexTrailer,
  findBlockHeader,
  INDEX_TRAILER_BYTES,
  indexBytes,
} from "./compressed-format.ts";
import type { OpenFile } from "./files.ts";

export type BlockList = {
  blocks: Block[];
  /** False when the index was damaged or missing and the blocks were found one by one. */
  indexSound: boolean;
};

async function readExactly(file: OpenFile, offset: number, bytes: number): Promise<Buffer | null> {
  const buffer = Buffer.allocUnsafe(bytes);
  return (await file.read(buffer, offset)) === bytes ? buffer : null;
}

/** The blocks of a compressed segment: two small reads through the index, a walk over the file without it. */
export async function listBlocks(file: OpenFile): Promise<BlockList> {
  const size = await file.size();
  const blocks = await readIndex(file, size);
  return blocks ? { blocks, indexSound: true } : { blocks: await walkBlocks(file, size), indexSound: false };
}

async function readIndex(file: OpenFile, size: number): Promise<Block[] | null> {
  if (size < indexBytes(0)) return null;
  const trailer = await readExactly(file, size - INDEX_TRAILER_BYTES, INDEX_TRAILER_BYTES);
  const count = trailer && decodeIndexTrailer(trailer);
  if (count === null || indexBytes(count) > size) return null;
  const index = await readExactly(file, size - indexBytes(count), indexBytes(count));
  return index && decodeIndex(index);
}

const WALK_WINDOW_BYTES = 1024 * 1024;

async function walkBlocks(file: OpenFile, size: number): Promise<Block[]> {
  const blocks: Block[] = [];
  let offset = 0;
  while (offset + BLOCK_HEADER_BYTES <= size) {
    const header = await readExactly(file, offset, BLOCK_HEADER_BYTES);
    const block = header && decodeBlockHeader(header, 0, offset);
    if (block) blocks.push(block);
    offset = block
      ? offset + BLOCK_HEADER_BYTES + block.compressedBytes
      : await findNextBlock(file, offset + 1, size);
  }
  return blocks;
}

async function findNextBlock(file: OpenFile, from: number, size: number): Promise<number> {
  for (let offset = from; offset < size; offset += WALK_WINDOW_BYTES - BLOCK_HEADER_BYTES) {
    const window = Buffer.allocUnsafe(Math.min(WALK_WINDOW_BYTES, size - offset));
    const got = window.subarray(0, await file.read(window, offset));
    for (let at = findBlockHeader(got, 0); at >= 0; at = findBlockHeader(got, at + 1)) {
      if (decodeBlockHeader(got, at, offset + at)) return offset + at;
    }
  }
  return size;
}
