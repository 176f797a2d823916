import type { EventSync } from "./event-sync.ts";
import { type BucketSum, type Relation, sumBuckets } from "./select.ts";

export type Comparison = {
  bits: number;
  /** Of the table, and of the store. */
  rows: number;
  storedRows: number;
  /** In buckets that are equal on both sides. */
  equalRows: number;
  differing: number[];
  /** Rows the table has in them together. */
  differingRows: number;
  /** Rows the store has in each of them. */
  storedIn: ReadonlyMap<number, number>;
};

/** So few rows in a bucket that one changed row costs little to find, so many that the sums are few. */
const ROWS_PER_BUCKET = 32;
const BITS_MIN = 4;
const BITS_MAX = 18;
/** Rows of a group of buckets that are held in memory at once. */
export const GROUP_ROWS = 500_000;

/** Sums up both sides at once, part by part. One pass over the table, nothing of it leaves the warehouse but the sums. */
export async function compareBuckets(sync: EventSync, relation: Relation): Promise<Comparison> {
  // About as many as the table has; asking the table would take another pass.
  const total = await sync.stored.count();
  const bits = Math.min(
    BITS_MAX,
    Math.max(BITS_MIN, Math.ceil(Math.log2(Math.max(1, total / ROWS_PER_BUCKET)))),
  );
  const [theirs, ours] = await Promise.all([
    sumBuckets(relation, sync.digestColumns, bits),
    sync.stored.sums(bits),
  ]);
  const buckets = new Set([...theirs.keys(), ...ours.keys()]);
  const differing: number[] = [];
  const storedIn = new Map<number, number>();
  let equalRows = 0;
  let differingRows = 0;
  for (const bucket of buckets) {
    const [their, our] = [theirs.get(bucket), ours.get(bucket)];
    if (isEqual(their, our)) equalRows += their?.count ?? 0;
    else {
      differing.push(bucket);
      differingRows += their?.count ?? 0;
      storedIn.set(bucket, our?.count ?? 0);
    }
  }
  const [rows, storedRows] = [sumOf(theirs), sumOf(ours)];
  return { bits, rows, storedRows, equalRows, differing, differingRows, storedIn };
}

const isEqual = (left: BucketSum | undefined, right: BucketSum | undefined): boolean =>
  left !== undefined && right !== undefined && left.count === right.count && left.sums === right.sums;

const sumOf = (sums: ReadonlyMap<number, BucketSum>): number => {
  let total = 0;
  for (const { count } of sums.values()) total += count;
  return total;
};

/** The differing buckets in groups that fit the memory. */
export function* groupBuckets({ differing, storedIn }: Comparison): Generator<number[]> {
  let group: number[] = [];
  let rows = 0;
  for (const bucket of differing) {
    group.push(bucket);
    rows += (storedIn.get(bucket) ?? 0) + 1;
    if (rows < GROUP_ROWS) continue;
    yield group;
    group = [];
    rows = 0;
  }
  if (group.length > 0) yield group;
}
