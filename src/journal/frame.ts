import { crc32 } from "node:zlib";
import type { Position } from "./types.ts";

// The byte table is in FORMAT.md.
//
// Why CRC-32: it finds every burst of up to 32 bits and all but one in 4 billion other errors, zlib computes it at
// 4 GB/s here (the disk takes 0.85 GB/s), and it is in Node itself; xxhash would be a dependency for speed we cannot
// use. Header and body have one each, so a length can be trusted before the body is read.

export const FRAME_HEADER_BYTES = 48;
/** The fourth byte is the version of the frame. 0xF7 never occurs in UTF-8: no JSON body can imitate the start of a frame. */
export const FRAME_MAGIC = Buffer.from([0xf7, 0x54, 0x4a, 0x01]);
const MAGIC_WORD = FRAME_MAGIC.readUInt32LE(0);

/** The last frame of its append. Recovery never leaves half an append behind. */
export const FLAG_LAST_OF_APPEND = 1;
/** The body was dropped by a rewrite; number and place stay. */
export const FLAG_ERASED = 2;
/** The journal's own frame that ends a closed segment. */
export const SEAL_KIND = 0;

export type FrameHeader = {
  kind: number;
  flags: number;
  project: number;
  bodyBytes: number;
  position: Position;
  timeMs: number;
  /** The how-manieth frame of its segment, from 0: a hole in these numbers is a lost frame. */
  ordinal: number;
  /** How many bytes of the file were synced when this frame was written: what tells bit rot from a torn tail. */
  synced: number;
  bodyCrc: number;
};

const TWO_32 = 0x1_0000_0000;

export function writeWide(target: Buffer, value: number, at: number): void {
  target.writeUInt32LE(value % TWO_32, at);
  target.writeUInt32LE(Math.floor(value / TWO_32), at + 4);
}

export const readWide = (source: Buffer, at: number): number =>
  source.readUInt32LE(at) + source.readUInt32LE(at + 4) * TWO_32;

export function writeFrameHeader(target: Buffer, at: number, header: FrameHeader): void {
  target.writeUInt32LE(MAGIC_WORD, at);
  target[at + 4] = header.kind;
  target[at + 5] = header.flags;
  target.writeUInt16LE(0, at + 6);
  target.writeUInt32LE(header.project, at + 8);
  target.writeUInt32LE(header.bodyBytes, at + 12);
  writeWide(target, header.position, at + 16);
  writeWide(target, header.timeMs, at + 24);
  target.writeUInt32LE(header.ordinal, at + 32);
  target.writeUInt32LE(header.synced, at + 36);
  target.writeUInt32LE(header.bodyCrc, at + 40);
  target.writeUInt32LE(crc32(target.subarray(at, at + 44)), at + 44);
}

/** Null when the bytes are not a sound header. The caller makes sure that 48 bytes are there. */
export function readFrameHeader(source: Buffer, at: number): FrameHeader | null {
  if (source.readUInt32LE(at) !== MAGIC_WORD) return null;
  if (crc32(source.subarray(at, at + 44)) !== source.readUInt32LE(at + 44)) return null;
  return {
    kind: source.readUInt8(at + 4),
    flags: source.readUInt8(at + 5),
    project: source.readUInt32LE(at + 8),
    bodyBytes: source.readUInt32LE(at + 12),
    position: readWide(source, at + 16),
    timeMs: readWide(source, at + 24),
    ordinal: source.readUInt32LE(at + 32),
    synced: source.readUInt32LE(at + 36),
    bodyCrc: source.readUInt32LE(at + 40),
  };
}

export const isBodySound = (header: FrameHeader, body: Uint8Array): boolean => crc32(body) === header.bodyCrc;

export function encodeFrame(header: Omit<FrameHeader, "bodyBytes" | "bodyCrc">, body: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(FRAME_HEADER_BYTES + body.length);
  writeFrameHeader(bytes, 0, { ...header, bodyBytes: body.length, bodyCrc: crc32(body) });
  bytes.set(body, FRAME_HEADER_BYTES);
  return bytes;
}

/** Its ordinal is the number of frames before it: a closed segment proves that its last frames are there. */
export const encodeSeal = (end: {
  position: Position;
  frames: number;
  synced: number;
  timeMs: number;
}): Buffer =>
  encodeFrame(
    {
      kind: SEAL_KIND,
      flags: FLAG_LAST_OF_APPEND,
      project: 0,
      position: end.position,
      timeMs: end.timeMs,
      ordinal: end.frames,
      synced: end.synced,
    },
    Buffer.alloc(0),
  );
