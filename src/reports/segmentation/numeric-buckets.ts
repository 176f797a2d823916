import type { Expression } from "../expression/tree.ts";

const BUCKETS_MAX = 12;

/** Numbers from `low` on in steps of `size`; a lower bound belongs to its bucket, an upper one to the next. */
export type NumericBuckets = { low: number; size: number };

/** The smallest step of 1, 2 or 5 times a power of ten with which twelve buckets are enough. */
export function numericBuckets(least: number, most: number): NumericBuckets {
  const low = Math.floor(least);
  const share = most / BUCKETS_MAX - low / BUCKETS_MAX;
  // One whole number, or none at all: there is no span to be divided, and its logarithm has no end.
  if (!(share > 0)) return { low, size: 1 };
  for (let power = Math.floor(Math.log10(share)); ; power += 1) {
    for (const step of [1, 2, 5]) {
      const buckets = { low, size: step * 10 ** power };
      if (buckets.size > 0 && placeOf(most, buckets) < BUCKETS_MAX) return buckets;
    }
  }
}

/** The difference of two numbers may be more than a number can be; then each is divided by itself. */
const isWide = ({ low, size }: NumericBuckets): boolean => !Number.isFinite(low + size * BUCKETS_MAX);

const placeOf = (value: number, buckets: NumericBuckets): number => {
  const { low, size } = buckets;
  return Math.floor(isWide(buckets) ? value / size - low / size : (value - low) / size);
};

const number = (value: number): Expression => ({ kind: "literal", column: 1, value });

const arithmetic = (operator: "-" | "/", left: Expression, right: number): Expression => ({
  kind: "arithmetic",
  column: 1,
  operator,
  left,
  right: number(right),
});

/** The number of the bucket that a value lies in; nothing for what is no number. */
export function bucketOf(of: Expression, buckets: NumericBuckets): Expression {
  const { low, size } = buckets;
  const argument = isWide(buckets)
    ? arithmetic("-", arithmetic("/", of, size), low / size)
    : arithmetic("/", arithmetic("-", of, low), size);
  return { kind: "call", column: 1, name: "floor", argument };
}

/** `2,000 - 2,100` */
export function sayBucket(bucket: number, { low, size }: NumericBuckets): string {
  const say = (value: number) => tidy(value).toLocaleString("en-US", { maximumFractionDigits: 9 });
  return `${say(low + bucket * size)} - ${say(low + (bucket + 1) * size)}`;
}

/** Without the last digits of sums such as 0.1 + 0.2. The largest numbers have none to lose, and would be rounded out of reach. */
const tidy = (value: number): number => (Math.abs(value) < 1e15 ? Number(value.toPrecision(15)) : value);
