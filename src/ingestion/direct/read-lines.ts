import type { PlainRow } from "../../events/index.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { notJson } from "../wire/decode-body.ts";
import type { RecordScanner } from "./scan-record.ts";

/** Records that were made here, as JSON text in UTF-8: one a line, without blank lines, each with a newline at its end. */
export type RecordLines = {
  bytes: Buffer;
  /** Each line begins with the key of the row it was made from, which needs no escapes, and a blank. */
  areKeyed: boolean;
  /** Whether every line is smaller than one event may be. */
  sizeIsSound: boolean;
};

export type LineReader = {
  scanner: RecordScanner;
  nowMs: number;
  /** A record that is good as it stands. */
  plain(row: PlainRow): void;
  /** Any other, parsed. */
  other(record: unknown, rowKey: string | undefined): void;
};

const NEWLINE = 10;
const BLANK = 32;

export function readLines({ bytes, areKeyed }: RecordLines, reader: LineReader): void {
  const { scanner, nowMs, plain, other } = reader;
  const { row } = scanner;
  try {
    for (let start = 0; start < bytes.length; ) {
      const keyEnd = areKeyed ? blankAfter(bytes, start) : -1;
      const recordStart = areKeyed ? keyEnd + 1 : start;
      const scanned = scanner.scan(bytes, recordStart, nowMs);
      if (scanned >= 0 && bytes[scanned] === NEWLINE) {
        if (areKeyed) {
          row.rowKey.start = start;
          row.rowKey.end = keyEnd;
        }
        plain(row);
        start = scanned + 1;
        continue;
      }
      const newline = bytes.indexOf(NEWLINE, recordStart);
      const end = newline === -1 ? bytes.length : newline;
      const rowKey = areKeyed ? bytes.toString("latin1", start, keyEnd) : undefined;
      other(parsed(bytes.toString("utf8", recordStart, end)), rowKey);
      start = end + 1;
    }
  } finally {
    scanner.letGo();
  }
}

function blankAfter(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) if (bytes[at] === BLANK) return at;
  throw new Error("a line without the key of its row");
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return notJson;
  }
}
