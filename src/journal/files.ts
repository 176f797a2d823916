/** The file operations the journal needs, and no more: a test puts a failing disk behind the same few words. */
export type OpenFile = {
  /** Fills `into` from `offset`. Answers the bytes read: fewer than asked only at the end of the file. */
  read(into: Uint8Array, offset: number): Promise<number>;
  /** Answers the bytes written, which may be fewer than given, as with the system call. */
  writev(parts: readonly Uint8Array[], offset: number): Promise<number>;
  datasync(): Promise<void>;
  truncate(bytes: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
};

/**
 * `through`: each write may take what it writes to the disk with it, so that there is little left for `datasync` to do. For what is
 * synced after every write anyway; whoever writes many pieces and syncs once would sync many times.
 */
export type WritingHow = "through";

export type Files = {
  openForReading(path: string): Promise<OpenFile>;
  /** Fails with EEXIST when there is such a file: two writers of one journal meet here and not in a file. */
  create(path: string, how?: WritingHow): Promise<OpenFile>;
  /** Opens an existing file to write over parts of it. */
  openForWriting(path: string): Promise<OpenFile>;
  list(folder: string): Promise<{ name: string; bytes: number }[]>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  makeFolder(folder: string): Promise<void>;
  /** Makes created, renamed and removed names in this folder survive a power loss. */
  syncFolder(folder: string): Promise<void>;
};

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

export const isMissing = (error: unknown): boolean => errorCode(error) === "ENOENT";

export function isDiskFull(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOSPC" || code === "EDQUOT";
}

/** Writes all of `parts`. A short write is followed up: a full disk answers it with fewer bytes first and ENOSPC next. */
export async function writeAll(
  file: OpenFile,
  parts: readonly Uint8Array[],
  offset: number,
): Promise<number> {
  let rest = parts;
  let at = offset;
  while (rest.length > 0) {
    const written = await file.writev(rest, at);
    at += written;
    rest = dropBytes(rest, written);
    if (written === 0 && rest.length > 0) throw new Error("a write made no progress");
  }
  return at - offset;
}

function dropBytes(parts: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let left = count;
  let index = 0;
  for (; index < parts.length; index += 1) {
    const part = parts[index];
    if (part === undefined || part.length > left) break;
    left -= part.length;
  }
  const first = parts[index];
  return first === undefined ? [] : [first.subarray(left), ...parts.slice(index + 1)];
}

export async function removeIfThere(files: Files, path: string): Promise<void> {
  try {
    await files.remove(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
