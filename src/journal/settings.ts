const MiB = 1024 * 1024;

export type JournalSettings = {
  /** A segment is closed by the first group that begins past this size. */
  segmentBytesMax: number;
  /** Bytes that may wait for a sync, per lane. Past it `journal_busy`: memory stays bounded when the disk is slow. */
  queueBytesMax: { live: number; bulk: number };
  /**
   * Bytes of one write and sync. A live sync waits for the bulk sync under way on the same disk, so the bulk lane's
   * groups are small. A live append beside a saturated bulk lane took, at p50 and p99: 1.5 and 4 ms with bulk groups of
   * 2 MiB (730 MB/s of bulk), 2.1 and 5.7 ms with 4 MiB (790 MB/s), 4.9 and 16 ms with 8 MiB (670 MB/s).
   */
  groupBytesMax: { live: number; bulk: number };
  /** A body past this is a bug of the caller: the door has its own, lower limit. */
  bodyBytesMax: number;
  /** After a full disk was met, appends are refused for this long before the next one tries the disk again. */
  diskFullPauseMs: number;
  /** Closed segments are compressed in the background. */
  compress: boolean;
  /**
   * It waits until nothing has come in for so long, unless more than that many bytes wait for it: compressing and proving a row takes
   * a tenth of the processor time that its way into the store does, and is in no hurry. What came in last is loaded for some seconds
   * after it came.
   */
  quietMs: number;
  waitingBytesMax: number;
  /** zstd level. On rows of events 1 was best at both: 5.8 times smaller at 410 MB/s, against 5.3 at 220 MB/s for 3. */
  compressionLevel: number;
  /** Raw bytes per independently compressed block: what a reader decompresses to find a place. */
  blockBytes: number;
  /** Bytes a reader takes from an uncompressed segment at a time. */
  readWindowBytes: number;
};

export const DEFAULT_SETTINGS: JournalSettings = {
  segmentBytesMax: 64 * MiB,
  queueBytesMax: { live: 64 * MiB, bulk: 64 * MiB },
  groupBytesMax: { live: 8 * MiB, bulk: 2 * MiB },
  bodyBytesMax: 64 * MiB,
  diskFullPauseMs: 500,
  compress: true,
  quietMs: 10_000,
  waitingBytesMax: 1024 * MiB,
  compressionLevel: 1,
  blockBytes: MiB,
  readWindowBytes: 2 * MiB,
};

/** Offsets inside a segment are stored in 32 bits; a segment may pass its limit by one group, a group by one append. */
const SEGMENT_BYTES_LIMIT = 1024 * MiB;

export function withDefaults(given: Partial<JournalSettings>): JournalSettings {
  const settings = { ...DEFAULT_SETTINGS, ...given };
  if (settings.segmentBytesMax > SEGMENT_BYTES_LIMIT) {
    throw new RangeError(`segmentBytesMax is at most ${SEGMENT_BYTES_LIMIT}`);
  }
  return settings;
}
