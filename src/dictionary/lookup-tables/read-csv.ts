import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type CsvRow, CsvRows } from "./csv-rows.ts";

export type CsvSource = {
  /** The bytes as they came; asked for once for each reading. */
  open(): AsyncIterable<Buffer>;
  isGzip: boolean;
  /** Unpacked. */
  bytesMax: number;
};
export type SourceFailure = { code: "too_large" } | { code: "not_gzip" } | { code: "not_utf8" };

const PIECE_BYTES = 256 * 1024;

/** A source that cannot be read any further. Thrown inside a generator, which has no other way to say it. */
class Unreadable extends Error {
  readonly failure: SourceFailure;
  constructor(failure: SourceFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Hands the rows of a file over as they are read. Others get their turn in between; memory does not grow with the file. */
export async function readCsv(
  source: CsvSource,
  take: (rows: CsvRow[]) => void | Promise<void>,
): Promise<Result<undefined, SourceFailure>> {
  const rows = new CsvRows();
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    for await (const piece of piecesOf(source)) await take(rows.push(decode(text, piece)));
    await take(rows.push(decode(text)));
    await take(rows.end());
    return ok(undefined);
  } catch (error) {
    if (error instanceof Unreadable) return fail(error.failure);
    throw error;
  }
}

function decode(text: TextDecoder, piece?: Buffer): string {
  try {
    return piece === undefined ? text.decode() : text.decode(piece, { stream: true });
  } catch {
    throw new Unreadable({ code: "not_utf8" });
  }
}

async function* piecesOf({ open, isGzip, bytesMax }: CsvSource): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of isGzip ? unpacked(open()) : open()) {
    bytes += piece.length;
    if (bytes > bytesMax) throw new Unreadable({ code: "too_large" });
    yield piece;
    await setImmediate();
  }
}

async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  const source = Readable.from(packed);
  source.once("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const piece of gunzip) yield piece as Buffer;
  } catch (error) {
    const isOurs = error instanceof Error && "code" in error && /^Z_/.test(String(error.code));
    throw isOurs ? new Unreadable({ code: "not_gzip" }) : error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
