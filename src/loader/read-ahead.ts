import type { Batch, Journal, Lane, Position } from "../journal/index.ts";

/** Reads a lane batch by batch. */
export type LaneReader = {
  read(after: Position, maxBytes: number): Promise<Batch>;
  /** What waits behind the batch that was read last, as far as that is known. */
  waitingBytes(): number;
};

/**
 * While one batch is loaded, which is the store's work, the next is read and checked, which is ours. Only when there is more than one:
 * what comes in now waits for company. What has come in since goes along, so that a batch is short only when there is no more.
 */
export function createLaneReader(journal: Pick<Journal, "readBatch" | "stats">, lane: Lane): LaneReader {
  let ahead: { after: Position; batch: Promise<Batch> } | undefined;
  /** Of what was read ahead; and what had ever come in when the last frames were read. */
  let aheadBytes = 0;
  let bytesBefore = 0;
  const bytesNow = () => journal.stats().lanes[lane].bytes;
  const readBatch = (after: Position, maxBytes: number) => {
    bytesBefore = bytesNow();
    return journal.readBatch({ after, lanes: [lane], maxBytes });
  };

  async function readOn(first: Batch, maxBytes: number): Promise<Batch> {
    if (first.bytes >= maxBytes) return { ...first, caughtUp: false };
    const more = await readBatch(first.reached, maxBytes - first.bytes);
    return { ...more, frames: [...first.frames, ...more.frames], bytes: first.bytes + more.bytes };
  }

  return {
    async read(after, maxBytes) {
      const known = ahead?.after === after ? ahead.batch : undefined;
      ahead = undefined;
      aheadBytes = 0;
      const batch = known ? await readOn(await known, maxBytes) : await readBatch(after, maxBytes);
      if (!batch.caughtUp) {
        const next = readBatch(batch.reached, maxBytes);
        next.then(
          ({ bytes }) => {
            if (ahead?.batch === next) aheadBytes = bytes;
          },
          // Whoever asks for it hears of it.
          () => undefined,
        );
        ahead = { after: batch.reached, batch: next };
      }
      return batch;
    },
    waitingBytes: () => aheadBytes + bytesNow() - bytesBefore,
  };
}
