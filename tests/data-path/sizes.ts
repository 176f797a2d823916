import type { Sizes } from "./server-process.ts";

/** So small that rotation, compression, checkpoint and compaction come up several times a second. */
export const SMALL: Sizes = {
  journal: { segmentBytesMax: 300_000, blockBytes: 30_000 },
  store: { logBytesMax: 500_000, compactDepth: 0 },
  loader: { gatherMs: 50, noteEveryMs: 250, compactEveryMs: 750 },
};
