/** One after the other. */
export type Turns = { take<Value>(work: () => Promise<Value>): Promise<Value> };

/**
 * Uploads and deletions of lookup tables take turns, whichever table they are of: a file that is read has all of its keys in memory,
 * two at once would mix, and a table must not come back after it was deleted.
 */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const mine = last.then(work, work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
