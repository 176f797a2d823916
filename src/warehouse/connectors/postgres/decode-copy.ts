import type { Cell } from "../../connector.ts";
import { CopyLines } from "./copy-lines.ts";

const TAB = 9;
const BACKSLASH = 92;

/**
 * Rows from the text that COPY writes: a line each, values between tabs, `\N` for NULL. Only values that hold a backslash have to be
 * looked at twice.
 */
export class CopyDecoder {
  readonly #decoders: readonly ((text: string) => Cell)[];
  readonly #lines = new CopyLines();

  constructor(decoders: readonly ((text: string) => Cell)[]) {
    this.#decoders = decoders;
  }

  /** The rows that are complete with this piece. */
  push(piece: Buffer): Cell[][] {
    const rows: Cell[][] = [];
    for (const bytes of this.#lines.push(piece)) {
      const hasEscapes = bytes.includes(BACKSLASH);
      // One conversion for all lines: one for each value took three times as long.
      const text = bytes.toString("utf8", 0, bytes.length - 1);
      for (const line of text.split("\n")) rows.push(this.#row(line, hasEscapes));
    }
    return rows;
  }

  end(): void {
    this.#lines.end();
  }

  #row(line: string, hasEscapes: boolean): Cell[] {
    const decoders = this.#decoders;
    const row: Cell[] = new Array(decoders.length);
    let start = 0;
    for (let at = 0; at < decoders.length; at += 1) {
      let end = line.indexOf("\t", start);
      if (end === -1) end = line.length;
      row[at] = this.#cell(line.slice(start, end), decoders[at], hasEscapes);
      start = end + 1;
    }
    return row;
  }

  #cell(raw: string, decode: ((text: string) => Cell) | undefined, hasEscapes: boolean): Cell {
    if (raw === "\\N") return null;
    const text = hasEscapes ? unescapeCopy(raw) : raw;
    return decode === undefined ? text : decode(text);
  }
}

const ESCAPE = /\\(.)/g;
const ESCAPED: { [letter: string]: string } = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: String.fromCharCode(TAB),
  v: "\v",
};
const unescaped = (_: string, letter: string): string => ESCAPED[letter] ?? letter;

export const unescapeCopy = (raw: string): string =>
  raw.includes("\\") ? raw.replace(ESCAPE, unescaped) : raw;
