import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";

export type Quiet = {
  /** Something came in. */
  noise(): void;
  /** Resolves when nothing has come in for a while, when more bytes wait than may, or when the signal is aborted. */
  until(waitingBytes: () => number): Promise<void>;
};

const LOOK_AGAIN_MS = 250;

export function createQuiet(
  clock: Clock,
  { quietMs, waitingBytesMax }: { quietMs: number; waitingBytesMax: number },
  signal: AbortSignal,
): Quiet {
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    noise() {
      lastMs = clock.now();
    },
    async until(waitingBytes) {
      while (!signal.aborted && clock.now() - lastMs < quietMs && waitingBytes() <= waitingBytesMax)
        await sleep(LOOK_AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    },
  };
}
