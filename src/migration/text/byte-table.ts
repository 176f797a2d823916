import { hashOf } from "../../ingestion/index.ts";

/** What is known under a name, with the name as bytes. */
export type Named = { readonly bytes: Uint8Array };

/** Things by their names as they stand in a line: nobody makes a string of a name that was met before. */
export class ByteTable<Thing extends Named> {
  readonly #byHash = new Map<number, Thing[]>();
  readonly #make: (bytes: Buffer) => Thing;
  readonly #max: number;
  /** Found last: many lines say the same. */
  #last: Thing | undefined;
  size = 0;

  constructor(make: (bytes: Buffer) => Thing, max: number) {
    this.#make = make;
    this.#max = max;
  }

  /** The one whose name stands between these places; made if it is new. Undefined when there are too many. */
  find(bytes: Uint8Array, start: number, end: number): Thing | undefined {
    const last = this.#last;
    if (last !== undefined && isSame(last.bytes, bytes, start, end)) return last;
    this.#last = this.#lookUp(bytes, start, end);
    return this.#last;
  }

  #lookUp(bytes: Uint8Array, start: number, end: number): Thing | undefined {
    const hash = hashOf(bytes, start, end);
    const same = this.#byHash.get(hash);
    if (same !== undefined) {
      for (const thing of same) if (isSame(thing.bytes, bytes, start, end)) return thing;
    }
    if (this.size >= this.#max) return undefined;
    const made = this.#make(Buffer.from(bytes.subarray(start, end)));
    if (same === undefined) this.#byHash.set(hash, [made]);
    else same.push(made);
    this.size += 1;
    return made;
  }
}

function isSame(name: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i += 1) if (name[i] !== bytes[start + i]) return false;
  return true;
}
