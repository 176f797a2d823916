import { type KnownColumns, QUOTE, type RowName, rowNames } from "../../ingestion/text.ts";
import type { CommonTexts } from "./common-texts.ts";
import type { TextBuffer } from "./text-buffer.ts";

/** Past this length a copy by the system wins over a loop. */
const COPY_LOOP_MAX = 64;
/** Of a property that needs the door's checks. */
const NONE: RowName = { prefix: undefined, number: 0, firsts: new Uint8Array(256) };

/** Writes values into rows, for those records of a batch of which nothing is left to check; counts what the door asks of them. */
export class RowWriter {
  readonly limits: KnownColumns["limits"];
  readonly #names: readonly Uint8Array[];
  readonly #find: (name: Uint8Array) => RowName | undefined;
  readonly #byNumber: RowName[] = [];
  #used: Uint8Array;
  #commonFits: boolean | undefined;
  earliestMs = Number.POSITIVE_INFINITY;
  latestMs = Number.NEGATIVE_INFINITY;

  /** `names`: those of properties, by the numbers they are written by. There may be more of them later. */
  constructor(known: KnownColumns, names: readonly Uint8Array[]) {
    this.limits = known.limits;
    this.#names = names;
    this.#find = rowNames(known);
    this.#used = new Uint8Array(known.columns.length + 1);
  }

  beginBatch(): void {
    this.#used.fill(0);
    this.#commonFits = undefined;
    this.earliestMs = Number.POSITIVE_INFINITY;
    this.latestMs = Number.NEGATIVE_INFINITY;
  }

  /** Where columns that are used are marked from now on, by others as well; none: apart again. */
  markIn(marks: Uint8Array = new Uint8Array(this.#used.length)): void {
    marks.fill(0);
    marks.set(this.#used.subarray(0, marks.length));
    this.#used = marks;
  }

  /** Numbers of the columns in the rows of the batch. */
  used(): number[] {
    return [...this.#used.keys()].filter((number) => this.#used[number] === 1);
  }

  /** False when the value needs the door's checks: then nothing of its row may stay. There is room for it. */
  put(text: TextBuffer, name: number, source: Buffer, start: number, end: number): boolean {
    const { prefix, number, firsts } = this.rowName(name);
    if (firsts[source[start] ?? 0] !== 1) return false;
    if (prefix === undefined) return true;
    this.#used[number] = 1;
    const { bytes } = text;
    let at = text.end;
    for (let i = 0; i < prefix.length; i += 1) bytes[at++] = prefix[i] ?? 0;
    if (end - start > COPY_LOOP_MAX) {
      source.copy(bytes, at, start, end);
      at += end - start;
    } else {
      for (let from = start; from < end; from += 1) bytes[at++] = source[from] ?? 0;
    }
    text.end = at;
    return true;
  }

  /** What becomes of a property. */
  rowName(name: number): RowName {
    return this.#byNumber[name] ?? this.#learn(name);
  }

  #learn(name: number): RowName {
    const bytes = this.#names[name];
    const found = (bytes && this.#find(bytes)) ?? NONE;
    this.#byNumber[name] = found;
    return found;
  }

  /** No record of the batch can be a row: what all of them say has no columns. */
  get isShut(): boolean {
    return this.#commonFits === false;
  }

  /** Whether what all records of the batch say has columns. It is the same for all of them. */
  saysOnce(common: CommonTexts): boolean {
    this.#commonFits ??= Object.keys(common.values() ?? {}).every((name) => {
      const found = this.#find(Buffer.from(`${name}"`));
      return found?.prefix !== undefined && found.firsts[QUOTE] === 1;
    });
    return this.#commonFits;
  }

  wrote(timeMs: number): void {
    if (timeMs < this.earliestMs) this.earliestMs = timeMs;
    if (timeMs > this.latestMs) this.latestMs = timeMs;
  }
}
