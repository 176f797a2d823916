import { isUtf8 } from "node:buffer";
import { BytePieces } from "../../../platform/byte-pieces.ts";
import { ConnectorError } from "../../connector.ts";

const NEWLINE = 10;
/** No event is as long; a server that never ends its row must not fill the memory. */
const ROW_BYTES_MAX = 16 * 1024 * 1024;

/** Cuts what COPY sends, which comes in pieces of any length, into whole lines. */
export class CopyLines {
  /** The beginning of a line whose end has not come yet. */
  readonly #rest = new BytePieces();

  /**
   * The lines that are complete with this piece, in UTF-8, each with its newline: the one that began in an earlier piece, and the
   * others where they stand. Joining all of them would be a copy of every byte, and as much memory again.
   */
  push(piece: Buffer): Buffer[] {
    const end = piece.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#rest.push(piece);
      if (this.#rest.length > ROW_BYTES_MAX)
        throw new ConnectorError(
          "answer_too_large",
          `a row is larger than ${ROW_BYTES_MAX / 1024 / 1024} MiB`,
        );
      return [];
    }
    const lines: Buffer[] = [];
    let start = 0;
    if (this.#rest.length > 0) {
      start = piece.indexOf(NEWLINE) + 1;
      this.#rest.push(piece.subarray(0, start));
      lines.push(asText(this.#rest.take()));
    }
    if (start < end) lines.push(asText(piece.subarray(start, end)));
    if (end < piece.length) this.#rest.push(Buffer.from(piece.subarray(end)));
    return lines;
  }

  /** A last line without its newline is a row of which a part is missing. */
  end(): void {
    if (this.#rest.length > 0)
      throw new ConnectorError("unreachable", "the answer broke off in the middle of a row");
  }
}

/** A database of bytes without an encoding may hold anything: what is no text becomes U+FFFD. */
const asText = (bytes: Buffer): Buffer => (isUtf8(bytes) ? bytes : Buffer.from(bytes.toString()));
