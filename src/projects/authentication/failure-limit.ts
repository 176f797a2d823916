import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../platform/network-of.ts";

const WINDOW_MS = 60_000;
/** Addresses remembered at once; past this the oldest windows go first. */
const ADDRESSES_MAX = 10_000;

export type FailureLimit = {
  /** Counts one failed sign-in; answers how long to wait when the address (or account) has had too many. */
  count(address: string): { retryAfterS: number } | undefined;
  /** Whether the next failure of the address would be one too many. */
  isOver(address: string): boolean;
};

/** Slows down guessing. Only failures count and only failures are refused: a right secret always passes. */
export function createFailureLimit(
  clock: Clock,
  perMinute: number,
  keyOf: (client: string) => string = networkOf,
): FailureLimit {
  const windows = new Map<string, { since: number; failures: number }>();
  return {
    isOver(client) {
      const { since = Number.NEGATIVE_INFINITY, failures = 0 } = windows.get(keyOf(client)) ?? {};
      return perMinute > 0 && failures >= perMinute && clock.now() - since < WINDOW_MS;
    },
    count(client) {
      if (perMinute === 0) return undefined;
      const address = keyOf(client);
      const now = clock.now();
      let window = windows.get(address);
      if (window === undefined || now - window.since >= WINDOW_MS) {
        windows.delete(address);
        if (windows.size >= ADDRESSES_MAX)
          for (const oldest of windows.keys()) {
            windows.delete(oldest);
            break;
          }
        window = { since: now, failures: 0 };
        windows.set(address, window);
      }
      window.failures += 1;
      if (window.failures <= perMinute) return undefined;
      return { retryAfterS: Math.max(1, Math.ceil((window.since + WINDOW_MS - now) / 1000)) };
    },
  };
}
