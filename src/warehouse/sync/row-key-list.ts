import type { KeyHashes } from "./key-hashes.ts";

/** Digest, hash of the key, and which one of several equal rows it is. */
const DIGEST_BYTES = 16;
const HASH_BYTES = 8;
const BYTES = DIGEST_BYTES + HASH_BYTES + 4;
/** In the last four bytes: the row has a key. */
const KEYED = 0x8000_0000;
const DIGEST_HEX = DIGEST_BYTES * 2;
const COLON = 58;
/** As many as one frame takes back: a few megabytes of text. */
const PER_PAGE = 50_000;

/**
 * Row keys (`RowIds`) in their order, in pages: 28 bytes each, where a list of strings takes some 80. Of a table of which every row
 * changed that is the difference between what a server has and what it has not.
 */
export class RowKeyList {
  length = 0;
  readonly #pages: Buffer[] = [];
  readonly #perPage: number;

  constructor(perPage = PER_PAGE) {
    this.#perPage = perPage;
  }

  push(rowKey: string): void {
    const place = (this.length % this.#perPage) * BYTES;
    if (place === 0) this.#pages.push(Buffer.allocUnsafeSlow(this.#perPage * BYTES));
    const page = this.#pages.at(-1) as Buffer;
    const isKeyed = rowKey.charCodeAt(DIGEST_HEX) === COLON;
    const point = rowKey.lastIndexOf(".");
    const nth = point === -1 ? 0 : Number(rowKey.slice(point + 1));
    page.write(rowKey.slice(0, DIGEST_HEX), place, "hex");
    const hash = isKeyed ? rowKey.slice(DIGEST_HEX + 1, DIGEST_HEX + 1 + HASH_BYTES * 2) : "";
    page.write(hash, place + DIGEST_BYTES, "hex");
    page.writeUInt32BE(((isKeyed ? KEYED : 0) | nth) >>> 0, place + DIGEST_BYTES + HASH_BYTES);
    this.length += 1;
  }

  /** How many have a key of which the hash is among these. `turn`: others are heard after each page. */
  async countIn(hashes: KeyHashes, turn: () => Promise<void>): Promise<number> {
    let count = 0;
    for (let index = 0; index < this.length; index += 1) {
      if (index % this.#perPage === 0) await turn();
      const { page, place } = this.#at(index);
      const at = place + DIGEST_BYTES;
      if (page.readUInt32BE(at + HASH_BYTES) < KEYED) continue;
      if (hashes.has(page.readUInt32BE(at), page.readUInt32BE(at + 4))) count += 1;
    }
    return count;
  }

  /** So many at a time as a page has. */
  *pages(): Generator<string[]> {
    for (let index = 0; index < this.length; index += this.#perPage) {
      const count = Math.min(this.#perPage, this.length - index);
      yield Array.from({ length: count }, (_, nth) => this.#text(index + nth));
    }
  }

  #at(index: number): { page: Buffer; place: number } {
    const page = this.#pages[Math.floor(index / this.#perPage)] as Buffer;
    return { page, place: (index % this.#perPage) * BYTES };
  }

  #text(index: number): string {
    const { page, place } = this.#at(index);
    const hashAt = place + DIGEST_BYTES;
    const last = page.readUInt32BE(hashAt + HASH_BYTES);
    const nth = last % KEYED;
    const key = last < KEYED ? "" : `:${page.toString("hex", hashAt, hashAt + HASH_BYTES)}`;
    return `${page.toString("hex", place, hashAt)}${key}${nth === 0 ? "" : `.${nth}`}`;
  }
}
