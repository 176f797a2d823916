import type { PlainRow } from "../../events/index.ts";
import { parseJson } from "../../platform/parse-json.ts";
import { notJson } from "../wire/decode-body.ts";
import type { ReadyRows } from "./ready-rows.ts";
import { PlaceReader, type RecordPlaces } from "./record-places.ts";
import type { CommonProperties, RecordScanner } from "./scan-record.ts";

/** Records that were made here, as JSON text in UTF-8: one a line, without blank lines, each with a newline at its end. */
export type RecordLines = {
  bytes: Buffer;
  /** Each line begins with the key of the row it was made from, which needs no escapes, and a blank. */
  areKeyed: boolean;
  /** Whether every line is smaller than one event may be. */
  sizeIsSound: boolean;
  /**
   * Properties of all of them, stronger than their own. Every line ends with its properties then, `}}`, and has at least one. Said once
   * they cost nothing; said in each line, seven of them were a quarter of what an event costs.
   */
  common?: CommonProperties | undefined;
  /** Where its values stand. */
  places?: RecordPlaces | undefined;
  /** Some of them are rows already; `places` says which. */
  ready?: ReadyRows | undefined;
};

export type LineReader = {
  scanner: RecordScanner;
  nowMs: number;
  /** JSON text of what all records have besides, with a comma before each. */
  commonText: string;
  /** A record that is good as it stands. */
  plain(row: PlainRow): void;
  /** Records that are rows already. */
  ready(bytes: Buffer, start: number, end: number, count: number): void;
  /** Any other, parsed. */
  other(record: unknown, rowKey: string | undefined): void;
};

const NEWLINE = 10;
const BLANK = 32;

export function readLines({ bytes, areKeyed, places }: RecordLines, reader: LineReader): void {
  const { scanner, nowMs, commonText, plain, ready, other } = reader;
  const { row } = scanner;
  const placed = places === undefined ? undefined : new PlaceReader(places);
  try {
    for (let start = 0; start < bytes.length; ) {
      const rows = placed?.readyRows ?? 0;
      if (placed !== undefined && rows > 0) {
        const end = placed.recordEnd + 1;
        ready(bytes, start, end, rows);
        placed.next();
        start = end;
        continue;
      }
      const keyEnd = areKeyed ? blankAfter(bytes, start) : -1;
      const recordStart = areKeyed ? keyEnd + 1 : start;
      const scanned =
        placed === undefined
          ? scanner.scan(bytes, recordStart, nowMs)
          : readPlaced(bytes, recordStart, placed, scanner, nowMs);
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
      const text = bytes.toString("utf8", recordStart, end);
      other(parsed(commonText === "" ? text : `${text.slice(0, -2)}${commonText}}}`), rowKey);
      start = end + 1;
    }
  } finally {
    scanner.letGo();
  }
}

function readPlaced(
  bytes: Buffer,
  start: number,
  placed: PlaceReader,
  scanner: RecordScanner,
  nowMs: number,
): number {
  const end = placed.recordEnd;
  const isPlain = placed.isKnown
    ? scanner.place(bytes, start, nowMs, placed)
    : scanner.scan(bytes, start, nowMs) === end;
  placed.next();
  return isPlain ? end : -1;
}

export const commonTextOf = (common: CommonProperties): string =>
  Object.entries(common)
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join("");

/** The same lines, each saying itself what all have. Nothing stands then where it stood. */
export function sayInEach({ bytes, common = {}, places: _, ...rest }: RecordLines): RecordLines {
  const tail = Buffer.from(`${commonTextOf(common)}}}\n`);
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    parts.push(bytes.subarray(start, end - 2), tail);
    start = end + 1;
  }
  return { ...rest, bytes: Buffer.concat(parts) };
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
