const WINDOW_MS = 5_000;

/** How many events a second came of late. */
export function createRate() {
  let counts: { atMs: number; events: number }[] = [];
  return {
    /** Notes what has come since the last time, and answers the rate. */
    count(events: number, nowMs: number): number {
      counts = [...counts, { atMs: nowMs, events }].filter(({ atMs }) => atMs > nowMs - WINDOW_MS);
      return counts.reduce((sum, one) => sum + one.events, 0) / (WINDOW_MS / 1000);
    },
  };
}
