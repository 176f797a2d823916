/**
 * Work that changes closed files, one piece at a time: compression, rewrites, removal. A snapshot takes a turn too, and
 * while it has it no listed file changes or goes away.
 */
export function createUpkeep() {
  let tail: Promise<unknown> = Promise.resolve();
  let queued = 0;
  return {
    takeTurn<Value>(work: () => Promise<Value>): Promise<Value> {
      queued += 1;
      const turn = tail.then(work).finally(() => {
        queued -= 1;
      });
      tail = turn.catch(() => {}); // the one who asked gets the failure; the next in line starts all the same
      return turn;
    },
    async idle(): Promise<void> {
      while (queued > 0) await tail;
    },
  };
}

export type Upkeep = ReturnType<typeof createUpkeep>;
