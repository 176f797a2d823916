import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * For whoever works through a stream that always has more: libuv hands over 32 pieces of it before it looks at anybody else, which were
 * 2 MB and 80 ms of work. Whatever takes many turns, such as a load's twenty statements, then takes seconds instead of one.
 */
export function createBreather(workMsMax = 4): () => Promise<void> | undefined {
  let sinceMs = performance.now();
  return () => {
    if (performance.now() - sinceMs < workMsMax) return undefined;
    return nextTurn().then(() => {
      sinceMs = performance.now();
    });
  };
}
