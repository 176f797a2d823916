export type ShutdownBudget = { begin(): void; leftMs(): number };

/** Each part gets at least this long, however much the ones before it took. */
const LEAST_MS = 1_000;

/** One time for the whole stop, shared by its parts in turn, so that together they keep to what the operator set. */
export function createBudget(totalMs: number): ShutdownBudget {
  let deadline = Number.POSITIVE_INFINITY;
  return {
    begin() {
      deadline = performance.now() + totalMs;
    },
    leftMs: () => Math.max(LEAST_MS, Math.min(totalMs, deadline - performance.now())),
  };
}
