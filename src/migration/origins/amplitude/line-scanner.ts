import { booleanEnd, CLOSE, COMMA, numberEnd, OPEN, plainStringEnd, QUOTE } from "../../../ingestion/text.ts";
import { isQuotedAt } from "../../text/quoted-name.ts";
import { isNullAt, nullEnd, skipBlanks, textEnd, valueEnd, valueStart } from "../../text/value-end.ts";
import { FIELDS, type Field, fieldTable, indexOf, KIND, makeField } from "./line-fields.ts";
import { makeName, type PropertyName, PropertySlots, RANK } from "./property-slots.ts";

const NEWLINE = 10;
const BACKSLASH = 92;
const MERGED = Buffer.from("merged_amplitude_id");
const USER_PROPERTIES = indexOf("user_properties");

/**
 * Finds what counts in a line of an export without making anything of it: places in its bytes, which are UTF-8. Whatever is not plain
 * is left to the parser, which knows all of JSON: an escape in a name, a name that comes twice, a number that a double does not hold.
 */
export class LineScanner {
  readonly slots = new PropertySlots();
  /** By field: where its value begins and ends, texts without their quotes. -1 for what is missing or null. */
  readonly starts = new Int32Array(FIELDS);
  readonly ends = new Int32Array(FIELDS);
  readonly #fields = fieldTable();
  readonly #firstField = makeField(Buffer.alloc(0));
  readonly #firstNames: readonly PropertyName[] = Array.from({ length: 4 }, () => makeName(Buffer.alloc(0)));
  #line = 0;
  #page: Buffer = Buffer.alloc(0);
  /** Of the page. */
  #view: DataView = new DataView(new ArrayBuffer(0));

  /** Where the line that begins here ends: at its newline, or the end of the page. -1 when it is not plain. */
  scan(bytes: Buffer, start: number): number {
    if (bytes !== this.#page) this.#turnTo(bytes);
    this.starts.fill(-1);
    this.slots.begin();
    this.#line += 1;
    if (bytes[start] !== OPEN) return -1;
    let at = skipBlanks(bytes, start + 1);
    let last = this.#firstField;
    for (;;) {
      const field = bytes[at] === QUOTE ? this.#field(last, bytes, at + 1) : undefined;
      if (field === undefined || (field.index > 0 && field.seenIn === this.#line)) return -1;
      field.seenIn = this.#line;
      last = field;
      at = valueStart(bytes, at + field.bytes.length + 2);
      at = at < 0 ? -1 : this.#value(field, bytes, at);
      if (at < 0) return -1;
      if (bytes[at] !== COMMA) at = skipBlanks(bytes, at);
      if (bytes[at] === CLOSE) return lineEnd(bytes, at + 1);
      if (bytes[at] !== COMMA) return -1;
      at = bytes[at + 1] === QUOTE ? at + 1 : skipBlanks(bytes, at + 1);
    }
  }

  #turnTo(page: Buffer): void {
    this.#page = page;
    this.#view = new DataView(page.buffer, page.byteOffset, page.length);
  }

  /** The name of a field, behind its quote: mostly the one that came next last time. */
  #field(last: Field, bytes: Buffer, start: number): Field | undefined {
    const { next } = last;
    if (next !== undefined && isQuotedAt(next, this.#view, start - 1)) return next;
    const end = plainStringEnd(bytes, start);
    const found = end < 0 ? undefined : this.#fields.find(bytes, start, end);
    last.next = found;
    return found;
  }

  #value({ kind, index, rank }: Field, bytes: Buffer, at: number): number {
    if (kind === KIND.passed) return valueEnd(bytes, at);
    if (isNullAt(bytes, at)) return nullEnd(bytes, at);
    switch (kind) {
      case KIND.text: {
        const end = bytes[at] === QUOTE ? plainStringEnd(bytes, at + 1) : -1;
        this.#place(index, at + 1, end);
        return end < 0 ? -1 : end + 1;
      }
      case KIND.value: {
        const end = scalarEnd(bytes, at);
        this.#place(index, at, end);
        return end;
      }
      case KIND.properties: {
        const end = bytes[at] === OPEN ? this.#properties(bytes, at + 1, rank) : -1;
        if (index === USER_PROPERTIES) this.#place(index, at, end);
        return end;
      }
      default:
        return dataEnd(bytes, at);
    }
  }

  #place(index: number, start: number, end: number): void {
    this.starts[index] = start;
    this.ends[index] = end;
  }

  #properties(bytes: Buffer, from: number, rank: number): number {
    const { slots } = this;
    let at = skipBlanks(bytes, from);
    if (bytes[at] === CLOSE) return at + 1;
    let last = this.#firstNames[rank] as PropertyName;
    let joins = false;
    for (;;) {
      const start = at;
      const name = bytes[at] === QUOTE ? this.#name(last, bytes, at + 1) : undefined;
      if (name === undefined || name.isOdd || !slots.see(name, rank)) return -1;
      if (rank === RANK.user && name.isOperation) return -1;
      last = name;
      at = valueStart(bytes, at + name.bytes.length + 2);
      if (at < 0) return -1;
      const value = at;
      const isNothing = isNullAt(bytes, at) || isEmptyObjectAt(bytes, at);
      at = valueEnd(bytes, at);
      if (at < 0) return -1;
      const stands: number =
        isNothing || name.isReplaced ? 0 : slots.add(name, start, value, at, rank, joins);
      if (stands < 0) return -1;
      joins = stands === 1;
      if (bytes[at] !== COMMA) at = skipBlanks(bytes, at);
      if (bytes[at] === CLOSE) return at + 1;
      if (bytes[at] !== COMMA) return -1;
      at = bytes[at + 1] === QUOTE ? at + 1 : skipBlanks(bytes, at + 1);
    }
  }

  #name(last: PropertyName, bytes: Buffer, start: number): PropertyName | undefined {
    const { next } = last;
    if (next !== undefined && isQuotedAt(next, this.#view, start - 1)) return next;
    const end = plainStringEnd(bytes, start);
    const found = end < 0 ? undefined : this.slots.name(bytes, start, end);
    last.next = found;
    return found;
  }
}

function scalarEnd(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first === QUOTE) return textEnd(bytes, at);
  return first === 116 || first === 102 ? booleanEnd(bytes, at) : numberEnd(bytes, at);
}

const isEmptyObjectAt = (bytes: Buffer, at: number): boolean =>
  bytes[at] === OPEN && bytes[skipBlanks(bytes, at + 1)] === CLOSE;

/** Of what the origin notes about an event only one thing is told, and that in no odd writing. */
function dataEnd(bytes: Buffer, at: number): number {
  const end = valueEnd(bytes, at);
  if (end < 0) return -1;
  const data = bytes.subarray(at, end);
  return data.includes(MERGED) || data.includes(BACKSLASH) ? -1 : end;
}

function lineEnd(bytes: Buffer, from: number): number {
  const at = skipBlanks(bytes, from);
  return at === bytes.length || bytes[at] === NEWLINE ? at : -1;
}
