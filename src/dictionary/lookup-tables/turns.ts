/** One at a time for each table: two uploads at once would mix, and a table must not come back after it was deleted. */
export type Turns = { take<Value>(tableId: string, work: () => Promise<Value>): Promise<Value> };

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(tableId, work) {
      const before = last.get(tableId);
      const mine = (before ?? Promise.resolve()).then(work, work);
      const settled = mine.then(
        () => undefined,
        () => undefined,
      );
      last.set(tableId, settled);
      try {
        return await mine;
      } finally {
        if (last.get(tableId) === settled) last.delete(tableId);
      }
    },
  };
}
