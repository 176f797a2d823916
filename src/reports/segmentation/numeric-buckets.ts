import type { Expression } from "../expression/tree.ts";

const BUCKETS_MAX = 12;

/** Numbers from `low` on in steps of `size`; a lower bound belongs to its bucket, an upper one to the next. */
export type NumericBuckets = { low: number; size: number };

/** The smallest step of 1, 2 or 5 times a power of ten with which twelve buckets are enough. */
export function numericBuckets(least: number, most: number): NumericBuckets {
  const low = Math.floor(least);
  const enough = (size: number) => Math.floor((most - low) / size) + 1 <= BUCKETS_MAX;
  const span = Math.max(most - low, Number.MIN_VALUE);
  for (let power = Math.floor(Math.log10(span / BUCKETS_MAX)); ; power += 1) {
    for (const step of [1, 2, 5]) {
      const size = step * 10 ** power;
      if (size > 0 && enough(size)) return { low, size };
    }
  }
}

const number = (value: number): Expression => ({ kind: "literal", column: 1, value });

/** The number of the bucket that a value lies in; nothing for what is no number. */
export const bucketOf = (of: Expression, { low, size }: NumericBuckets): Expression => ({
  kind: "call",
  column: 1,
  name: "floor",
  argument: {
    kind: "arithmetic",
    column: 1,
    operator: "/",
    left: { kind: "arithmetic", column: 1, operator: "-", left: of, right: number(low) },
    right: number(size),
  },
});

/** `2,000 - 2,100` */
export function sayBucket(bucket: number, { low, size }: NumericBuckets): string {
  const say = (value: number) =>
    (Math.round(value * 1e9) / 1e9).toLocaleString("en-US", { maximumFractionDigits: 9 });
  return `${say(low + bucket * size)} - ${say(low + (bucket + 1) * size)}`;
}
