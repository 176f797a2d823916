/** Lets so many in at once; the others wait in line, and past a bound are turned away. */
export type Gate = {
  /** Runs when there is room. Undefined when too many wait already, or the signal ends the wait. */
  enter<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value | undefined>;
};

export function createGate(inside: number, waitingMax = Number.POSITIVE_INFINITY): Gate {
  let room = inside;
  const waiting: (() => void)[] = [];

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else room += 1;
  }

  /** Answers whether there was room, in time. */
  function wait(signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const proceed = () => {
        signal?.removeEventListener("abort", give);
        resolve(true);
      };
      const give = () => {
        waiting.splice(waiting.indexOf(proceed), 1);
        resolve(false);
      };
      waiting.push(proceed);
      signal?.addEventListener("abort", give, { once: true });
    });
  }

  return {
    async enter(work, signal) {
      if (signal?.aborted) return undefined;
      if (room > 0) room -= 1;
      else if (waiting.length >= waitingMax || !(await wait(signal))) return undefined;
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
