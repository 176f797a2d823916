import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Content, EntryOptions, Watch } from "../types.ts";
import { asStored } from "./compression.ts";
import { writeWhole } from "./file-ranges.ts";
import {
  digestLine,
  FORMAT,
  MANIFEST,
  MANIFEST_DIGEST,
  MARK,
  type Manifest,
  type ManifestEntry,
  markText,
  writeManifest,
} from "./manifest.ts";
import { BLOCK_BYTES, paddingAfter, tarHeader } from "./tar-header.ts";

export type ArchiveWriter = {
  add(name: string, content: Content, options?: EntryOptions): Promise<ManifestEntry>;
  /** Adds the manifest and ends the archive. Nothing is synced yet. */
  finish(): Promise<{ manifest: Manifest; bytes: number }>;
};

export type ArchiveOptions = Watch & {
  product: string;
  /** Milliseconds since epoch. */
  createdAt: number;
};

/** Writes an archive to an empty file, entry after entry. The file must be one in which a writer can go back. */
export async function createArchive(file: FileHandle, options: ArchiveOptions): Promise<ArchiveWriter> {
  const { product, createdAt, onProgress, signal } = options;
  const writtenAt = Math.floor(createdAt / 1000);
  const entries: ManifestEntry[] = [];
  let end = 0;

  async function* watched(name: string, content: Content, bytesTotal?: number): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.length;
      onProgress?.({ name, bytes, bytesTotal });
      yield chunk;
    }
  }

  async function add(name: string, content: Content, more: EntryOptions = {}): Promise<ManifestEntry> {
    const { rows, asIs } = more;
    const start = end + BLOCK_BYTES;
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of asStored({ name, asIs }, watched(name, content, more.bytes))) {
      signal?.throwIfAborted();
      hash.update(chunk);
      await writeWhole(file, chunk, start + bytes);
      bytes += chunk.length;
    }
    // Its length stands before an entry and is known after it: hence the step back.
    await writeWhole(file, tarHeader({ name, bytes, writtenAt }), end);
    await writeWhole(file, Buffer.alloc(paddingAfter(bytes)), start + bytes);
    end = start + bytes + paddingAfter(bytes);
    const entry: ManifestEntry = {
      name,
      bytes,
      sha256: hash.digest("hex"),
      ...(rows && { rows: rows() }),
      ...(asIs && { asIs }),
    };
    entries.push(entry);
    return entry;
  }

  await add(MARK, [Buffer.from(markText(FORMAT))]);
  return {
    add,
    async finish() {
      const manifest: Manifest = {
        format: FORMAT,
        product,
        createdAt: new Date(createdAt).toISOString(),
        entries: [...entries],
      };
      const { sha256 } = await add(MANIFEST, [Buffer.from(writeManifest(manifest))]);
      await add(MANIFEST_DIGEST, [Buffer.from(digestLine(sha256))]);
      await writeWhole(file, Buffer.alloc(2 * BLOCK_BYTES), end);
      return { manifest, bytes: end + 2 * BLOCK_BYTES };
    },
  };
}
