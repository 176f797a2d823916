import { setTimeout as sleep } from "node:timers/promises";
import type { Result } from "../../platform/result.ts";

export type RetrySettings = { firstMs: number; mostMs: number; triesMax: number; forMs: number };
export const RETRY: RetrySettings = { firstMs: 2_000, mostMs: 60_000, triesMax: 12, forMs: 3_600_000 };

/** Longer each time, and by chance: many who were turned away together must not come back together. */
export function waitMs({ firstMs, mostMs }: RetrySettings, attempt: number, random: number): number {
  const most = Math.min(mostMs, firstMs * 2 ** (attempt - 1));
  return Math.ceil(most / 2 + (most / 2) * random);
}

const TRIES_MAX = 600;

type Busy = { code: string } | { code: string; retryAfterMs: number };

/** Comes again while the journal is busy or the disk is full. */
export async function untilTaken<Value>(
  work: () => Promise<Result<Value, Busy>>,
  signal: AbortSignal,
): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const done = await work();
    if (done.ok) return done.value;
    if (tries >= TRIES_MAX || !("retryAfterMs" in done.failure)) {
      throw new Error(`nothing can be accepted: ${done.failure.code}`);
    }
    await sleep(done.failure.retryAfterMs, undefined, { signal });
  }
}
