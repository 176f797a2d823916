import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable, type Transform } from "node:stream";
import { crc32, createGunzip, createInflateRaw } from "node:zlib";
import { OriginError } from "../origin.ts";
import { readAt, type ZipEntry } from "./zip-directory.ts";

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const PIECE_BYTES = 256 * 1024;
export const UNPACKED_PIECE_BYTES = 512 * 1024;
/** Text of events unpacks to some ten times its size. What unpacks to far more is made to fill somebody's disk. */
const GROWTH_MAX = 400;
const GROWTH_FREE_BYTES = 64 * 1024 * 1024;

const damaged = (name: string, why: string, cause?: unknown): OriginError =>
  new OriginError("damaged", `${name} in the export ${why}`, { cause });

/** How much all files of an archive may unpack to together: many small ones, or one listed many times, are a bomb as well. */
export type Growth = { leftBytes: number };
export const growthOf = (archiveBytes: number): Growth => ({
  leftBytes: GROWTH_FREE_BYTES + archiveBytes * GROWTH_MAX,
});

export const isGzip = ({ name }: ZipEntry): boolean => name.endsWith(".gz");
export const isPacked = ({ method }: ZipEntry): boolean => method === DEFLATED;

/** Where what it holds begins, behind its own header. */
export async function findContent(file: FileHandle, entry: ZipEntry): Promise<number> {
  const header = await readAt(file, entry.offset, entry.offset + LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL) throw damaged(entry.name, "has no header");
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw damaged(entry.name, `is packed in a way (${entry.method}) that is not known`);
  const nameEnd = entry.offset + LOCAL_BYTES + header.readUInt16LE(26);
  const start = nameEnd + header.readUInt16LE(28);
  // The name says how it is packed, and no checksum is over it; it stands twice.
  const name = (await readAt(file, entry.offset + LOCAL_BYTES, nameEnd)).toString("utf8");
  if (name !== entry.name) throw damaged(entry.name, "has another name in its own header");
  return start;
}

/** What a file in a ZIP holds, unpacked twice where it is a gzip file itself. Ends only if every checksum holds. */
export async function* readZipEntry(
  file: FileHandle,
  entry: ZipEntry,
  growth: Growth = growthOf(entry.compressedBytes),
): AsyncGenerator<Buffer> {
  const start = await findContent(file, entry);
  const steps: Transform[] = [];
  if (isPacked(entry)) steps.push(createInflateRaw({ chunkSize: PIECE_BYTES }));
  const unpacked = chain(Readable.from(readPieces(file, start, start + entry.compressedBytes)), steps);
  const checked = Readable.from(checkContent(unpacked, entry));
  const content = chain(checked, isGzip(entry) ? [createGunzip({ chunkSize: UNPACKED_PIECE_BYTES })] : []);
  const bytesMax = GROWTH_FREE_BYTES + entry.compressedBytes * GROWTH_MAX;
  let bytes = 0;
  try {
    for await (const piece of content) {
      bytes += piece.length;
      growth.leftBytes -= piece.length;
      if (bytes > bytesMax || growth.leftBytes < 0)
        throw new OriginError("refused", `${entry.name} in the export unpacks to far more than events would`);
      yield piece;
    }
  } catch (cause) {
    throw cause instanceof OriginError ? cause : damaged(entry.name, "cannot be unpacked", cause);
  }
}

/** Errors anywhere reach the reader of the last. */
function chain(source: Readable, steps: readonly Transform[]): Readable {
  if (steps.length === 0) return source;
  return pipeline([source, ...steps], () => undefined) as unknown as Readable;
}

async function* readPieces(file: FileHandle, from: number, before: number): AsyncGenerator<Buffer> {
  for (let at = from; at < before; at += PIECE_BYTES) {
    yield await readAt(file, at, Math.min(before, at + PIECE_BYTES));
  }
}

async function* checkContent(pieces: AsyncIterable<Buffer>, entry: ZipEntry): AsyncGenerator<Buffer> {
  let sum = 0;
  let bytes = 0;
  for await (const piece of pieces) {
    sum = crc32(piece, sum);
    bytes += piece.length;
    if (bytes > entry.bytes) throw damaged(entry.name, "is longer than it says");
    yield piece;
  }
  if (bytes !== entry.bytes || sum !== entry.crc32)
    throw damaged(entry.name, "is not what its checksum says");
}
