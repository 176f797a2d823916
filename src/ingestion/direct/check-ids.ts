import type { Limits } from "../limits.ts";
import { isPlaceholder, maybePlaceholder } from "../placeholders.ts";
import { isIdentityEvent } from "../steps/identity-events.ts";

// Of names and ids as they stand in a text without escapes. False says nothing about the record: the pipeline decides.

const DOLLAR = 36;
/** First bytes of the characters beyond ASCII that count as blank, and of many that do not. */
const MAYBE_BLANK = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

/** Of an event. */
export function isNamePlain(source: Uint8Array, start: number, end: number, limits: Limits): boolean {
  const first = source[start] ?? 0;
  if (start < 0 || end === start || end - start > limits.nameMaxCharacters) return false;
  if (first <= 32 || MAYBE_BLANK.has(first)) return false;
  return first !== DOLLAR || !isIdentityEvent(textAt(source, start, end));
}

const DEVICE = Buffer.from("$device:");

export function isDeviceName(source: Uint8Array, start: number): boolean {
  for (let i = 0; i < DEVICE.length; i += 1) if (source[start + i] !== DEVICE[i]) return false;
  return true;
}

export function isIdPlain(source: Uint8Array, start: number, end: number, limits: Limits): boolean {
  const length = end - start;
  if (length === 0 || length > limits.idMaxBytes) return false;
  return !maybePlaceholder(source, start, end) || !isPlaceholder(textAt(source, start, end));
}

/** By byte: whether it may stand in an insert id. */
const ALLOWED = new Uint8Array(256);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") {
  ALLOWED[letter.charCodeAt(0)] = 1;
}

export function isInsertIdPlain(source: Uint8Array, start: number, end: number, limits: Limits): boolean {
  const length = end - start;
  if (length === 0 || length > limits.insertIdMaxBytes) return false;
  for (let at = start; at < end; at += 1) if (ALLOWED[source[at] ?? 0] !== 1) return false;
  return !maybePlaceholder(source, start, end) || !isPlaceholder(textAt(source, start, end));
}

/** Makes a string, so only for the few that need one. */
export const textAt = (source: Uint8Array, start: number, end: number): string =>
  Buffer.from(source.buffer, source.byteOffset + start, end - start).toString();
