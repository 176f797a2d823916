import type { Clock } from "../../platform/clock.ts";
import { fail, ok, type Result } from "../../platform/result.ts";

/** What an operator may allow an organization; 0: no limit. */
export type SchemaLimits = {
  requestsPerMinute: number;
  /** An entry counts one, and each of its properties one. */
  writesPerMinute: number;
  /** By one request. */
  deletionsMax: number;
};

export type TooMany = { code: "too_many_requests" | "too_many_writes"; most: number; retryAfterS: number };
export type TooManyDeletions = { code: "too_many_deletions"; most: number; asked: number };

/** What a dictionary can hold: its text is in memory while somebody lists it. */
export const DICTIONARY_MAX = { entries: 100_000, bytes: 128 * 1024 * 1024, entryBytes: 4 * 1024 * 1024 };

const MINUTE_MS = 60_000;
const ORGANIZATIONS_MAX = 10_000;

export type SchemaUsage = {
  request(organizationId: number): Result<undefined, TooMany>;
  write(organizationId: number, count: number): Result<undefined, TooMany>;
  deletionsMax: number;
};

export function createSchemaUsage(limits: SchemaLimits, clock: Clock): SchemaUsage {
  const requests = createBuckets(limits.requestsPerMinute, clock);
  const writes = createBuckets(limits.writesPerMinute, clock);
  const answer = (code: TooMany["code"], most: number, retryAfterS: number | undefined) =>
    retryAfterS === undefined ? ok(undefined) : fail({ code, most, retryAfterS });
  return {
    request: (organizationId) =>
      answer("too_many_requests", limits.requestsPerMinute, requests(organizationId, 1)),
    write: (organizationId, count) =>
      answer("too_many_writes", limits.writesPerMinute, writes(organizationId, count)),
    deletionsMax: limits.deletionsMax,
  };
}

/** Buckets that fill evenly. Answers how long to wait, or nothing. More than a whole bucket passes when it is full, or it never could. */
function createBuckets(perMinute: number, clock: Clock): (id: number, count: number) => number | undefined {
  if (perMinute === 0) return () => undefined;
  const buckets = new Map<number, { left: number; at: number }>();
  const perMs = perMinute / MINUTE_MS;
  return (id, count) => {
    const now = clock.now();
    const bucket = buckets.get(id) ?? { left: perMinute, at: now };
    const left = Math.min(perMinute, bucket.left + Math.max(0, now - bucket.at) * perMs);
    const needed = Math.min(count, perMinute);
    if (left < needed) return Math.max(1, Math.ceil((needed - left) / perMs / 1000));
    if (!buckets.has(id) && buckets.size >= ORGANIZATIONS_MAX) buckets.clear();
    buckets.set(id, { left: left - count, at: now });
    return undefined;
  };
}
