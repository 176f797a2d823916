import type { TSchema } from "typebox";
import type { JobKind } from "./job.ts";

const DEFAULT_DELAY_MS = 5_000;
const DEFAULT_DELAY_MAX_MS = 15 * 60_000;

/**
 * How long to wait after a failed attempt: doubles from the first delay up to the longest, then shortened by up to a half
 * at random, so that a hundred jobs that failed on one outage do not all come back in the same moment.
 */
export function retryDelayMs(
  kind: Pick<JobKind<TSchema>, "retryDelayMs" | "retryDelayMaxMs">,
  attempt: number,
  random: () => number,
): number {
  const first = kind.retryDelayMs ?? DEFAULT_DELAY_MS;
  const max = Math.max(kind.retryDelayMaxMs ?? DEFAULT_DELAY_MAX_MS, first);
  const full = Math.min(max, first * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full * (1 - random() / 2));
}
