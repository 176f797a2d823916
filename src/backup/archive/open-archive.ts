import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { BackupSource, Watch } from "../types.ts";
import type { ArchiveFailure } from "./archive-failure.ts";
import { asAdded } from "./compression.ts";
import { readRange, readWhole } from "./file-ranges.ts";
import { digestLine, MANIFEST, MANIFEST_DIGEST, type Manifest, readManifest } from "./manifest.ts";
import { type WalkedEntry, walkArchive } from "./walk-archive.ts";

export type Archive = {
  path: string;
  bytes: number;
  manifest: Manifest;
  /** Of the manifest, and so of everything in the archive. */
  digest: string;
  /** The folders that the entries lie in. */
  parts: readonly string[];
  source(part: string, watch?: Watch): BackupSource;
  close(): Promise<void>;
};

/** It is read into memory. A line of it takes some 150 bytes, so this is room for 400,000 entries. */
const MANIFEST_BYTES_MAX = 64 * 1024 * 1024;

/** Opens a backup and proves it: every byte of the file has been read and found right when this returns. */
export async function openArchive(path: string, watch: Watch = {}): Promise<Result<Archive, ArchiveFailure>> {
  let file: FileHandle;
  try {
    file = await open(path, "r");
  } catch (cause) {
    return fail({ code: "file_unreadable", path, reason: reasonOf(cause) });
  }
  try {
    if (!(await file.stat()).isFile()) {
      await file.close();
      return fail({ code: "file_unreadable", path, reason: "it is not a file" });
    }
    const walked = await walkArchive(file, path, watch);
    const proven = walked.ok ? await prove(file, path, walked.value) : walked;
    if (!proven.ok) await file.close();
    return proven;
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

async function prove(
  file: FileHandle,
  path: string,
  walked: readonly WalkedEntry[],
): Promise<Result<Archive, ArchiveFailure>> {
  const contents = walked.slice(0, -2);
  const [last, lastButOne] = [walked.at(-1), walked.at(-2)];
  if (lastButOne?.name !== MANIFEST || last?.name !== MANIFEST_DIGEST) {
    return fail({ code: "archive_truncated", path, entry: last?.name ?? "" });
  }
  const damaged = (entry: string, place: "content" | "header" = "content") =>
    fail({ code: "archive_damaged", path, entry, place });
  const line = await readWhole(file, last.start, last.bytes);
  if (line.toString("latin1") !== digestLine(lastButOne.sha256)) return damaged(MANIFEST);
  if (lastButOne.bytes > MANIFEST_BYTES_MAX) return damaged(MANIFEST);
  const manifest = readManifest((await readWhole(file, lastButOne.start, lastButOne.bytes)).toString());
  if (manifest === undefined) return damaged(MANIFEST);
  const writtenAt = Math.floor(Date.parse(manifest.createdAt) / 1000);
  for (const [index, entry] of manifest.entries.entries()) {
    const found = contents[index];
    if (found?.name !== entry.name || found.bytes !== entry.bytes) return damaged(entry.name, "header");
    if (found.sha256 !== entry.sha256) return damaged(entry.name);
  }
  if (contents.length !== manifest.entries.length) return damaged(MANIFEST);
  const misdated = walked.find((entry) => entry.writtenAt !== writtenAt);
  if (misdated) return damaged(misdated.name, "header");
  return ok({
    path,
    bytes: (await file.stat()).size,
    manifest,
    digest: lastButOne.sha256,
    parts: [...new Set(contents.slice(1).map(({ name }) => name.split("/")[0] ?? ""))],
    source: (part, watch = {}) => sourceOf(file, path, contents, manifest, part, watch),
    close: () => file.close(),
  });
}

function sourceOf(
  file: FileHandle,
  path: string,
  walked: readonly WalkedEntry[],
  manifest: Manifest,
  part: string,
  watch: Watch,
): BackupSource {
  const prefix = `${part}/`;
  const places = new Map(walked.map((entry) => [entry.name, entry]));
  const own = manifest.entries.filter(({ name }) => name.startsWith(prefix));
  const asIs = new Set(own.filter((entry) => entry.asIs).map(({ name }) => name));
  return {
    entries: own.map(({ name, rows }) => ({
      name: name.slice(prefix.length),
      ...(rows !== undefined && { rows }),
    })),
    read(name) {
      const place = places.get(prefix + name);
      if (place === undefined) throw new Error(`${path} has no entry ${prefix}${name}`);
      return asAdded({ name, asIs: asIs.has(place.name) }, readProven(file, place, watch));
    },
  };
}

/** A second reading may find other bytes than the first: a disk that fails, a file that somebody is writing to. */
async function* readProven(
  file: FileHandle,
  { name, start, bytes, sha256 }: WalkedEntry,
  { signal, onProgress }: Watch,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let done = 0;
  for await (const chunk of readRange(file, start, bytes)) {
    signal?.throwIfAborted();
    hash.update(chunk);
    done += chunk.length;
    onProgress?.({ name, bytes: done, bytesTotal: bytes });
    yield chunk;
  }
  if (hash.digest("hex") !== sha256) throw new Error(`the entry ${name} changed while it was being restored`);
}

function reasonOf(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EACCES" || code === "EPERM") return "this user may not";
  if (code === "EISDIR") return "it is not a file";
  throw cause;
}
