import { crc32 } from "node:zlib";
import { readWide, writeWide } from "./frame.ts";
import type { Position } from "./types.ts";

// A compressed segment is a row of independent zstd frames ("blocks"), each behind a zstd skippable frame that
// describes it, and a last skippable frame with all descriptions once more (the index). `zstd -d` skips what it does
// not know, so it turns the file back into the uncompressed segment, byte by byte. The byte table is in FORMAT.md.

export type Block = {
  /** Where the description of the block begins in the file. The zstd frame follows it. */
  offset: number;
  compressedBytes: number;
  rawBytes: number;
  rawOffset: number;
  first: Position;
  last: Position;
  frames: number;
  crc: number;
};

const SKIPPABLE_BLOCK = 0x184d2a5b;
const SKIPPABLE_INDEX = 0x184d2a5c;
const BLOCK_MARK = Buffer.from("TJB1", "latin1");
const INDEX_MARK = Buffer.from("TJX1", "latin1");

export const BLOCK_HEADER_BYTES = 56;
/** The fields of a block without what surrounds them: in the index nothing may look like the start of a block. */
const FIELDS_BYTES = 36;
const INDEX_ENTRY_BYTES = 4 + FIELDS_BYTES;
/** Entry count, checksum of entries and count, mark. */
export const INDEX_TRAILER_BYTES = 12;

function writeFields(bytes: Buffer, at: number, block: Omit<Block, "offset">): void {
  bytes.writeUInt32LE(block.compressedBytes, at);
  bytes.writeUInt32LE(block.rawBytes, at + 4);
  bytes.writeUInt32LE(block.rawOffset, at + 8);
  writeWide(bytes, block.first, at + 12);
  writeWide(bytes, block.last, at + 20);
  bytes.writeUInt32LE(block.frames, at + 28);
  bytes.writeUInt32LE(block.crc, at + 32);
}

const readFields = (bytes: Buffer, at: number, offset: number): Block => ({
  offset,
  compressedBytes: bytes.readUInt32LE(at),
  rawBytes: bytes.readUInt32LE(at + 4),
  rawOffset: bytes.readUInt32LE(at + 8),
  first: readWide(bytes, at + 12),
  last: readWide(bytes, at + 20),
  frames: bytes.readUInt32LE(at + 28),
  crc: bytes.readUInt32LE(at + 32),
});

export function encodeBlockHeader(block: Omit<Block, "offset">): Buffer {
  const bytes = Buffer.alloc(BLOCK_HEADER_BYTES);
  bytes.writeUInt32LE(SKIPPABLE_BLOCK, 0);
  bytes.writeUInt32LE(BLOCK_HEADER_BYTES - 8, 4);
  bytes.set(BLOCK_MARK, 8);
  writeFields(bytes, 12, block);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 52)), 52);
  return bytes;
}

export function decodeBlockHeader(bytes: Buffer, at: number, offset: number): Block | null {
  if (bytes.length - at < BLOCK_HEADER_BYTES || bytes.readUInt32LE(at) !== SKIPPABLE_BLOCK) return null;
  if (BLOCK_MARK.compare(bytes, at + 8, at + 12) !== 0) return null;
  if (crc32(bytes.subarray(at, at + 52)) !== bytes.readUInt32LE(at + 52)) return null;
  return readFields(bytes, at + 12, offset);
}

/** Bytes to look for when a block cannot be found through the index: a description begins 8 bytes before them. */
export const findBlockHeader = (bytes: Buffer, from: number): number => {
  const mark = bytes.indexOf(BLOCK_MARK, from + 8);
  return mark < 0 ? -1 : mark - 8;
};

export function encodeIndex(blocks: readonly Block[]): Buffer {
  const bytes = Buffer.alloc(indexBytes(blocks.length));
  bytes.writeUInt32LE(SKIPPABLE_INDEX, 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  blocks.forEach((block, row) => {
    bytes.writeUInt32LE(block.offset, 8 + row * INDEX_ENTRY_BYTES);
    writeFields(bytes, 12 + row * INDEX_ENTRY_BYTES, block);
  });
  const trailer = bytes.length - INDEX_TRAILER_BYTES;
  bytes.writeUInt32LE(blocks.length, trailer);
  bytes.writeUInt32LE(crc32(bytes.subarray(8, trailer + 4)), trailer + 4);
  bytes.set(INDEX_MARK, trailer + 8);
  return bytes;
}

export const indexBytes = (blocks: number): number => 8 + blocks * INDEX_ENTRY_BYTES + INDEX_TRAILER_BYTES;

/** How many blocks the index lists, read from the last bytes of the file; null when there is no index. */
export const decodeIndexTrailer = (trailer: Buffer): number | null =>
  INDEX_MARK.compare(trailer, 8, 12) === 0 ? trailer.readUInt32LE(0) : null;

export function decodeIndex(bytes: Buffer): Block[] | null {
  const trailer = bytes.length - INDEX_TRAILER_BYTES;
  if (crc32(bytes.subarray(8, trailer + 4)) !== bytes.readUInt32LE(trailer + 4)) return null;
  const blocks: Block[] = [];
  for (let at = 8; at < trailer; at += INDEX_ENTRY_BYTES)
    blocks.push(readFields(bytes, at + 4, bytes.readUInt32LE(at)));
  return blocks;
}
