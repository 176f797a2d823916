import { BytePieces } from "../../../platform/byte-pieces.ts";
import { OriginError } from "../../origin.ts";

/** A profile may have 2,000 properties; no line of an export may be longer either. */
const PROFILE_BYTES_MAX = 4 * 1024 * 1024;
/** Everything of a page but its profiles. */
const REST_BYTES_MAX = 16 * 1024;

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Takes a page of profiles apart while it comes: the elements of `results` one by one, and the rest of the object without them. A
 * page may be hundreds of megabytes; only one profile of it is in memory at a time.
 */
export class PageSplitter {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** Inside of `results`. */
  #isInResults = false;
  readonly #element = new BytePieces();
  /** A character for each byte. */
  #rest = "";

  /** The profiles that are complete with this piece, as JSON. */
  *push(piece: Buffer): Generator<Buffer> {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece[at] as number;
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) this.#isInText = false;
      } else if (code === QUOTE) this.#isInText = true;
      else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        this.#depth += 1;
        if (this.#depth !== 2 || code !== OPEN_LIST) continue;
        this.#keepRest(piece.subarray(from, at + 1));
        from = at + 1;
        this.#isInResults = RESULTS.test(this.#rest.slice(-RESULTS_LENGTH));
      } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        this.#depth -= 1;
        if (!this.#isInResults || this.#depth !== 1) continue;
        yield* this.#endElement(piece.subarray(from, at));
        this.#isInResults = false;
        from = at;
      } else if (code === COMMA && this.#isInResults && this.#depth === 2) {
        yield* this.#endElement(piece.subarray(from, at));
        from = at + 1;
      }
    }
    this.#keep(piece.subarray(from));
  }

  /** What the page says besides. Throws what `JSON.parse` throws when it is not whole. */
  end(): unknown {
    return JSON.parse(Buffer.from(this.#rest, "latin1").toString());
  }

  #keep(bytes: Buffer): void {
    if (!this.#isInResults) {
      this.#keepRest(bytes);
      return;
    }
    this.#element.push(Buffer.from(bytes));
    if (this.#element.length > PROFILE_BYTES_MAX)
      throw new OriginError("refused", "a profile is larger than 4 MiB");
  }

  #keepRest(bytes: Buffer): void {
    this.#rest += bytes.toString("latin1");
    if (this.#rest.length > REST_BYTES_MAX)
      throw new OriginError("refused", "a page of profiles holds too much that are no profiles");
  }

  *#endElement(last: Buffer): Generator<Buffer> {
    this.#keep(last);
    const element = this.#element.take();
    // The end of an empty list.
    if (element.toString("latin1").trim() !== "") yield element;
  }
}

const RESULTS = /"results"\s*:\s*\[$/;
const RESULTS_LENGTH = 64;
