/** What is known under a name, with the name as bytes. */
export type Named = { readonly bytes: Uint8Array };

/** Odd, and another one each time; with the shift between two bytes nobody can know before which names will be found in the same place. */
const MULTIPLIER = (Math.floor(Math.random() * 0x4000_0000) << 1) | 1;

/** Things by their names as they stand in a line: nobody makes a string of a name that was met before. */
export class ByteTable<Thing extends Named> {
  /** By the hash of its name, or the next number that was free. */
  readonly #byHash = new Map<number, Thing>();
  readonly #make: (bytes: Buffer) => Thing;
  readonly #max: number;
  /** Found last: many lines say the same. */
  #last: Thing | undefined;

  constructor(make: (bytes: Buffer) => Thing, max: number) {
    this.#make = make;
    this.#max = max;
  }

  get size(): number {
    return this.#byHash.size;
  }

  all(): Iterable<Thing> {
    return this.#byHash.values();
  }

  /** The one whose name stands between these places; made if it is new. Undefined when there are too many. */
  find(bytes: Uint8Array, start: number, end: number): Thing | undefined {
    const last = this.#last;
    if (last !== undefined && isSame(last.bytes, bytes, start, end)) return last;
    this.#last = this.#lookUp(bytes, start, end);
    return this.#last;
  }

  #lookUp(bytes: Uint8Array, start: number, end: number): Thing | undefined {
    for (let hash = hashOf(bytes, start, end); ; hash = (hash + 1) & HASH_MAX) {
      const known = this.#byHash.get(hash);
      if (known === undefined) {
        if (this.#byHash.size >= this.#max) return undefined;
        const made = this.#make(Buffer.from(bytes.subarray(start, end)));
        this.#byHash.set(hash, made);
        return made;
      }
      if (isSame(known.bytes, bytes, start, end)) return known;
    }
  }
}

const HASH_MAX = 0x3fff_ffff;

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = MULTIPLIER;
  for (let at = start; at < end; at += 1) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), MULTIPLIER);
    hash ^= hash >>> 15;
  }
  return hash & HASH_MAX;
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i += 1) if (name[i] !== bytes[start + i]) return false;
  return true;
}
