import type { Cell } from "../../connector.ts";

const TAB = 9;
const NEWLINE = 10;
const BACKSLASH = 92;

/**
 * Rows from the text that COPY writes: a line each, values between tabs, `\N` for NULL. Only values that hold a backslash have to be
 * looked at twice.
 */
export class CopyDecoder {
  readonly #decoders: readonly ((text: string) => Cell)[];
  /** The beginning of a line whose end has not come yet. */
  #rest: Buffer | undefined;

  constructor(decoders: readonly ((text: string) => Cell)[]) {
    this.#decoders = decoders;
  }

  /** The rows that are complete with this piece. */
  push(piece: Buffer): Cell[][] {
    const last = piece.lastIndexOf(NEWLINE);
    if (last === -1) {
      this.#rest = this.#rest === undefined ? piece : Buffer.concat([this.#rest, piece]);
      return [];
    }
    const whole = piece.subarray(0, last);
    const bytes = this.#rest === undefined ? whole : Buffer.concat([this.#rest, whole]);
    this.#rest = last + 1 < piece.length ? Buffer.from(piece.subarray(last + 1)) : undefined;
    const hasEscapes = bytes.includes(BACKSLASH);
    const rows: Cell[][] = [];
    // One conversion for all lines: one for each value took three times as long.
    for (const line of bytes.toString("utf8").split("\n")) rows.push(this.#row(line, hasEscapes));
    return rows;
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
    const text = hasEscapes && raw.includes("\\") ? raw.replace(ESCAPE, unescaped) : raw;
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
