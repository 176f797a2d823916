const BYTES_INITIAL = 256 * 1024;
/** Past this length a copy by the system wins over a loop. */
const COPY_LOOP_MAX = 64;
const ZERO = 48;

/** Text being written as bytes. Whoever writes first reserves what it may take at most. */
export class TextBuffer {
  bytes: Buffer<ArrayBuffer>;
  end = 0;

  /** `bytes`: what is to be written over. */
  constructor(bytes: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(BYTES_INITIAL)) {
    this.bytes = bytes;
  }

  reserve(count: number): void {
    if (this.end + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.end + count));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }

  copy(source: Buffer, start: number, end: number): void {
    if (end - start > COPY_LOOP_MAX) {
      source.copy(this.bytes, this.end, start, end);
      this.end += end - start;
      return;
    }
    const { bytes } = this;
    let at = this.end;
    for (let from = start; from < end; from += 1) bytes[at++] = source[from] ?? 0;
    this.end = at;
  }

  /** Text of single bytes that is known before. */
  plain(text: string): void {
    const { bytes } = this;
    const { length } = text;
    let at = this.end;
    for (let from = 0; from < length; from += 1) bytes[at++] = text.charCodeAt(from);
    this.end = at;
  }

  piece(source: Buffer): void {
    this.copy(source, 0, source.length);
  }

  byte(code: number): void {
    this.bytes[this.end++] = code;
  }

  /** A time in milliseconds since 1971: thirteen digits, or twelve. */
  milliseconds(ms: number): void {
    let high = Math.floor(ms / 1e6);
    let low = ms - high * 1e6;
    const { bytes, end } = this;
    const length = (high >= 1e6 ? 7 : high >= 1e5 ? 6 : 5) + 6;
    for (let at = end + length - 1; at >= end; at -= 1) {
      const isLow = at >= end + length - 6;
      const value = isLow ? low : high;
      const tenth = (value / 10) | 0;
      bytes[at] = ZERO + value - tenth * 10;
      if (isLow) low = tenth;
      else high = tenth;
    }
    this.end = end + length;
  }

  text(text: string): void {
    // A character of a string takes three bytes at most.
    this.reserve(text.length * 3);
    this.end += this.bytes.write(text, this.end, "utf8");
  }
}
