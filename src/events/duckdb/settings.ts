import { availableParallelism } from "node:os";

const MiB = 1024 * 1024;

export type DuckdbSettings = {
  /** Every lane of the journal: a row that lost to a copy is forgotten once all of them are past it. */
  lanes: readonly string[];
  /**
   * What DuckDB may take for itself. The whole server stays under 1 GB; below 600 MB DuckDB loads on one thread, because it
   * sets memory aside for each column and thread.
   */
  memoryBytesMax: number;
  threads: number;
  /** Of the machine. */
  cores: number;
  /**
   * A project with more columns is loaded on one thread, since each thread keeps a buffer for each column. 256 columns on
   * two threads took 44 µs of processor time an event and 1,100 MB, on one 18 µs and 650 MB.
   */
  wideColumns: number;
  /**
   * Project files open at once. The least recently used closes first. A small one takes 2.5 MB. With 120 projects of one
   * event each, a round took 0.1 s of processor time a project and 740 MB while 32 could be open, 0.03 s and 470 MB when
   * all could: closing and opening takes more than keeping.
   */
  openFilesMax: number;
  /** Questions running at once, and waiting. Each holds one of libuv's threads, which file system calls need as well. */
  queriesMax: number;
  queriesWaitingMax: number;
  /** How long a look-up of names, values or counts may take, its wait included. Look-ups have the same bounds otherwise. */
  lookupTimeoutMs: number;
  /** Projects loaded at once. More than one would have to agree on the number of threads: `withThreads` and `endRest` count on it. */
  appliesMax: number;
  /**
   * Rows read by one statement, at most. Its threads take a row group each, and write full ones past the write-ahead log.
   */
  runBytesMax: number;
  /** Rows times columns of one statement: each cell takes some ten bytes of memory, filled or not. */
  runCellsMax: number;
  /** A write-ahead log past this is folded into the file. */
  logBytesMax: number;
  /** Rows rewritten by one step of compaction, between which loading goes on. */
  compactRowsMax: number;
  /** Compaction begins when a moment lies in more than this many row groups on average. */
  compactDepth: number;
};

export const DEFAULT_SETTINGS: DuckdbSettings = {
  lanes: ["live", "bulk"],
  memoryBytesMax: 640 * MiB,
  threads: 2,
  cores: availableParallelism(),
  wideColumns: 48,
  openFilesMax: 128,
  queriesMax: 2,
  queriesWaitingMax: 64,
  lookupTimeoutMs: 60_000,
  appliesMax: 1,
  runBytesMax: 96 * MiB,
  runCellsMax: 64_000_000,
  logBytesMax: 64 * MiB,
  compactRowsMax: 250_000,
  compactDepth: 4,
};

/** What a loader hands over at a time when there is more to load than it can keep up with. */
export const BATCH_BYTES = 40 * MiB;
