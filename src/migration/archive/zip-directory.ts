import type { FileHandle } from "node:fs/promises";
import { OriginError } from "../origin.ts";

/** A file inside a ZIP. */
export type ZipEntry = {
  name: string;
  method: number;
  crc32: number;
  compressedBytes: number;
  bytes: number;
  /** Of its own header; what it holds begins behind it. */
  offset: number;
};

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const ENTRY_BYTES = 46;
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
/** An export of a day has some hundred files. */
const ENTRIES_MAX = 100_000;
const DIRECTORY_MAX_BYTES = 16 * 1024 * 1024;

const damaged = (why: string): OriginError =>
  new OriginError("damaged", `the export is not a whole ZIP file: ${why}`);

/**
 * The files of a ZIP as its directory lists them. The directory stands at the end: what was cut off has none, so a file that is read
 * here is whole. A forward reader could not tell where a stored file with its size behind it ends.
 */
export async function readZipDirectory(file: FileHandle, size: number): Promise<ZipEntry[]> {
  const tail = await readAt(file, Math.max(0, size - END_BYTES - COMMENT_MAX), size);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (at === -1 || tail.readUInt32LE(at) !== END || tail.length - at < END_BYTES) {
    throw damaged("it has no directory at its end");
  }
  let count = tail.readUInt16LE(at + 10);
  let bytes = tail.readUInt32LE(at + 12);
  let offset = tail.readUInt32LE(at + 16);
  if (count === MAX_16 || bytes === MAX_32 || offset === MAX_32) {
    ({ count, bytes, offset } = await readLargeEnd(file, tail, at, size));
  }
  if (bytes > DIRECTORY_MAX_BYTES || offset + bytes > size)
    throw damaged("its directory points outside of it");
  return readEntries(await readAt(file, offset, offset + bytes), count, size);
}

/** Past four gigabytes or 65,535 files the numbers stand in a record of their own. */
async function readLargeEnd(file: FileHandle, tail: Buffer, end: number, size: number) {
  const locator = end - 20;
  if (locator < 0 || tail.readUInt32LE(locator) !== END_64_LOCATOR)
    throw damaged("its large directory is missing");
  const at = Number(tail.readBigUInt64LE(locator + 8));
  if (at + 56 > size) throw damaged("its large directory points outside of it");
  const record = await readAt(file, at, at + 56);
  if (record.readUInt32LE(0) !== END_64) throw damaged("its large directory is missing");
  return {
    count: Number(record.readBigUInt64LE(32)),
    bytes: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  };
}

function readEntries(directory: Buffer, count: number, size: number): ZipEntry[] {
  if (count > ENTRIES_MAX) throw damaged("its directory is too long");
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY)
      throw damaged("its directory breaks off");
    const nameBytes = directory.readUInt16LE(at + 28);
    const extraBytes = directory.readUInt16LE(at + 30);
    const commentBytes = directory.readUInt16LE(at + 32);
    const behind = at + ENTRY_BYTES + nameBytes + extraBytes;
    if (behind > directory.length) throw damaged("its directory breaks off");
    const name = directory.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const extra = directory.subarray(at + ENTRY_BYTES + nameBytes, behind);
    const [bytes, compressedBytes, offset] = largeNumbers(extra, [
      directory.readUInt32LE(at + 24),
      directory.readUInt32LE(at + 20),
      directory.readUInt32LE(at + 42),
    ]);
    if (offset + compressedBytes > size) throw damaged(`${name} points outside of it`);
    if ((directory.readUInt16LE(at + 8) & 1) === 1) throw damaged(`${name} is encrypted`);
    entries.push({
      name,
      method: directory.readUInt16LE(at + 10),
      crc32: directory.readUInt32LE(at + 16),
      compressedBytes,
      bytes,
      offset,
    });
    at = behind + commentBytes;
  }
  return entries;
}

/** Numbers too large for their place stand, in this order, in an extra field. */
function largeNumbers(
  extra: Buffer,
  [bytes, compressed, offset]: [number, number, number],
): [number, number, number] {
  const numbers: [number, number, number] = [bytes, compressed, offset];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let field = at + 4;
    for (const index of [0, 1, 2] as const) {
      if (numbers[index] !== MAX_32) continue;
      if (field + 8 > extra.length) throw damaged("a size is missing");
      numbers[index] = Number(extra.readBigUInt64LE(field));
      field += 8;
    }
    break;
  }
  return numbers;
}

export async function readAt(file: FileHandle, from: number, before: number): Promise<Buffer> {
  const buffer = Buffer.alloc(before - from);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, from + filled);
    if (bytesRead === 0) throw damaged("it is shorter than it says");
    filled += bytesRead;
  }
  return buffer;
}
