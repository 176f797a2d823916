/** A table that has to grow is copied at once, and everybody waits meanwhile: many small ones grow one by one. */
const TABLES = 256;
const PLACES_INITIAL = 16;
const FULL = 0.75;

type Table = { words: Uint32Array; count: number };

/** A set of 64-bit hashes: 11 to 22 bytes each, where a set of their texts takes some 70. */
export class KeyHashes {
  readonly #tables: Table[] = Array.from({ length: TABLES }, emptyTable);

  /** The hash as 16 hexadecimal digits. */
  add(hex: string): void {
    const high = Number.parseInt(hex.slice(0, 8), 16);
    const low = Number.parseInt(hex.slice(8), 16);
    const table = this.#tableOf(high);
    if (!put(table.words, high, low)) return;
    table.count += 1;
    if (table.count * 2 > table.words.length * FULL) grow(table);
  }

  has(high: number, low: number): boolean {
    const { words } = this.#tableOf(high);
    const at = placeOf(words, high, low);
    return words[at] !== 0 || words[at + 1] !== 0;
  }

  #tableOf(high: number): Table {
    return this.#tables[high >>> 24] as Table;
  }
}

const emptyTable = (): Table => ({ words: new Uint32Array(PLACES_INITIAL * 2), count: 0 });

/** Where it stands, or would. Two zeros are an empty place: the one hash that is so counts as never added, one of 2^64. */
function placeOf(words: Uint32Array, high: number, low: number): number {
  const mask = words.length - 1;
  let at = (low * 2) & mask;
  while (words[at] !== 0 || words[at + 1] !== 0) {
    if (words[at] === high && words[at + 1] === low) return at;
    at = (at + 2) & mask;
  }
  return at;
}

/** False: it was there already. */
function put(words: Uint32Array, high: number, low: number): boolean {
  const at = placeOf(words, high, low);
  const isNew = words[at] !== high || words[at + 1] !== low;
  words[at] = high;
  words[at + 1] = low;
  return isNew;
}

function grow(table: Table): void {
  const before = table.words;
  table.words = new Uint32Array(before.length * 2);
  for (let at = 0; at < before.length; at += 2) {
    const [high, low] = [before[at] as number, before[at + 1] as number];
    if (high !== 0 || low !== 0) put(table.words, high, low);
  }
}
