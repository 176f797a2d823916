import { open, rm } from "node:fs/promises";
import { ROW_NUMBER_DIGITS, ROW_NUMBER_END } from "../shred-rows.ts";

const NEWLINE = 10;
const ZERO = 48;
const BLANK = 32;
const COMMA = 44;
const COLON = 58;
const BRACE = 123;
const NUMBER_MAX = 10 ** ROW_NUMBER_DIGITS;

/** Rows past this are noted: as many as DuckDB hands over at a time, 2,048, of all others are 8 MiB at most. */
const WIDE_ROW_BYTES = 4_096;
export type WideRow = { order: number; bytes: number };

/**
 * Numbers the rows from `first` on, in place, and adds those that are long to `wide`. Places in `erased` are passed over. Answers
 * how many places there are, or -1 when these are no rows of ours.
 */
export function numberRows(
  rows: Buffer,
  first: number,
  wide: WideRow[] = [],
  erased: readonly number[] = [],
): number {
  let number = first;
  let at = 0;
  let gone = 0;
  const passErased = () => {
    while (gone < erased.length && erased[gone] === number - first) {
      gone += 1;
      number += 1;
    }
  };
  while (at < rows.length) {
    if (gone < erased.length) passErased();
    let digit = at + ROW_NUMBER_END - 1;
    const slotStart = digit - ROW_NUMBER_DIGITS;
    if (rows[at] !== BRACE || rows[slotStart] !== COLON || rows[digit + 1] !== COMMA) return -1;
    let rest = number;
    do {
      rows[digit--] = ZERO + (rest % 10);
      rest = Math.trunc(rest / 10);
    } while (rest > 0);
    // A frame that is loaded again, after a failure, may have had a longer number.
    while (digit > slotStart) rows[digit--] = BLANK;
    number += 1;
    const end = rows.indexOf(NEWLINE, at);
    if (end === -1 || number > NUMBER_MAX) return -1;
    if (end - at > WIDE_ROW_BYTES) wide.push({ order: number - 1 - first, bytes: end - at });
    at = end + 1;
  }
  passErased();
  return number - first;
}

/** DuckDB reads files, not buffers. The bytes stay in the page cache: the file is gone before the disk has to take it. */
export async function writeScratch(path: string, parts: readonly Buffer[]): Promise<void> {
  const file = await open(path, "w");
  try {
    for (let at = 0; at < parts.length; at += 1000) await writeAll(file, parts.slice(at, at + 1000));
  } finally {
    await file.close();
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, parts: Buffer[]): Promise<void> {
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  const { bytesWritten } = await file.writev(parts);
  if (bytesWritten !== total) throw new Error(`wrote ${bytesWritten} of ${total} bytes of a scratch file`);
}

export const removeScratch = (path: string): Promise<void> => rm(path, { force: true });

export const linesOf = (values: readonly string[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify({ v: value })}\n`).join(""));
