export type RetrySettings = { firstMs: number; mostMs: number; triesMax: number; forMs: number };
export const RETRY: RetrySettings = { firstMs: 2_000, mostMs: 60_000, triesMax: 12, forMs: 3_600_000 };

/** Longer each time, and by chance: many who were turned away together must not come back together. */
export function waitMs({ firstMs, mostMs }: RetrySettings, attempt: number, random: number): number {
  const most = Math.min(mostMs, firstMs * 2 ** (attempt - 1));
  return Math.ceil(most / 2 + (most / 2) * random);
}
