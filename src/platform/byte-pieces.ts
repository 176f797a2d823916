const SMALL_MAX = 256;

/**
 * Bytes that come in pieces of any length, to be joined once. A sender may send single bytes: an object for each would take a hundred
 * times their memory, so that small pieces are joined on the way.
 */
export class BytePieces {
  #blocks: Buffer[] = [];
  #small: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The piece is kept as it is: whoever writes into it later changes what is joined. */
  push(piece: Buffer): void {
    this.#small.push(piece);
    this.#length += piece.length;
    if (this.#small.length < SMALL_MAX) return;
    this.#blocks.push(Buffer.concat(this.#small));
    this.#small = [];
  }

  /** All of it, not joined; nothing is left then. */
  takePieces(): Buffer[] {
    const all = [...this.#blocks, ...this.#small];
    this.#blocks = [];
    this.#small = [];
    this.#length = 0;
    return all;
  }

  /** All of it; nothing is left then. */
  take(): Buffer {
    const [first, ...others] = this.takePieces();
    if (first === undefined) return Buffer.alloc(0);
    return others.length === 0 ? first : Buffer.concat([first, ...others]);
  }
}
