import type { Sizes } from "./server-process.ts";

/** So small that rotation, compression, checkpoint and compaction come up several times a second. */
export const SMALL: Sizes = {
  journal: { segmentBytesMax: 300_000, blockBytes: 30_000, quietMs: 0 },
  store: { logBytesMax: 500_000, compactDepth: 0 },
  loader: { gatherMs: 50, noteEveryMs: 250, compactEveryMs: 750 },
};

/** Smaller still, and the loader's note so rare that most of what was loaded is met again. */
export const TINY: Sizes = {
  journal: { segmentBytesMax: 60_000, blockBytes: 5_000, quietMs: 0 },
  store: { logBytesMax: 200_000, compactDepth: 0, compactRowsMax: 3_000 },
  loader: {
    gatherMs: 10,
    noteEveryMs: 1_500,
    compactEveryMs: 3_000,
    batchBytesMax: 300_000,
    batchBytesMin: 60_000,
  },
};

export const SIZES: readonly [Sizes, ...Sizes[]] = [SMALL, TINY];
