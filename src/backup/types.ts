import type { Result } from "../platform/result.ts";

/** Why a part cannot be saved or brought back, as a sentence for the operator that names the remedy. */
export type PartRefusal = { code: string; sentence: string };

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type EntryOptions = {
  /** How many rows it holds. Asked once the content has ended. */
  rows?: () => number;
  /** Bytes of the content, where they are known beforehand: a large entry then tells how far it is. */
  bytes?: number;
  /** A name that ends in `.zst` because the content is compressed already: it is taken, and read, as it is. */
  asIs?: boolean;
};

/** Where a part puts its entries. */
export type BackupSink = {
  /**
   * Adds one entry below the part's folder and waits until it is written. Content of a name that ends in `.zst` is
   * compressed on the way; a source expands it again.
   */
  add(name: string, content: Content, options?: EntryOptions): Promise<void>;
};

/** How far an entry is that takes its time, in bytes of its content. */
export type EntryProgress = { name: string; bytes: number; bytesTotal?: number | undefined };

/** What long work is asked to heed and to tell. */
export type Watch = {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: EntryProgress) => void) | undefined;
};

/** A part's entries in a backup that was proven whole. */
export type BackupSource = {
  /** In the order in which they were added. */
  entries: readonly { name: string; rows?: number }[];
  /** What was added under the name. Throws when the bytes are no longer those that were proven. */
  read(name: string): AsyncIterable<Uint8Array>;
};

/**
 * Something the server keeps. A room that keeps more joins by adding one of these to the list of the two commands; it may hold as
 * much as it likes, since nothing here is kept in memory.
 */
export type BackupPart = {
  /** The folder in the archive that holds its entries. */
  name: string;
  write(sink: BackupSink): Promise<Result<undefined, PartRefusal>>;
  /** Whether this version can bring these entries back. Asked of every part before anything is changed. */
  check?(source: BackupSource): Promise<Result<undefined, PartRefusal>>;
  /** Whether there is room for them. Asked of every part once the data folder is ours, before the first is restored. */
  prepare?(restoreId: string): Promise<Result<undefined, PartRefusal>>;
  /**
   * Brings the entries back, on the disk when it returns, and refuses when what came back is not what was saved. A backup from
   * before there was such a part has no entries for it. Runs again after a kill, with the same restore id when it is the same
   * backup; what the killed run left in the data folder was taken away before.
   */
  restore(source: BackupSource, restoreId: string): Promise<Result<undefined, PartRefusal>>;
};
