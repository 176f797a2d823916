import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { crc32, gunzip, inflateRaw } from "node:zlib";
import { findContent, type Growth, isGzip, isPacked, UNPACKED_PIECE_BYTES } from "./zip-content.ts";
import { readAt, type ZipEntry } from "./zip-directory.ts";

/** Two of these may be in memory at a time: one that is read, one that is unpacked meanwhile. */
const PACKED_MAX_BYTES = 8 * 1024 * 1024;
const WHOLE_MAX_BYTES = 24 * 1024 * 1024;
/** How long it says it is stands at the end of a gzip file, beyond four gigabytes what is left of that. */
const LENGTH_BYTES = 4;

const unpackGzip = promisify(gunzip);
const unpackRaw = promisify(inflateRaw);

/**
 * What a gzip file in a ZIP holds, in one piece of memory, where that is not much: alone, a line takes some 0.9 µs so, and 1.7 as a
 * stream of pieces, each with its turns between threads. Undefined for whatever is larger, or is not in order: read as a stream it tells why,
 * behind all that can be read of it.
 */
export async function unpackWhole(
  file: FileHandle,
  entry: ZipEntry,
  growth: Growth,
): Promise<Buffer | undefined> {
  if (!isGzip(entry) || entry.compressedBytes > PACKED_MAX_BYTES || entry.bytes > PACKED_MAX_BYTES)
    return undefined;
  try {
    const start = await findContent(file, entry);
    const packed = await readAt(file, start, start + entry.compressedBytes);
    const content = isPacked(entry) ? await unpackRaw(packed, lengthOf(entry.bytes)) : packed;
    if (content.length !== entry.bytes || crc32(content) !== entry.crc32) return undefined;
    const length = content.readUInt32LE(content.length - LENGTH_BYTES);
    if (length > Math.min(WHOLE_MAX_BYTES, growth.leftBytes)) return undefined;
    return await unpackGzip(content, { ...lengthOf(length), maxOutputLength: WHOLE_MAX_BYTES });
  } catch {
    return undefined;
  }
}

/** One byte more than it takes: full to the last one, it would be looked for more. */
const lengthOf = (bytes: number) => ({
  chunkSize: Math.max(bytes, UNPACKED_PIECE_BYTES) + 1,
  maxOutputLength: bytes + 1,
});

/** In the pieces that a stream would have had. */
export async function* piecesOf(whole: Buffer, growth: Growth): AsyncGenerator<Buffer> {
  growth.leftBytes -= whole.length;
  for (let at = 0; at < whole.length; at += UNPACKED_PIECE_BYTES)
    yield whole.subarray(at, at + UNPACKED_PIECE_BYTES);
}
