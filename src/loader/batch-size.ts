import type { LoaderSettings } from "./types.ts";

/** How much to take at a time: as much as the store loads within the time that others are willing to wait. */
export type BatchSize = { bytes(): number; took(batch: Batch): void; failed(): void };
/** `asked`: what was wanted of it, which may be less than the size allows. */
type Batch = { bytes: number; asked: number; ms: number };

export function createBatchSize({
  batchBytesMax,
  batchBytesMin,
  batchMsMax,
}: Pick<LoaderSettings, "batchBytesMax" | "batchBytesMin" | "batchMsMax">): BatchSize {
  let bytes = batchBytesMax;
  /** Now and then the store folds its log in, which says nothing about the size of a batch: one that is late may be an exception. */
  let wasLate = false;
  return {
    bytes: () => bytes,
    // A disk that is nearly full, or a memory, may have room for less.
    failed() {
      bytes = Math.max(batchBytesMin, bytes / 2);
    },
    took({ bytes: loaded, asked, ms }) {
      const isLate = ms > batchMsMax;
      const isLateAgain = isLate && wasLate;
      wasLate = isLate && !isLateAgain;
      // A small batch says nothing about how long a large one takes.
      if (isLateAgain) bytes = Math.max(batchBytesMin, Math.min(bytes, loaded) / 2);
      else if (loaded >= asked * 0.9 && ms < batchMsMax / 2) bytes = Math.min(batchBytesMax, bytes * 1.5);
    },
  };
}
