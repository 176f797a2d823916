import { isUtf8 } from "node:buffer";
import type { PlainRow } from "../../events/index.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { notJson } from "../wire/decode-body.ts";
import { CLOSE_LIST, COMMA, OPEN, OPEN_LIST, objectEnd, skipBlanks } from "./scan-json.ts";
import type { RecordScanner } from "./scan-record.ts";

/** A body as it came, unpacked: a JSON array of events, or one event a line. */
export type BodyText = { bytes: Buffer; lines: boolean };

export type Reader = {
  scanner: RecordScanner;
  recordsMax: number;
  nowMs: number;
  /** A record that is good as it stands. */
  plain(row: PlainRow): void;
  /** Any other, parsed; `notJson` for a line that is none. */
  other(record: unknown): void;
};

/**
 * Goes through the records of a body in their order. False when the body as a whole needs the parser, be it that it is no JSON, that
 * it is no array of objects, or that there are too many: then nothing of what was handed over counts.
 */
export function readBody({ bytes, lines }: BodyText, reader: Reader): boolean {
  if (!isUtf8(bytes)) return false;
  try {
    return lines ? readLines(bytes, reader) : readList(bytes, reader);
  } finally {
    reader.scanner.letGo();
  }
}

function readList(bytes: Buffer, reader: Reader): boolean {
  let at = skipBlanks(bytes, 0);
  if (bytes[at] !== OPEN_LIST) return false;
  for (let count = 0; count < reader.recordsMax; count += 1) {
    at = skipBlanks(bytes, at + 1);
    if (bytes[at] !== OPEN) return false;
    const end = readRecord(bytes, at, reader);
    if (end < 0) return false;
    at = skipBlanks(bytes, end);
    if (bytes[at] === CLOSE_LIST) return skipBlanks(bytes, at + 1) === bytes.length;
    if (bytes[at] !== COMMA) return false;
  }
  return false;
}

/** Where the record ends; -1 when it is not JSON, and so neither is the body. */
function readRecord(bytes: Buffer, start: number, { scanner, nowMs, plain, other }: Reader): number {
  const scanned = scanner.scan(bytes, start, nowMs);
  if (scanned >= 0) {
    plain(scanner.row);
    return scanned;
  }
  const end = objectEnd(bytes, start);
  if (end < 0) return -1;
  const record = parsed(bytes.toString("utf8", start, end));
  if (record === notJson) return -1;
  other(record);
  return end;
}

function readLines(bytes: Buffer, { scanner, recordsMax, nowMs, plain, other }: Reader): boolean {
  let count = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    const scanned = bytes[start] === OPEN ? scanner.scan(bytes, start, nowMs) : -1;
    // A record may not go on in the next line, even where its JSON would.
    const isPlain = scanned === end || (scanned === end - 1 && bytes[scanned] === RETURN);
    const text = isPlain ? undefined : bytes.toString("utf8", start, end).trim();
    start = end + 1;
    if (text === "") continue;
    count += 1;
    if (count > recordsMax) return false;
    if (text === undefined) plain(scanner.row);
    else other(parsed(text));
  }
  return count > 0;
}

const NEWLINE = 10;
const RETURN = 13;

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return notJson;
  }
}
