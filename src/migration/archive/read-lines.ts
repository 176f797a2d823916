import { isUtf8 } from "node:buffer";
import { parseJson } from "../../platform/parse-json.ts";
import { Broken, type LinePage, type Lines } from "../origin.ts";

/** Longer than any event may be, whatever its wrapping. */
const LINE_MAX_BYTES = 4 * 1024 * 1024;
/** Even where each of its characters takes three bytes, an event made of it is no 1 MiB. */
const SHORT_MAX = 256 * 1024;
const NEWLINE = 0x0a;

/** Whole lines, a piece of bytes at a time. A line that is too long is passed over, whatever its length, and told. */
export async function* readLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<Lines> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let isSkipping = false;
  for await (const piece of pieces) {
    const last = piece.lastIndexOf(NEWLINE);
    if (last === -1) {
      if (!isSkipping) rest.push(piece);
      restBytes += piece.length;
      if (restBytes > LINE_MAX_BYTES) {
        isSkipping = true;
        rest = [];
      }
      continue;
    }
    let whole = piece.subarray(0, last);
    if (isSkipping) {
      yield new Broken("line_too_long");
      const first = piece.indexOf(NEWLINE);
      whole = piece.subarray(Math.min(first + 1, last), last);
      isSkipping = false;
    } else if (rest.length > 0) whole = Buffer.concat([...rest, whole]);
    rest = last + 1 < piece.length ? [piece.subarray(last + 1)] : [];
    restBytes = piece.length - last - 1;
    if (whole.length > 0) yield whole;
  }
  if (isSkipping) yield new Broken("line_too_long");
  else if (restBytes > 0) yield Buffer.concat(rest);
}

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
