import type { RowName } from "../../../ingestion/text.ts";
import type { TextBuffer } from "../text-buffer.ts";
import { startScanModule } from "./scan-module.ts";

/** Of a property that was found in a line, as numbers. */
export const SLOT = { name: 0, start: 1, value: 2, end: 3, rank: 4, joins: 5 } as const;
export const SLOT_NUMBERS = 6;

/** What is done about a field, with its place among those that are kept, up to 63, and the rank of the properties in it. */
export const KIND = { passed: 0, text: 1, value: 2, properties: 3, any: 4 } as const;
export const fieldKnown = (kind: number, index: number, rank: number): number =>
  kind | (index << 8) | (rank << 16);

/** What is done about a property: read over; left to the parser; left to the parser in an object of the first rank. */
export const KNOWN = { isReplaced: 1, isOdd: 2, isOperation: 4 } as const;

/** Of the line that was scanned last. */
const HEAD = { line: 0, slots: 1, standing: 2, names: 3 } as const;
/** Of what becomes of a property in a row, behind its prefix, in bytes. */
const ROW = { prefixBytes: 16, firsts: 20, column: 24 } as const;
const NUMBER_BYTES = 4;
const NEWLINE = 10;

/**
 * Finds what counts in lines of JSON without making anything of them: places in their bytes, which are UTF-8. Fields are what a line
 * has at its top; properties are what the objects in some of its fields have. WebAssembly looks at sixteen bytes at a time. Whatever
 * is not plain is left to the parser, which knows all of JSON: an escape in a name, a name that comes twice, a number that a double
 * does not hold, a line of more than a mebibyte.
 */
export class Scanner {
  /** By field: where its value begins and ends, texts without their quotes. -1 for what is missing or null. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** `SLOT_NUMBERS` for each property that was found. */
  readonly slots: Int32Array;
  /** All properties met so far by their numbers, each with a quote behind it. */
  readonly names: Buffer[] = [];
  /** By the number of a column: 1 where a row has used it. It is for others to clear. */
  readonly used: Uint8Array;
  readonly #module = startScanModule();
  readonly #bytes = Buffer.from(this.#module.memory.buffer);
  readonly #head: Int32Array;
  readonly #names: Int32Array;
  readonly #firsts: Uint8Array[] = [];
  #page: Buffer | undefined;
  /** What of the page is here: whole lines. */
  #from = 0;
  #to = 0;

  constructor() {
    const { buffer } = this.#module.memory;
    const { places } = this.#module;
    const nameNumbers = places.NAME_BYTES / NUMBER_BYTES;
    this.starts = new Int32Array(buffer, places.STARTS, places.FIELDS_MAX);
    this.ends = new Int32Array(buffer, places.ENDS, places.FIELDS_MAX);
    this.slots = new Int32Array(buffer, places.SLOTS, places.SLOTS_MAX * SLOT_NUMBERS);
    this.used = new Uint8Array(buffer, places.USED, places.COLUMNS_MAX);
    this.#head = new Int32Array(buffer, places.HEAD, Object.keys(HEAD).length);
    this.#names = new Int32Array(buffer, places.PROPERTY_NAMES, places.PROPERTY_NAMES_MAX * nameNumbers);
    // Nobody can know before which names will be looked for in the same place.
    this.#module.seed((Math.floor(Math.random() * 0x4000_0000) << 1) | 1);
    // No value fits what nothing is known of.
    this.#firstsOf(new Uint8Array(256));
  }

  /** What is to be done about a field: see `fieldKnown`. */
  learnField(name: string, known: number): void {
    if (((known >> 8) & 0xff) >= this.starts.length) throw new RangeError(`no place for the field ${name}`);
    this.#learn(1, name, known);
  }

  /** The number of a property, and what is to be done about it: see `KNOWN`. */
  learnProperty(name: string, known = 0): number {
    const number = this.#learn(0, name, known);
    this.#tellNames();
    return number;
  }

