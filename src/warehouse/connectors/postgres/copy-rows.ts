import type { Cell, TextRows } from "../../connector.ts";
import { unescapeCopy } from "./decode-copy.ts";

const TAB = 9;
const NEWLINE = 10;
const BACKSLASH = 92;
const LETTER_N = 78;

type Decoder = (text: string) => Cell;

/** The lines of a COPY, each with its newline, cell by cell, without making anything of them. */
export class CopyRows implements TextRows {
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly #decoders: readonly Decoder[];
  #at = 0;

  constructor(bytes: Buffer, decoders: readonly Decoder[]) {
    this.bytes = bytes;
    this.#decoders = decoders;
    this.starts = new Int32Array(decoders.length);
    this.ends = new Int32Array(decoders.length);
  }

  next(): boolean {
    const { bytes, starts, ends } = this;
    let at = this.#at;
    if (at >= bytes.length) return false;
    for (let column = 0; column < starts.length; column += 1) {
      const start = at;
      // Past the last newline nobody looks.
      let code = bytes[at] as number;
      while (code > NEWLINE || code < TAB) {
        at += 1;
        code = bytes[at] as number;
      }
      const isNull = at - start === 2 && bytes[start] === BACKSLASH && bytes[start + 1] === LETTER_N;
      starts[column] = isNull ? -1 : start;
      ends[column] = at;
      at += 1;
    }
    this.#at = at;
    return true;
  }

  cells(): Cell[] {
    return this.#decoders.map((_, at) => this.cell(at));
  }

  cell(at: number): Cell {
    const start = this.starts[at] ?? -1;
    if (start < 0) return null;
    const text = unescapeCopy(this.bytes.toString("utf8", start, this.ends[at]));
    return this.#decoders[at]?.(text) ?? null;
  }
}
