import { type PlainRow, SENT_IDS, type Span } from "../../events/index.ts";
import type { Limits } from "../limits.ts";
import { isPlaceholder, maybePlaceholder } from "../placeholders.ts";
import { isIdentityEvent } from "../steps/identity-events.ts";
import { EARLIEST_MS, toMilliseconds } from "../steps/time.ts";

/** Where a record's time and ids stand; -1 for one that it does not have. */
export type FoundIds = {
  timeStart: number;
  timeEnd: number;
  sent: number;
  sentEnd: number;
  user: number;
  userEnd: number;
  device: number;
  deviceEnd: number;
};

/**
 * The checks of the pipeline, for a record that passes them all without a remark. False says nothing about the record: the pipeline
 * decides, and has the words for it.
 */
export function checkRow(row: PlainRow, found: FoundIds, limits: Limits, nowMs: number): boolean {
  return (
    isEventPlain(row, limits) &&
    placeTime(row, found, limits, nowMs) &&
    placeIds(row, found, limits) &&
    isInsertIdPlain(row, limits)
  );
}

const DOLLAR = 36;
/** First bytes of the characters beyond ASCII that count as blank, and of many that do not. */
const MAYBE_BLANK = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

function isEventPlain({ source, event }: PlainRow, limits: Limits): boolean {
  const { start, end } = event;
  const first = source[start] ?? 0;
  if (start < 0 || end === start || end - start > limits.nameMaxCharacters) return false;
  if (first <= 32 || MAYBE_BLANK.has(first)) return false;
  return first !== DOLLAR || !isIdentityEvent(text(source, start, end));
}

function placeTime(
  row: PlainRow,
  { timeStart, timeEnd }: FoundIds,
  { ageMaxMs = Number.POSITIVE_INFINITY }: Limits,
  nowMs: number,
): boolean {
  if (timeStart < 0) return false;
  const timeMs = toMilliseconds(readNumber(row.source, timeStart, timeEnd));
  row.timeMs = timeMs;
  place(row.time, timeStart, timeEnd);
  return timeMs >= EARLIEST_MS && timeMs >= nowMs - ageMaxMs && timeMs <= nowMs;
}

const POINT = 46;
const ZERO = 48;

/** Digits, mostly; a text is made only of what has a fraction, or a sign, which no good time has. */
function readNumber(source: Uint8Array, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const code = source[at] ?? 0;
    if (code <= POINT) return Number(text(source, start, end));
    number = number * 10 + code - ZERO;
  }
  return number;
}

/** Whose event it is: see the step `ids`. */
function placeIds(row: PlainRow, found: FoundIds, limits: Limits): boolean {
  const { source } = row;
  const { sent, sentEnd, user, userEnd, device, deviceEnd } = found;
  row.sentIds =
    (sent >= 0 ? SENT_IDS.distinct_id : 0) |
    (user >= 0 ? SENT_IDS.$user_id : 0) |
    (device >= 0 ? SENT_IDS.$device_id : 0) |
    (row.insertId.start >= 0 ? SENT_IDS.$insert_id : 0);
  if (sent >= 0 && !isIdPlain(source, sent, sentEnd, limits)) return false;
  // Empty means none, for these two.
  const hasUser = user >= 0 && userEnd > user;
  const hasDevice = device >= 0 && deviceEnd > device;
  if (hasUser && (!isIdPlain(source, user, userEnd, limits) || isDeviceName(source, user))) return false;
  if (hasDevice && (!isIdPlain(source, device, deviceEnd, limits) || isDeviceName(source, device)))
    return false;
  if (hasUser) {
    place(row.distinctId, user, userEnd);
    if (hasDevice) place(row.deviceId, device, deviceEnd);
    return true;
  }
  if (hasDevice) {
    place(row.distinctId, device, deviceEnd);
    row.isDevice = true;
    return true;
  }
  place(row.distinctId, sent, sentEnd);
  return sent >= 0;
}

function place(span: Span, start: number, end: number): void {
  span.start = start;
  span.end = end;
}

const DEVICE = Buffer.from("$device:");

function isDeviceName(source: Uint8Array, start: number): boolean {
  for (let i = 0; i < DEVICE.length; i += 1) if (source[start + i] !== DEVICE[i]) return false;
  return true;
}

function isIdPlain(source: Uint8Array, start: number, end: number, limits: Limits): boolean {
  const length = end - start;
  if (length === 0 || length > limits.idMaxBytes) return false;
  return !maybePlaceholder(source, start, end) || !isPlaceholder(text(source, start, end));
}

/** By byte: whether it may stand in an insert id. */
const ALLOWED = new Uint8Array(256);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") {
  ALLOWED[letter.charCodeAt(0)] = 1;
}

function isInsertIdPlain({ source, insertId: { start, end } }: PlainRow, limits: Limits): boolean {
  if (start < 0) return true;
  const length = end - start;
  if (length === 0 || length > limits.insertIdMaxBytes) return false;
  for (let at = start; at < end; at += 1) if (ALLOWED[source[at] ?? 0] !== 1) return false;
  return !maybePlaceholder(source, start, end) || !isPlaceholder(text(source, start, end));
}

/** Text of the source; makes a string, so only for the few that need one. */
const text = (source: Uint8Array, start: number, end: number): string =>
  Buffer.from(source.buffer, source.byteOffset + start, end - start).toString();
