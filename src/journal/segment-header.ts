import { crc32 } from "node:zlib";
import { readWide, writeWide } from "./frame.ts";
import { LANES, type Lane, type Position } from "./types.ts";

export const SEGMENT_HEADER_BYTES = 40;
export const SEGMENT_VERSION = 1;
const MAGIC = Buffer.from("TRIBSEG\n", "latin1");

export type SegmentHeader = { lane: Lane; number: number; base: Position; createdMs: number };

export function encodeSegmentHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES);
  bytes.set(MAGIC, 0);
  bytes[8] = SEGMENT_VERSION;
  bytes[9] = LANES.indexOf(header.lane);
  bytes.writeUInt32LE(header.number, 12);
  writeWide(bytes, header.base, 16);
  writeWide(bytes, header.createdMs, 24);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 32)), 32);
  return bytes;
}

/** Thrown, never repaired: taking a newer format for damage would cut off what a newer release has accepted. */
export class NewerFormat extends Error {
  readonly version: number;
  constructor(version: number) {
    super(`the journal has format version ${version}; this release reads up to ${SEGMENT_VERSION}`);
    this.name = "NewerFormat";
    this.version = version;
  }
}

/** Null when the header is damaged. Magic, version and checksum keep their places in every later version. */
export function decodeSegmentHeader(bytes: Buffer): SegmentHeader | null {
  if (bytes.length < SEGMENT_HEADER_BYTES || MAGIC.compare(bytes, 0, 8) !== 0) return null;
  if (crc32(bytes.subarray(0, 32)) !== bytes.readUInt32LE(32)) return null;
  const version = bytes.readUInt8(8);
  if (version > SEGMENT_VERSION) throw new NewerFormat(version);
  const lane = LANES[bytes.readUInt8(9)];
  if (lane === undefined) return null;
  return { lane, number: bytes.readUInt32LE(12), base: readWide(bytes, 16), createdMs: readWide(bytes, 24) };
}
