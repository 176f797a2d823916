import { isUtf8 } from "node:buffer";
import { COLON, OPEN, plainStringEnd, QUOTE, skipBlanks } from "./scan-json.ts";
import type { RecordScanner } from "./scan-record.ts";

const TOKEN = Buffer.from('"token"');

/**
 * A record that is still the text it came as, with a token that stands somewhere in it. Found without reading the rest, so it may
 * be another's, in a list or in a name: whoever reads the record sees whether it is the record's own.
 */
export class RecordText {
  readonly token: string;
  readonly #bytes: Buffer;
  readonly #tokenStart: number;

  private constructor(bytes: Buffer, token: string, tokenStart: number) {
    this.#bytes = bytes;
    this.token = token;
    this.#tokenStart = tokenStart;
  }

  /** Undefined: what this is needs the parser. */
  static of(bytes: Buffer): RecordText | undefined {
    if (bytes[0] !== OPEN) return undefined;
    const name = bytes.indexOf(TOKEN);
    if (name === -1) return undefined;
    const colon = skipBlanks(bytes, name + TOKEN.length);
    if (bytes[colon] !== COLON) return undefined;
    const quote = skipBlanks(bytes, colon + 1);
    const end = bytes[quote] === QUOTE ? plainStringEnd(bytes, quote + 1) : -1;
    return end < 0 ? undefined : new RecordText(bytes, bytes.toString("latin1", quote + 1, end), quote + 1);
  }

  /** Reads it into the scanner's row. False: it is not as plain as that, or the token is not its own. */
  isReadBy(scanner: RecordScanner, nowMs: number): boolean {
    const bytes = this.#bytes;
    const end = isUtf8(bytes) ? scanner.scan(bytes, 0, nowMs) : -1;
    return end >= 0 && scanner.tokenStart === this.#tokenStart && skipBlanks(bytes, end) === bytes.length;
  }
}
