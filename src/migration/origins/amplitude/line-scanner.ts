import { Scanner } from "../../text/scanner/scanner.ts";
import { FIELDS, indexOf, knownOf } from "./line-fields.ts";
import { PropertySlots } from "./property-slots.ts";

const BACKSLASH = 92;
const MERGED = Buffer.from("merged_amplitude_id");
const DATA = indexOf("data");

/** Finds what counts in a line of an export: its fields, and the properties of its user, groups and event. */
export class LineScanner {
  readonly #scanner = new Scanner();
  readonly slots = new PropertySlots(this.#scanner);
  readonly starts = this.#scanner.starts;
  readonly ends = this.#scanner.ends;

  constructor() {
    for (const name of FIELDS) this.#scanner.learnField(name, knownOf(name));
  }

  /** All properties met so far by their numbers, each with a quote behind it. */
  get names(): readonly Buffer[] {
    return this.#scanner.names;
  }

  /** Of a property. */
  numberOf(name: string): number {
    return this.#scanner.learnProperty(name);
  }

  /** How many properties of the line stand. */
  get count(): number {
    return this.#scanner.standing;
  }

  /** Whether the line has the property. */
  has(name: number): boolean {
    return this.#scanner.has(name);
  }

  /** Where the line that begins here ends: at its newline, or the end of the page. -1 when it is not plain. */
  scan(page: Buffer, start: number): number {
    const end = this.#scanner.scan(page, start);
    return end < 0 || this.#isOdd(page) ? -1 : end;
  }

  /** Of what the origin notes about an event only one thing is told, and that in no odd writing. */
  #isOdd(page: Buffer): boolean {
    const start = this.starts[DATA] ?? -1;
    if (start < 0) return false;
    const data = page.subarray(start, this.ends[DATA]);
    return data.includes(MERGED) || data.includes(BACKSLASH);
  }
}
