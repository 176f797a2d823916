import {
  booleanEnd,
  CLOSE,
  CLOSE_LIST,
  COLON,
  COMMA,
  numberEnd,
  OPEN,
  OPEN_LIST,
  QUOTE,
  stringEnd,
} from "../../ingestion/text.ts";

const LETTER_N = 110;
const LETTER_T = 116;
const LETTER_F = 102;
/** Deeper than any event may be. */
const DEPTH_MAX = 8;

/**
 * Behind the JSON value that begins here, or -1 for whatever is not plain: what is read over has to be as sound as what is looked at,
 * since a line is JSON as a whole or not at all.
 */
export function valueEnd(bytes: Uint8Array, at: number, depth = 0): number {
  const first = bytes[at] ?? 0;
  if (first === QUOTE) return textEnd(bytes, at);
  if (first === OPEN) return depth === DEPTH_MAX ? -1 : objectEnd(bytes, at + 1, depth + 1);
  if (first === OPEN_LIST) return depth === DEPTH_MAX ? -1 : listEnd(bytes, at + 1, depth + 1);
  if (first === LETTER_N) return nullEnd(bytes, at);
  if (first === LETTER_T || first === LETTER_F) return booleanEnd(bytes, at);
  return numberEnd(bytes, at);
}

/** A line ends at its newline: none is passed over. */
export function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 32 || bytes[at] === 13 || bytes[at] === 9) at += 1;
  return at;
}

/** Behind the closing quote of the string that begins here. */
export function textEnd(bytes: Uint8Array, at: number): number {
  const quote = stringEnd(bytes, at + 1);
  return quote < 0 ? -1 : quote + 1;
}

export const isNullAt = (bytes: Uint8Array, at: number): boolean => bytes[at] === LETTER_N;

export function nullEnd(bytes: Uint8Array, at: number): number {
  const isNull = bytes[at + 1] === 117 && bytes[at + 2] === 108 && bytes[at + 3] === 108;
  return isNull ? at + 4 : -1;
}

/** Behind the colon and the blanks around it. */
export function valueStart(bytes: Uint8Array, from: number): number {
  if (bytes[from] === COLON && (bytes[from + 1] ?? 0) > 32) return from + 1;
  const at = skipBlanks(bytes, from);
  return bytes[at] === COLON ? skipBlanks(bytes, at + 1) : -1;
}

function listEnd(bytes: Uint8Array, from: number, depth: number): number {
  let at = skipBlanks(bytes, from);
  if (bytes[at] === CLOSE_LIST) return at + 1;
  for (;;) {
    at = valueEnd(bytes, at, depth);
    if (at < 0) return -1;
    at = skipBlanks(bytes, at);
    if (bytes[at] === CLOSE_LIST) return at + 1;
    if (bytes[at] !== COMMA) return -1;
    at = skipBlanks(bytes, at + 1);
  }
}

function objectEnd(bytes: Uint8Array, from: number, depth: number): number {
  let at = skipBlanks(bytes, from);
  if (bytes[at] === CLOSE) return at + 1;
  for (;;) {
    at = bytes[at] === QUOTE ? textEnd(bytes, at) : -1;
    if (at < 0) return -1;
    at = valueStart(bytes, at);
    if (at < 0) return -1;
    at = valueEnd(bytes, at, depth);
    if (at < 0) return -1;
    at = skipBlanks(bytes, at);
    if (bytes[at] === CLOSE) return at + 1;
    if (bytes[at] !== COMMA) return -1;
    at = skipBlanks(bytes, at + 1);
  }
}
