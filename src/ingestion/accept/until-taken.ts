import { setTimeout as sleep } from "node:timers/promises";
import type { Result } from "../../platform/result.ts";

const TRIES_MAX = 300;

/** A failure that says when to come again, or one that no waiting mends. */
export type NotTaken = { code: string } | { code: string; retryAfterMs: number };

/**
 * For jobs that hand over large amounts by themselves: comes again while the journal is busy or the disk full, for some minutes. What
 * is thrown in the end is the caller's, so that it is told as one of its own failures.
 */
export async function untilTaken<Value>(
  work: () => Promise<Result<Value, NotTaken>>,
  signal: AbortSignal,
  giveUp: (code: string) => Error,
): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const done = await work();
    if (done.ok) return done.value;
    if (tries >= TRIES_MAX || !("retryAfterMs" in done.failure)) throw giveUp(done.failure.code);
    await sleep(done.failure.retryAfterMs, undefined, { signal });
  }
}
