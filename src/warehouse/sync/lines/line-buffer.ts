import { RecordPlaces } from "../../../ingestion/text.ts";

const BYTES_INITIAL = 1024 * 1024;
const NEWLINE = 10;
const BLANK = 32;
/** One giant row does not keep its memory for ever. */
const BYTES_KEPT_MAX = 4 * BYTES_INITIAL;
/** A character of a string takes three bytes at most; of long ones it is worth knowing how many they take. */
const CHARACTER_BYTES = 3;
const LONG = 65_536;

/**
 * Events on their way to the door: a line each, the key of their row, a blank, and the record as JSON. Whoever writes a line by hand
 * reserves room for all of it first, moves `end`, and ends it with `endLine`. Where it noted the places of all values, nobody has to
 * look for them again.
 */
export class LineBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(BYTES_INITIAL);
  end = 0;
  rows = 0;
  longestBytes = 0;
  places: RecordPlaces;
  /** Where the line at hand begins. */
  #start = 0;

  /** `names`: those of properties, by the numbers that `places` has for them. */
  constructor(names: readonly Uint8Array[] = []) {
    this.places = new RecordPlaces(names);
  }

  reserve(count: number): void {
    if (this.end + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.end + count));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }

  text(text: string): void {
    this.reserve(text.length > LONG ? Buffer.byteLength(text) : text.length * CHARACTER_BYTES);
    this.end += this.bytes.write(text, this.end, "utf8");
  }

  addRecord(rowKey: string, record: object): void {
    this.text(`${rowKey} ${JSON.stringify(record)}`);
    this.endLine(false);
  }

  /** `isPlaced`: the places of all its values are noted, and each is one that need not be read. */
  endLine(isPlaced: boolean): void {
    this.reserve(1);
    this.bytes[this.end] = NEWLINE;
    if (isPlaced) this.places.finish(this.end);
    else this.places.finishUnknown(this.end);
    this.end += 1;
    this.rows += 1;
    this.longestBytes = Math.max(this.longestBytes, this.end - this.#start);
    this.#start = this.end;
  }

  /** Forgets what was written of the line at hand. */
  dropLine(): void {
    this.end = this.#start;
  }

  /** Of these lines, by their places in rising order. */
  rowKeys(places: readonly number[]): string[] {
    const keys: string[] = [];
    let line = 0;
    let at = 0;
    for (const place of places) {
      for (; line < place; line += 1) at = this.bytes.indexOf(NEWLINE, at) + 1;
      keys.push(this.bytes.toString("latin1", at, this.bytes.indexOf(BLANK, at)));
    }
    return keys;
  }

  get written(): Buffer {
    return this.bytes.subarray(0, this.end);
  }

  clear(): void {
    if (this.bytes.length > BYTES_KEPT_MAX) this.bytes = Buffer.allocUnsafeSlow(BYTES_INITIAL);
    this.end = 0;
    this.rows = 0;
    this.longestBytes = 0;
    this.places = new RecordPlaces(this.places.names, this.places.numbers);
    this.#start = 0;
  }
}
