import { constants } from "node:fs";
import { access, type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../platform/clock.ts";
import { syncFolder } from "../platform/data-folder/index.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import { type Randomness, randomHex } from "../platform/secrets.ts";
import type { Manifest, ManifestEntry } from "./archive/manifest.ts";
import { createArchive } from "./archive/write-archive.ts";
import type { BackupPart, PartRefusal, Watch } from "./types.ts";

export type WriteBackupOptions = Watch & {
  /** Absolute path of the file to write. */
  path: string;
  /** Whether a file of that name may be replaced. */
  force: boolean;
  parts: readonly BackupPart[];
  /** The release that writes. */
  product: string;
  clock: Clock;
  randomness: Randomness;
  onEntry?: (entry: ManifestEntry) => void;
};

export type WriteBackupFailure =
  | { code: "target_exists"; path: string }
  | { code: "target_not_writable"; path: string; reason: string }
  | ({ code: "part_refused" } & { refusal: PartRefusal });

export type WrittenBackup = { manifest: Manifest; bytes: number };

/** Writes every part to one file, which gets its name when it is complete and on the disk. */
export async function writeBackup(
  options: WriteBackupOptions,
): Promise<Result<WrittenBackup, WriteBackupFailure>> {
  const { path, force } = options;
  if (!force && (await exists(path))) return fail({ code: "target_exists", path });
  const beside = join(dirname(path), `.${basename(path)}.${randomHex(options.randomness, 12)}`);
  try {
    // Secrets are in it, as digests and as sealed values together with their key.
    const file = await open(beside, "wx", 0o600);
    let written: Result<WrittenBackup, WriteBackupFailure>;
    try {
      written = await writeParts(file, options);
      if (written.ok) await file.sync();
    } finally {
      await file.close();
    }
    if (!written.ok) return written;
    if (!force && (await exists(path))) return fail({ code: "target_exists", path });
    await rename(beside, path);
    await syncFolder(dirname(path));
    return written;
  } catch (cause) {
    const reason = reasonNotWritable(cause);
    if (reason === undefined || !isAbout(cause, [beside, path, dirname(path)])) throw cause;
    return fail({ code: "target_not_writable", path, reason });
  } finally {
    await rm(beside, { force: true });
  }
}

async function writeParts(
  file: FileHandle,
  { parts, product, clock, onEntry, onProgress, signal }: WriteBackupOptions,
): Promise<Result<WrittenBackup, WriteBackupFailure>> {
  const archive = await createArchive(file, { product, createdAt: clock.now(), onProgress, signal });
  for (const part of parts) {
    const written = await part.write({
      async add(name, content, options) {
        const entry = await archive.add(`${part.name}/${name}`, content, options);
        onEntry?.(entry);
      },
    });
    if (!written.ok) return fail({ code: "part_refused", refusal: written.failure });
  }
  return ok(await archive.finish());
}

const exists = (path: string): Promise<boolean> =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );

/** A failure to read what is saved has the path of that. Writing names none. */
function isAbout(cause: unknown, paths: readonly string[]): boolean {
  const { path } = cause as NodeJS.ErrnoException;
  return path === undefined || paths.includes(path);
}

/** What the operator can mend; everything else is not foreseen. */
function reasonNotWritable(cause: unknown): string | undefined {
  switch ((cause as NodeJS.ErrnoException).code) {
    case "ENOENT":
    case "ENOTDIR":
      return "there is no such folder";
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "this user may not write there";
    case "ENOSPC":
    case "EDQUOT":
      return "there is no space left";
    case "ENAMETOOLONG":
      return "the name is too long";
    default:
      return undefined;
  }
}
