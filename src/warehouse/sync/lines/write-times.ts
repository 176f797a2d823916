import type { LineBuffer } from "./line-buffer.ts";
import { areDigits, copyBytes, type WriteCell } from "./write-cells.ts";

const QUOTE = 34;
const BLANK = 32;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const LETTER_T = 84;
const DAY_LENGTH = 10;
/** `2026-01-31 12:00:00` */
const SECONDS_LENGTH = 19;
const ZONE_LENGTH = 3;
const DAY_MS = 86_400_000;

/** Where the time ends, its zone left out; -1 when it is not of the form `2026-01-31 12:00:00[.123456][+00]`. */
function plainEnd(bytes: Buffer, start: number, end: number, hasZone: boolean): number {
  const last = hasZone ? end - ZONE_LENGTH : end;
  if (last - start < SECONDS_LENGTH) return -1;
  if (hasZone && (bytes[last] !== PLUS || bytes[last + 1] !== ZERO || bytes[last + 2] !== ZERO)) return -1;
  const marks =
    bytes[start + 4] === MINUS &&
    bytes[start + 7] === MINUS &&
    bytes[start + DAY_LENGTH] === BLANK &&
    bytes[start + 13] === COLON &&
    bytes[start + 16] === COLON;
  if (!marks) return -1;
  if (last - start === SECONDS_LENGTH) return last;
  const fraction = start + SECONDS_LENGTH + 1;
  return bytes[fraction - 1] === POINT && areDigits(bytes, fraction, last) ? last : -1;
}

/** As a property: milliseconds, no zone, which is UTC. */
const writeTime = (to: LineBuffer, bytes: Buffer, start: number, last: number): void => {
  const target = to.bytes;
  target[to.end++] = QUOTE;
  copyBytes(to, bytes, start, start + DAY_LENGTH);
  target[to.end++] = LETTER_T;
  copyBytes(to, bytes, start + DAY_LENGTH + 1, start + SECONDS_LENGTH);
  target[to.end++] = POINT;
  for (let at = start + SECONDS_LENGTH + 1; at < start + SECONDS_LENGTH + 4; at += 1) {
    target[to.end++] = at < last ? (bytes[at] as number) : ZERO;
  }
  target[to.end++] = QUOTE;
};

const writerOf =
  (hasZone: boolean): WriteCell =>
  (to, bytes, start, end) => {
    const last = plainEnd(bytes, start, end, hasZone);
    if (last < 0) return false;
    writeTime(to, bytes, start, last);
    return true;
  };
export const writeTimestamp = writerOf(false);
export const writeMoment = writerOf(true);

const two = (bytes: Buffer, at: number): number =>
  ((bytes[at] as number) - ZERO) * 10 + (bytes[at + 1] as number) - ZERO;

/** The moment in milliseconds; -1 for one that is not plain, or before 1970. */
export function momentAt(bytes: Buffer, start: number, end: number, hasZone: boolean): number {
  const last = plainEnd(bytes, start, end, hasZone);
  if (last < 0) return -1;
  const year = two(bytes, start) * 100 + two(bytes, start + 2);
  const day = daysSince1970(year, two(bytes, start + 5), two(bytes, start + 8));
  const seconds =
    two(bytes, start + 11) * 3600 + two(bytes, start + 14) * 60 + two(bytes, start + SECONDS_LENGTH - 2);
  let ms = 0;
  for (let at = start + SECONDS_LENGTH + 1; at < start + SECONDS_LENGTH + 4; at += 1) {
    ms = ms * 10 + (at < last ? (bytes[at] as number) - ZERO : 0);
  }
  const moment = day * DAY_MS + seconds * 1000 + ms;
  return moment >= 0 ? moment : -1;
}

/** A year that begins in March has its odd day at its end. NaN for what are no digits; Postgres has no days that there are not. */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const MILLION = 1_000_000;
const MILLION_DIGITS = 6;

/** A whole number that is not negative. In halves: numbers beyond 32 bits are slow to divide. */
export function writeDigits(to: LineBuffer, value: number): void {
  const high = Math.floor(value / MILLION);
  if (high > 0) writeDigits(to, high);
  const low = value - high * MILLION;
  let length = MILLION_DIGITS;
  if (high === 0) for (length = 1; length < MILLION_DIGITS && low >= 10 ** length; ) length += 1;
  let rest = low | 0;
  const { bytes } = to;
  for (let at = to.end + length - 1; at >= to.end; at -= 1) {
    const tenth = (rest / 10) | 0;
    bytes[at] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  to.end += length;
}
