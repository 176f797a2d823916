import type { Family } from "../../connector.ts";
import type { LineBuffer } from "./line-buffer.ts";

/**
 * Writes a cell as JSON, straight from the text that COPY has. False: it is not plain enough, and nothing was written; whatever
 * decides about such a value is in `values/`. The caller has reserved six times the cell's bytes and a few more.
 */
export type WriteCell = (to: LineBuffer, bytes: Buffer, start: number, end: number) => boolean;

const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const LETTER_T = 116;
const LETTER_V = 118;
/** Of a double, in any number. */
const DIGITS_MAX = 15;
const HEX = Buffer.from("0123456789abcdef");
const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");

/** Escapes that COPY and JSON have in common. */
const SHARED_ESCAPES = new Uint8Array(256);
for (const letter of "bfnrt\\") SHARED_ESCAPES[letter.charCodeAt(0)] = 1;

export const writeText: WriteCell = (to, bytes, start, end) => {
  const target = to.bytes;
  let at = to.end;
  target[at++] = QUOTE;
  for (let from = start; from < end; from += 1) {
    const code = bytes[from] as number;
    if (code >= 32 && code !== QUOTE && code !== BACKSLASH) {
      target[at++] = code;
    } else if (code === QUOTE) {
      target[at++] = BACKSLASH;
      target[at++] = QUOTE;
    } else if (code === BACKSLASH) {
      from += 1;
      const letter = bytes[from] as number;
      if (SHARED_ESCAPES[letter] === 1) {
        target[at++] = BACKSLASH;
        target[at++] = letter;
      } else if (letter === LETTER_V) {
        at = writeControl(target, at, 11);
      } else {
        return false;
      }
    } else {
      at = writeControl(target, at, code);
    }
  }
  target[at++] = QUOTE;
  to.end = at;
  return true;
};

const CONTROL = Buffer.from("\\u00");

function writeControl(target: Buffer, start: number, code: number): number {
  let at = start;
  for (let i = 0; i < CONTROL.length; i += 1) target[at++] = CONTROL[i] as number;
  target[at++] = HEX[code >> 4] as number;
  target[at++] = HEX[code & 15] as number;
  return at;
}

export function copyBytes(to: LineBuffer, bytes: Uint8Array, start: number, end: number): void {
  const target = to.bytes;
  let at = to.end;
  for (let from = start; from < end; from += 1) target[at++] = bytes[from] as number;
  to.end = at;
}

/** Whole numbers that a double has. */
const writeInteger: WriteCell = (to, bytes, start, end) => {
  const first = bytes[start] === MINUS ? start + 1 : start;
  if (end - first > DIGITS_MAX || !areDigits(bytes, first, end)) return false;
  copyBytes(to, bytes, start, end);
  return true;
};

/** Digits and at most one point among them, which is all that `numeric` has. */
const writeDecimal: WriteCell = (to, bytes, start, end) => {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let points = 0;
  for (let at = first; at < end; at += 1) {
    const code = bytes[at] as number;
    if (code === POINT) points += 1;
    else if (code < ZERO || code > NINE) return false;
  }
  if (end - first - points > DIGITS_MAX) return false;
  copyBytes(to, bytes, start, end);
  return true;
};

/** As few digits as say which double it is, which is what JSON would have. */
const writeFloat: WriteCell = (to, bytes, start, end) => {
  for (let at = bytes[start] === MINUS ? start + 1 : start; at < end; at += 1) {
    const code = bytes[at] as number;
    if ((code < ZERO || code > NINE) && code !== POINT) return false;
  }
  copyBytes(to, bytes, start, end);
  return true;
};

const writeBoolean: WriteCell = (to, bytes, start) => {
  const word = bytes[start] === LETTER_T ? TRUE : FALSE;
  copyBytes(to, word, 0, word.length);
  return true;
};

/** Base64 of more than one line has escapes. */
const writeBinary: WriteCell = (to, bytes, start, end) =>
  !hasBackslash(bytes, start, end) && writeText(to, bytes, start, end);

/** An id: digits as they stand, in quotes. */
const writeDigitsAsText: WriteCell = (to, bytes, start, end) => {
  const target = to.bytes;
  target[to.end++] = QUOTE;
  if (!writeInteger(to, bytes, start, end)) {
    to.end -= 1;
    return false;
  }
  target[to.end++] = QUOTE;
  return true;
};

export function areDigits(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = bytes[at] as number;
    if (code < ZERO || code > NINE) return false;
  }
  return end > start;
}

function hasBackslash(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === BACKSLASH) return true;
  return false;
}

/** For the property of a column; times are apart, `write-times.ts`. */
export const PROPERTY_WRITERS: { [family in Family]?: WriteCell } = {
  boolean: writeBoolean,
  integer: writeInteger,
  decimal: writeDecimal,
  float: writeFloat,
  text: writeText,
  date: writeText,
  time: writeText,
  binary: writeBinary,
};

/** For what is text whatever the column has: names of events, ids. */
export const TEXT_WRITERS: { [family in Family]?: WriteCell } = {
  integer: writeDigitsAsText,
  decimal: writeText,
  text: writeText,
  date: writeText,
  time: writeText,
};
