import { PLACE, plainStringEnd } from "../../../ingestion/text.ts";
import type { TextRows } from "../../connector.ts";
import { toTimeMs } from "../../values/to-time.ts";
import type { EventPlan } from "../event-plan.ts";
import type { LineBuffer } from "./line-buffer.ts";
import { copyBytes, TEXT_WRITERS, type WriteCell } from "./write-cells.ts";
import { momentAt, writeDigits } from "./write-times.ts";

/**
 * Writes the beginning of a record, event, time and ids, and notes where they stand. `NOT_PLAIN` for a row of which these are not plain,
 * `UNPLACED` for one that has to be read once more, since something needed escapes.
 */
type WriteRoles = (to: LineBuffer, rows: TextRows) => number;

export const NOT_PLAIN = -1;
const NONE = 0;
export const PLACED = 1;
const UNPLACED = 2;

const EVENT = Buffer.from(' {"event":');
const TIME = Buffer.from(',"properties":{"time":');
const USER = Buffer.from(',"$user_id":');
const DEVICE = Buffer.from(',"$device_id":');
const NOBODY = Buffer.from(',"distinct_id":""');
const LIST_END = Buffer.from("]");

/** Undefined when the columns of the roles have types that are read by `eventMapper` alone. */
export function roleWriter(plan: EventPlan, companyNumber: number): WriteRoles | undefined {
  const event = textRole(plan, plan.event, EVENT, PLACE.event);
  const user = textRole(plan, plan.user, USER, PLACE.userId);
  const device = textRole(plan, plan.device, DEVICE, PLACE.deviceId);
  const company = companyRole(plan, companyNumber);
  if (event === undefined || user === undefined || device === undefined || company === undefined)
    return undefined;
  const timeAt = timeReader(plan);
  const constant = Buffer.concat([EVENT, Buffer.from(JSON.stringify(plan.eventName))]);
  const isConstantPlain = plainStringEnd(constant, EVENT.length + 1) === constant.length - 1;

  return (to, rows) => {
    const { places } = to;
    const time = timeAt(rows);
    if (!(time >= 0)) return NOT_PLAIN;
    let named = PLACED;
    if (event === null) {
      copyBytes(to, constant, 0, constant.length);
      places.mark(PLACE.event, to.end - constant.length + EVENT.length + 1, to.end - 1);
      if (!isConstantPlain) named = UNPLACED;
    } else named = event(to, rows);
    if (named <= NONE) return NOT_PLAIN;
    copyBytes(to, TIME, 0, TIME.length);
    const timeStart = to.end;
    writeDigits(to, time);
    places.mark(PLACE.time, timeStart, to.end);
    const hasUser = user === null ? NONE : user(to, rows);
    const hasDevice = device === null ? NONE : device(to, rows);
    if (hasUser < 0 || hasDevice < 0) return NOT_PLAIN;
    if (hasUser + hasDevice === NONE) {
      copyBytes(to, NOBODY, 0, NOBODY.length);
      places.mark(PLACE.distinctId, to.end - 1, to.end - 1);
    } else places.mark(PLACE.distinctId, -1, -1);
    if (company !== null && !company(to, rows)) return NOT_PLAIN;
    return named === UNPLACED || hasUser === UNPLACED || hasDevice === UNPLACED ? UNPLACED : PLACED;
  };
}

type WriteRole = (to: LineBuffer, rows: TextRows) => number;

/** Null: the plan has no such role. */
function textRole(
  { columns }: EventPlan,
  at: number | null,
  name: Buffer,
  place: number,
): WriteRole | null | undefined {
  if (at === null) return null;
  const write: WriteCell | undefined = TEXT_WRITERS[columns[at]?.family ?? "unsupported"];
  if (write === undefined) return undefined;
  return (to, { bytes, starts, ends }) => {
    const start = starts[at] as number;
    const end = ends[at] as number;
    if (start < 0 || start === end) return NONE;
    copyBytes(to, name, 0, name.length);
    const textStart = to.end + 1;
    if (!write(to, bytes, start, end)) return NOT_PLAIN;
    to.places.mark(place, textStart, to.end - 1);
    return plainStringEnd(to.bytes, textStart) === to.end - 1 ? PLACED : UNPLACED;
  };
}

/** A list of one. */
function companyRole(
  { company, columns }: EventPlan,
  number: number,
): ((to: LineBuffer, rows: TextRows) => boolean) | null | undefined {
  if (company === null) return null;
  const write = TEXT_WRITERS[columns[company.at]?.family ?? "unsupported"];
  if (write === undefined) return undefined;
  const name = Buffer.from(`,${JSON.stringify(company.property)}:[`);
  return (to, { bytes, starts, ends }) => {
    const start = starts[company.at] as number;
    if (start < 0) return true;
    copyBytes(to, name, 0, name.length);
    const listStart = to.end - 1;
    if (!write(to, bytes, start, ends[company.at] as number)) return false;
    copyBytes(to, LIST_END, 0, LIST_END.length);
    to.places.add(number, listStart, to.end);
    return true;
  };
}

/** In milliseconds; less than zero, or NaN, for a row without a time that is plain. */
function timeReader({ time: { at, column } }: EventPlan): (rows: TextRows) => number {
  const { family } = column;
  const isMoment = family === "moment";
  if (!isMoment && family !== "timestamp") return (rows) => toTimeMs(rows.cell(at), column) ?? -1;
  return ({ bytes, starts, ends }) => {
    const start = starts[at] as number;
    return start < 0 ? -1 : momentAt(bytes, start, ends[at] as number, isMoment);
  };
}
