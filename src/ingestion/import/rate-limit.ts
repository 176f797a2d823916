import type { Clock } from "../../platform/clock.ts";

/** Events a project may send in a minute, as a bucket that fills evenly: no window whose edge lets twice as many through. */
export type RateLimit = {
  /** Undefined: they may pass, and are counted. Otherwise how long to wait. */
  take(projectId: number, events: number): { retryAfterS: number } | undefined;
};

const MINUTE_MS = 60_000;
const PROJECTS_MAX = 10_000;

/** 0: no limit. A batch larger than the whole bucket passes when the bucket is full, or it never could. */
export function createRateLimit(eventsPerMinute: number, clock: Clock): RateLimit {
  const buckets = new Map<number, { left: number; at: number }>();
  if (eventsPerMinute === 0) return { take: () => undefined };
  const perMs = eventsPerMinute / MINUTE_MS;
  return {
    take(projectId, events) {
      const now = clock.now();
      const bucket = buckets.get(projectId) ?? { left: eventsPerMinute, at: now };
      const left = Math.min(eventsPerMinute, bucket.left + Math.max(0, now - bucket.at) * perMs);
      const needed = Math.min(events, eventsPerMinute);
      if (left < needed) return { retryAfterS: Math.max(1, Math.ceil((needed - left) / perMs / 1000)) };
      if (!buckets.has(projectId) && buckets.size >= PROJECTS_MAX) buckets.clear();
      buckets.set(projectId, { left: left - events, at: now });
      return undefined;
    },
  };
}
