import { isUtf8 } from "node:buffer";

const NEWLINE = 10;

/** Cuts what COPY sends, which comes in pieces of any length, into whole lines. */
export class CopyLines {
  /** The beginning of a line whose end has not come yet. */
  #rest: Buffer | undefined;

  /**
   * The lines that are complete with this piece, in UTF-8, each with its newline: the one that began in an earlier piece, and the
   * others where they stand. Joining all of them would be a copy of every byte, and as much memory again.
   */
  push(piece: Buffer): Buffer[] {
    const end = piece.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#rest = this.#rest === undefined ? piece : Buffer.concat([this.#rest, piece]);
      return [];
    }
    const lines: Buffer[] = [];
    let start = 0;
    if (this.#rest !== undefined) {
      start = piece.indexOf(NEWLINE) + 1;
      lines.push(asText(Buffer.concat([this.#rest, piece.subarray(0, start)])));
    }
    if (start < end) lines.push(asText(piece.subarray(start, end)));
    this.#rest = end < piece.length ? Buffer.from(piece.subarray(end)) : undefined;
    return lines;
  }
}

/** A database of bytes without an encoding may hold anything: what is no text becomes U+FFFD. */
const asText = (bytes: Buffer): Buffer => (isUtf8(bytes) ? bytes : Buffer.from(bytes.toString()));