  #learn(isField: number, name: string, known: number): number {
    const { places, learn } = this.#module;
    this.#page = undefined;
    const bytes = this.#bytes.write(`"${name}"`, places.PAGE);
    const number = learn(isField, bytes - 2, known);
    if (number < 0) throw new Error("the table of names is too small for our own");
    return number;
  }

  /**
   * Where the line that begins here ends: at its newline, or the end of the page. -1 when it is not plain. A page is copied once and
   * known by its buffer: what stands in it must not change.
   */
  scan(page: Buffer, start: number): number {
    if (start >= page.length) return -1;
    if (page !== this.#page || start < this.#from || start >= this.#to) this.#turnTo(page, start);
    if (start >= this.#to) return -1;
    const end = this.#module.scan(start);
    if (this.#head[HEAD.names] !== this.names.length) this.#tellNames();
    return end;
  }

  #turnTo(page: Buffer, from: number): void {
    const { places, turnTo } = this.#module;
    const to = from + places.PAGE_MAX;
    this.#page = page;
    this.#from = from;
    this.#to = to >= page.length ? page.length : page.lastIndexOf(NEWLINE, to);
    if (this.#to <= from) return;
    page.copy(this.#bytes, places.PAGE, from, this.#to);
    turnTo(from, this.#to - from);
  }

  #tellNames(): void {
    const count = this.#head[HEAD.names] ?? 0;
    const numbers = this.#module.places.NAME_BYTES / NUMBER_BYTES;
    while (this.names.length < count) {
      const start = this.#names[this.names.length * numbers] ?? 0;
      const length = this.#names[this.names.length * numbers + 1] ?? 0;
      // It stands there between its quotes, with a colon.
      this.names.push(Buffer.from(this.#bytes.subarray(start + 1, start + length - 1)));
    }
  }

  get slotCount(): number {
    return this.#head[HEAD.slots] ?? 0;
  }

  /** How many of them have not given way to one of the same name. */
  get standing(): number {
    return this.#head[HEAD.standing] ?? 0;
  }

  /** Whether the line has a slot for the property. */
  has(name: number): boolean {
    const { NAME_BYTES, NAME_SLOT_LINE } = this.#module.places;
    return this.#names[(name * NAME_BYTES + NAME_SLOT_LINE) / NUMBER_BYTES] === this.#head[HEAD.line];
  }

  /** What becomes of a property in a row. */
  setRow(name: number, { prefix, number, firsts }: RowName): void {
    const { ROWS, ROW_BYTES, ROW_PREFIX_MAX, COLUMNS_MAX } = this.#module.places;
    const fits = (prefix?.length ?? 0) <= ROW_PREFIX_MAX && number < COLUMNS_MAX;
    const row = ROWS + name * ROW_BYTES;
    if (fits && prefix !== undefined) this.#bytes.set(prefix, row);
    this.#bytes.writeInt32LE(fits ? (prefix?.length ?? 0) : 0, row + ROW.prefixBytes);
    this.#bytes.writeInt32LE(
      this.#module.places.FIRSTS + (fits ? this.#firstsOf(firsts) : 0) * 256,
      row + ROW.firsts,
    );
    this.#bytes.writeInt32LE(fits ? number : 0, row + ROW.column);
  }

  /** Where a table of first bytes stands; there are as many as there are types. */
  #firstsOf(firsts: Uint8Array): number {
    const known = this.#firsts.findIndex((other) => Buffer.compare(other, firsts) === 0);
    if (known >= 0) return known;
    const { FIRSTS, FIRSTS_MAX } = this.#module.places;
    if (this.#firsts.length === FIRSTS_MAX) return 0;
    this.#bytes.set(firsts, FIRSTS + this.#firsts.length * 256);
    return this.#firsts.push(firsts) - 1;
  }

  /** The properties that stand, as a part of a row; false when one of them does not fit its column. There is room for it. */
  writeRow(into: TextBuffer): boolean {
    const length = this.#module.writeRow();
    if (length < 0) return false;
    const { OUT } = this.#module.places;
    this.#bytes.copy(into.bytes, into.end, OUT, OUT + length);
    into.end += length;
    return true;
  }
}
