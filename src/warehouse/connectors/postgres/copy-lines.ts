import { isUtf8 } from "node:buffer";

const NEWLINE = 10;

/** Cuts what COPY sends, which comes in pieces of any length, into whole lines. */
export class CopyLines {
  /** The beginning of a line whose end has not come yet. */
  #rest: Buffer | undefined;

  /** The lines that are complete with this piece, in UTF-8, without the last one's newline. */
  push(piece: Buffer): Buffer | undefined {
    const last = piece.lastIndexOf(NEWLINE);
    if (last === -1) {
      this.#rest = this.#rest === undefined ? piece : Buffer.concat([this.#rest, piece]);
      return undefined;
    }
    const whole = piece.subarray(0, last);
    const bytes = this.#rest === undefined ? whole : Buffer.concat([this.#rest, whole]);
    this.#rest = last + 1 < piece.length ? Buffer.from(piece.subarray(last + 1)) : undefined;
    // A database of bytes without an encoding may hold anything: what is no text becomes U+FFFD.
    return isUtf8(bytes) ? bytes : Buffer.from(bytes.toString());
  }
}
