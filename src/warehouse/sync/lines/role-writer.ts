import type { TextRows } from "../../connector.ts";
import { toTimeMs } from "../../values/to-time.ts";
import type { EventPlan } from "../event-plan.ts";
import type { LineBuffer } from "./line-buffer.ts";
import { copyBytes, TEXT_WRITERS, type WriteCell } from "./write-cells.ts";
import { momentAt, writeDigits } from "./write-times.ts";

/** Writes the beginning of a record: event, time and ids. False for a row of which these are not plain. */
type WriteRoles = (to: LineBuffer, rows: TextRows) => boolean;

const EVENT = Buffer.from(' {"event":');
const TIME = Buffer.from(',"properties":{"time":');
const USER = Buffer.from(',"$user_id":');
const DEVICE = Buffer.from(',"$device_id":');
const NOBODY = Buffer.from(',"distinct_id":""');
const LIST_END = Buffer.from("]");

/** Undefined when the columns of the roles have types that are read by `eventMapper` alone. */
export function roleWriter(plan: EventPlan): WriteRoles | undefined {
  const event = textRole(plan, plan.event, EVENT);
  const user = textRole(plan, plan.user, USER);
  const device = textRole(plan, plan.device, DEVICE);
  const company = companyRole(plan);
  if (event === undefined || user === undefined || device === undefined || company === undefined)
    return undefined;
  const timeAt = timeReader(plan);
  const constant = Buffer.concat([EVENT, Buffer.from(JSON.stringify(plan.eventName))]);

  return (to, rows) => {
    const time = timeAt(rows);
    if (!(time >= 0)) return false;
    if (event === null) copyBytes(to, constant, 0, constant.length);
    else if (event(to, rows) !== WRITTEN) return false;
    copyBytes(to, TIME, 0, TIME.length);
    writeDigits(to, time);
    const hasUser = user === null ? NONE : user(to, rows);
    const hasDevice = device === null ? NONE : device(to, rows);
    if (hasUser < 0 || hasDevice < 0) return false;
    if (hasUser + hasDevice === NONE) copyBytes(to, NOBODY, 0, NOBODY.length);
    return company === null || company(to, rows);
  };
}

const WRITTEN = 1;
const NONE = 0;
const NOT_PLAIN = -1;
type WriteRole = (to: LineBuffer, rows: TextRows) => number;

/** Null: the plan has no such role. */
function textRole({ columns }: EventPlan, at: number | null, name: Buffer): WriteRole | null | undefined {
  if (at === null) return null;
  const write: WriteCell | undefined = TEXT_WRITERS[columns[at]?.family ?? "unsupported"];
  if (write === undefined) return undefined;
  return (to, { bytes, starts, ends }) => {
    const start = starts[at] as number;
    const end = ends[at] as number;
    if (start < 0 || start === end) return NONE;
    copyBytes(to, name, 0, name.length);
    return write(to, bytes, start, end) ? WRITTEN : NOT_PLAIN;
  };
}

/** A list of one. */
function companyRole({ company, columns }: EventPlan): WriteRoles | null | undefined {
  if (company === null) return null;
  const write = TEXT_WRITERS[columns[company.at]?.family ?? "unsupported"];
  if (write === undefined) return undefined;
  const name = Buffer.from(`,${JSON.stringify(company.property)}:[`);
  return (to, { bytes, starts, ends }) => {
    const start = starts[company.at] as number;
    if (start < 0) return true;
    copyBytes(to, name, 0, name.length);
    if (!write(to, bytes, start, ends[company.at] as number)) return false;
    copyBytes(to, LIST_END, 0, LIST_END.length);
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
