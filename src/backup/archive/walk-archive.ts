import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Watch } from "../types.ts";
import type { ArchiveFailure } from "./archive-failure.ts";
import { readRange, readWhole } from "./file-ranges.ts";
import { FORMAT, formatIn, MARK } from "./manifest.ts";
import { BLOCK_BYTES, paddingAfter, readTarHeader, type TarEntry } from "./tar-header.ts";

export type WalkedEntry = TarEntry & {
  /** Where its content begins in the file. */
  start: number;
  sha256: string;
};

/** Reads the file from end to end: every entry's place and digest. Every byte that is not content must be as we write it. */
export async function walkArchive(
  file: FileHandle,
  path: string,
  { signal, onProgress }: Watch = {},
): Promise<Result<WalkedEntry[], ArchiveFailure>> {
  const { size } = await file.stat();
  const entries: WalkedEntry[] = [];
  let offset = 0;
  let last = MARK;
  while (true) {
    if (offset + BLOCK_BYTES > size) {
      const isOurs = offset > 0 || (await startsWithMark(file, size));
      return fail(isOurs ? { code: "archive_truncated", path, entry: last } : { code: "not_a_backup", path });
    }
    const block = await readWhole(file, offset, BLOCK_BYTES);
    if (offset > 0 && isZero(block)) {
      if (offset + 2 * BLOCK_BYTES > size) return fail({ code: "archive_truncated", path, entry: last });
      const rest = await readWhole(file, offset, 2 * BLOCK_BYTES);
      const isEnd = isZero(rest) && offset + rest.length === size;
      return isEnd ? ok(entries) : fail({ code: "archive_damaged", path, entry: last, place: "after" });
    }
    const header = readTarHeader(block);
    if (header === undefined || (offset === 0 && header.name !== MARK)) {
      if (offset === 0 && !(await startsWithMark(file, size))) return fail({ code: "not_a_backup", path });
      return fail({
        code: "archive_damaged",
        path,
        entry: last,
        place: offset === 0 ? "header" : "after",
      });
    }
    last = header.name;
    const start = offset + BLOCK_BYTES;
    const end = start + header.bytes + paddingAfter(header.bytes);
    if (end > size) return fail({ code: "archive_truncated", path, entry: header.name });
    if (offset === 0) {
      const failure = await checkFormat(file, path, start, header);
      if (failure) return fail(failure);
    }
    const hash = createHash("sha256");
    let done = 0;
    for await (const chunk of readRange(file, start, header.bytes)) {
      signal?.throwIfAborted();
      hash.update(chunk);
      done += chunk.length;
      onProgress?.({ name: header.name, bytes: done, bytesTotal: header.bytes });
    }
    if (!isZero(await readWhole(file, start + header.bytes, paddingAfter(header.bytes)))) {
      return fail({ code: "archive_damaged", path, entry: header.name, place: "after" });
    }
    entries.push({ ...header, start, sha256: hash.digest("hex") });
    offset = end;
  }
}

/** Before the rest is read: a later format may lay it out in another way. */
async function checkFormat(
  file: FileHandle,
  path: string,
  start: number,
  { bytes }: TarEntry,
): Promise<ArchiveFailure | undefined> {
  const found = bytes < BLOCK_BYTES ? formatIn((await readWhole(file, start, bytes)).toString()) : undefined;
  if (found === undefined) return { code: "archive_damaged", path, entry: MARK, place: "content" };
  return found > FORMAT ? { code: "format_too_new", path, found, known: FORMAT } : undefined;
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

async function startsWithMark(file: FileHandle, size: number): Promise<boolean> {
  if (size < MARK.length) return false;
  return (await readWhole(file, 0, MARK.length)).toString() === MARK;
}
