import { digestOfKey } from "./row-ids.ts";

/** The rows the store has in some buckets, as a multiset: each row of the table takes one away, and what is left is gone from there. */
export class StoredGroup {
  readonly #byDigest = new Map<string, { keys: string[]; taken: number; used: Set<number> }>();
  readonly #mayRepeat: (digest: string) => boolean;

  /** `mayRepeat`: whether other rows may equal one that the store has not. Of those that none equals nothing is kept. */
  constructor(rowKeys: readonly string[], mayRepeat: (digest: string) => boolean) {
    this.#mayRepeat = mayRepeat;
    for (const rowKey of rowKeys) {
      const known = this.#of(digestOfKey(rowKey));
      known.keys.push(rowKey);
      known.used.add(ordinalOf(rowKey));
    }
    // Of equal rows the last ones go first, so that the others keep their places.
    for (const { keys } of this.#byDigest.values()) keys.sort((a, b) => ordinalOf(a) - ordinalOf(b));
  }

  /** Undefined: the store has this row. Otherwise which one of its equals the new one is. */
  match(digest: string): number | undefined {
    if (!this.#byDigest.has(digest) && !this.#mayRepeat(digest)) return 0;
    const known = this.#of(digest);
    if (known.taken < known.keys.length) {
      known.taken += 1;
      return undefined;
    }
    let nth = 0;
    while (known.used.has(nth)) nth += 1;
    known.used.add(nth);
    return nth;
  }

  /** Of how many digests something is kept. */
  get size(): number {
    return this.#byDigest.size;
  }

  *left(): Generator<string> {
    for (const { keys, taken } of this.#byDigest.values()) yield* keys.slice(taken);
  }

  #of(digest: string): { keys: string[]; taken: number; used: Set<number> } {
    const known = this.#byDigest.get(digest);
    if (known) return known;
    const made = { keys: [], taken: 0, used: new Set<number>() };
    this.#byDigest.set(digest, made);
    return made;
  }
}

const ordinalOf = (rowKey: string): number => {
  const point = rowKey.lastIndexOf(".");
  return point === -1 ? 0 : Number(rowKey.slice(point + 1));
};
