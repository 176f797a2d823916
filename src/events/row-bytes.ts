const BYTES_INITIAL = 256 * 1024;
/** Less is copied: it would waste the rest of its buffer. */
const HAND_OVER_MIN = BYTES_INITIAL / 4;
/** One batch of giants does not keep its memory for ever. */
const SPARE_BYTES_MAX = 16 * BYTES_INITIAL;
const SPARE_MAX = 8;
/** Past this length the built-in writer wins over a loop in JavaScript. */
const LOOP_CHARACTERS_MAX = 200;
/** Past this length a copy by the system wins. */
const COPY_LOOP_MAX = 96;
const QUOTE = 34;
const BACKSLASH = 92;
const DELETE = 127;
const ZERO = 48;

/**
 * Writes JSON text as bytes. Names and values of events are mostly short and plain, and for those a loop over characters
 * beats strings that are joined, flattened and encoded afterwards: 1.2 µs for an event of 19 properties, against 1.9 µs
 * for joined text, 4.1 µs for an object that is stringified, and 1.0 µs for `JSON.stringify` of the record as it came.
 */
export class RowBytes {
  #bytes: Buffer = Buffer.allocUnsafeSlow(BYTES_INITIAL);
  readonly #spare: Buffer[] = [];
  #end = 0;

  get length(): number {
    return this.#end;
  }

  /** Text that needs no care: known keys, digits. */
  plain(text: string): void {
    this.#reserve(text.length);
    const bytes = this.#bytes;
    let at = this.#end;
    for (let i = 0; i < text.length; i += 1) bytes[at++] = text.charCodeAt(i);
    this.#end = at;
  }

  /** A JSON string. */
  string(text: string): void {
    const length = text.length;
    // A character takes six bytes at most: `\u001f`.
    this.#reserve(length * 6 + 2);
    const bytes = this.#bytes;
    let at = this.#end;
    if (length <= LOOP_CHARACTERS_MAX) {
      bytes[at++] = QUOTE;
      let i = 0;
      for (; i < length; i += 1) {
        const code = text.charCodeAt(i);
        if (code < 32 || code === QUOTE || code === BACKSLASH || code >= DELETE) break;
        bytes[at++] = code;
      }
      if (i === length) {
        bytes[at] = QUOTE;
        this.#end = at + 1;
        return;
      }
    }
    // Half a character is no text: DuckDB refuses it, and with it the whole frame.
    this.#end += bytes.write(JSON.stringify(text.toWellFormed()), this.#end, "utf8");
  }

  /** Bytes of a source, as they are. */
  copy(source: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    const bytes = this.#bytes;
    let at = this.#end;
    if (end - start > COPY_LOOP_MAX) {
      bytes.set(source.subarray(start, end), at);
      this.#end = at + end - start;
      return;
    }
    for (let from = start; from < end; from += 1) bytes[at++] = source[from] ?? 0;
    this.#end = at;
  }

  /** The same with quotes around it. */
  quoted(source: Uint8Array, start: number, end: number): void {
    this.plain('"');
    this.copy(source, start, end);
    this.plain('"');
  }

  /** A whole number from 0 up to 2^53. A string of it would be garbage at once. */
  digits(value: number): void {
    if (value < 1e9) {
      this.number(value);
      return;
    }
    const high = Math.floor(value / 1e9);
    this.digits(high);
    this.#reserve(9);
    let rest = value - high * 1e9;
    for (let at = this.#end + 8; at >= this.#end; at -= 1) {
      const tenth = (rest / 10) | 0;
      this.#bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#end += 9;
  }

  /** A finite number. */
  number(value: number): void {
    if (value <= 0 || value >= 1e9 || !Number.isInteger(value)) {
      // JSON can say -0, and `String` cannot.
      this.plain(Object.is(value, -0) ? "-0.0" : String(value));
      return;
    }
    this.#reserve(10);
    const bytes = this.#bytes;
    let at = this.#end;
    for (let rest = value; rest >= 10; rest = (rest / 10) | 0) at += 1;
    this.#end = at + 1;
    let rest = value | 0;
    do {
      const tenth = (rest / 10) | 0;
      bytes[at--] = ZERO + rest - tenth * 10;
      rest = tenth;
    } while (rest > 0);
  }

  /** What was written; begins anew. Much of it is handed over as it is, and may be given back once it is not needed any more. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#end);
    this.#end = 0;
    if (taken.length < HAND_OVER_MIN) return Buffer.from(taken);
    this.#bytes = this.#spare.pop() ?? Buffer.allocUnsafeSlow(BYTES_INITIAL);
    return taken;
  }

  /** Memory to write into again. New buffers of this size, one per batch, had the whole heap searched for garbage each second. */
  giveBack(taken: Buffer): void {
    const { byteLength } = taken.buffer;
    const isWorthIt = byteLength >= BYTES_INITIAL && byteLength <= SPARE_BYTES_MAX;
    if (isWorthIt && this.#spare.length < SPARE_MAX) this.#spare.push(Buffer.from(taken.buffer));
  }

  #reserve(count: number): void {
    if (this.#end + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#end + count));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
