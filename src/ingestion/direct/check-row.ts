import { type PlainRow, SENT_IDS, type Span } from "../../events/index.ts";
import type { Limits } from "../limits.ts";
import { EARLIEST_MS, toMilliseconds } from "../steps/time.ts";
import { isDeviceName, isIdPlain, isInsertIdPlain, isNamePlain, textAt } from "./check-ids.ts";

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
    isNamePlain(row.source, row.event.start, row.event.end, limits) &&
    placeTime(row, found, limits, nowMs) &&
    placeIds(row, found, limits) &&
    (row.insertId.start < 0 || isInsertIdPlain(row.source, row.insertId.start, row.insertId.end, limits))
  );
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
    if (code <= POINT) return Number(textAt(source, start, end));
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
