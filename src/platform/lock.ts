/** One at a time, in the order they asked, without a bound on the line. */
export type Lock = { hold<Value>(work: () => Promise<Value>): Promise<Value> };

export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return {
    hold(work) {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
