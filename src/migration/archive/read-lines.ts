import { isUtf8 } from "node:buffer";
import { letGo } from "../../platform/let-go.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { Broken, type LinePage, type Lines } from "../origin.ts";

/** Longer than any event may be, whatever its wrapping. */
const LINE_MAX_BYTES = 4 * 1024 * 1024;
/** Even where each of its characters takes three bytes, an event made of it is no 1 MiB. */
const SHORT_MAX = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Whole lines, a piece of bytes at a time; the one line that two pieces share comes alone, so that nothing else is copied. A line
 * that is too long is passed over, whatever its length, and told. What was yielded lasts until the next is asked for: left to the
 * garbage collector, the memory of all pieces had it search the whole heap every 30,000 lines.
 */
export async function* readLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Lines> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let isBegun = false;
  for await (const given of pieces) {
    const piece = isBegun ? given : withoutMark(given);
    isBegun = true;
    const first = piece.indexOf(NEWLINE);
    if (first === -1 || restBytes > 0) {
      const end = first === -1 ? piece.length : first;
      restBytes += end;
      // Of a line that is too long nothing is kept but its length.
      if (restBytes > LINE_MAX_BYTES) rest = [];
      else rest.push(piece.subarray(0, end));
    }
    if (first === -1) continue;
    if (restBytes > 0) yield joined(rest, restBytes);
    const last = piece.lastIndexOf(NEWLINE);
    const start = restBytes > 0 ? first + 1 : 0;
    if (last > start) yield piece.subarray(start, last);
    restBytes = piece.length - last - 1;
    rest = restBytes > 0 ? [Buffer.from(piece.subarray(last + 1))] : [];
    // Pieces come one behind another in the same memory: with the last of them it has done its work.
    if (piece.byteOffset + piece.length === piece.buffer.byteLength) letGo(piece);
  }
  if (restBytes > 0) yield joined(rest, restBytes);
}

const MARK = Buffer.from("\ufeff");

/** Some write a byte order mark before the first line. It is no part of it. */
const withoutMark = (piece: Buffer): Buffer =>
  piece.subarray(0, MARK.length).equals(MARK) ? piece.subarray(MARK.length) : piece;

const joined = (parts: readonly Buffer[], bytes: number): Lines =>
  bytes > LINE_MAX_BYTES ? new Broken("line_too_long") : Buffer.concat(parts);

export function parseLines(bytes: Buffer): LinePage {
  const text = bytes.toString("utf8");
  const records: unknown[] = [];
  let longest = 0;
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(from, end);
    longest = Math.max(longest, line.length);
    from = end + 1;
    if (line.trim() !== "") records.push(parseLine(line));
  }
  const isSound = isUtf8(bytes);
  const state = isSound ? (/\\u[dD][89a-fA-F]/.test(text) ? "escaped" : "sound") : "broken";
  return { records, text: state, isShort: longest < SHORT_MAX };
}

export function parseLine(line: string): unknown {
  if (line.length > LINE_MAX_BYTES) return new Broken("line_too_long");
  try {
    return parseJson(line);
  } catch {
    return new Broken("not_json");
  }
}
