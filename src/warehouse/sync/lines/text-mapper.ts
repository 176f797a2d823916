import { COMMA, numberEnd, PLACE } from "../../../ingestion/text.ts";
import type { Column, Family, TextRows } from "../../connector.ts";
import { toPropertyOf } from "../../values/to-property.ts";
import type { EventPlan } from "../event-plan.ts";
import { type MapOptions, ownProperties } from "../map-event.ts";
import type { LineBuffer } from "./line-buffer.ts";
import { NOT_PLAIN, PLACED, roleWriter } from "./role-writer.ts";
import { idsWriter } from "./text-ids.ts";
import { copyBytes, PROPERTY_WRITERS, type WriteCell } from "./write-cells.ts";
import { writeMoment, writeTimestamp } from "./write-times.ts";

/** Writes the row at hand, the `nth` of those equal to it, as a line. False: it needs `eventMapper`, and nothing was written. */
export type TextMapper = (to: LineBuffer, rows: TextRows, nth: number) => boolean;

const QUOTE = 34;
const ID_LENGTH = 32;
/** A byte of a cell becomes six at most: `\u001f`. */
const BYTES_PER_BYTE = 6;
/** No event is as long: whoever refuses it needs no room for six times as much. */
const ROW_BYTES_MAX = 1_048_576;
/** Names of roles, numbers and punctuation. */
const ROLE_BYTES = 4096;
const INSERT_ID = Buffer.from(',"$insert_id":"');
/** Set by roles, or read in a way of their own. */
const ROLE_NAMES = ["time", "distinct_id", "$user_id", "$device_id", "$insert_id", "__proto__"];

/**
 * The same as `eventMapper`, for rows that are still text: what a cell says is copied into the record's JSON, so that neither cell nor
 * record is ever an object. Undefined for plans it is not for: with a column whose keys are spread out, or with two properties of one
 * name.
 */
export function textMapper(plan: EventPlan, options: MapOptions, importId: number): TextMapper | undefined {
  const own = ownProperties(plan);
  const writeRoles = hasPlainNames(plan, options) ? roleWriter(plan, own.length) : undefined;
  if (writeRoles === undefined) return undefined;
  const writeIds = idsWriter(importId, plan);
  const columns = own.map(({ at, column, name }) => ({
    at,
    isNumber: NUMBERS.has(column.family),
    prefix: Buffer.from(`,${JSON.stringify(name)}:`),
    write: writerOf(column),
    convert: toPropertyOf(column, options.warn),
  }));
  const defaults = Object.entries(options.defaults);
  const constant = defaults.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const tail = Buffer.from(`${constant.join("")}}}`);
  const constantBytes =
    tail.length + ROLE_BYTES + columns.reduce((sum, { prefix }) => sum + prefix.length, 0);

  return (to, rows, nth) => {
    const { bytes, starts, ends } = rows;
    const length = rowBytes(rows);
    if (length > ROW_BYTES_MAX) return false;
    const room = constantBytes + length * BYTES_PER_BYTE;
    to.reserve(room);
    const { places } = to;
    places.begin(columns.length + 1);
    const insertId = writeIds(to, rows, nth);
    const roles = insertId === undefined ? NOT_PLAIN : writeRoles(to, rows);
    // From here on all of it can be written: nothing is warned of twice.
    if (insertId === undefined || roles === NOT_PLAIN) {
      to.dropLine();
      return false;
    }
    let isPlaced = roles === PLACED && defaults.length === 0;
    copyBytes(to, INSERT_ID, 0, INSERT_ID.length);
    places.mark(PLACE.insertId, to.end, to.end + ID_LENGTH);
    for (let at = 0; at < ID_LENGTH; at += 1) to.bytes[to.end++] = insertId.charCodeAt(at);
    to.bytes[to.end++] = QUOTE;
    for (let index = 0; index < columns.length; index += 1) {
      const { at, isNumber, prefix, write, convert } = columns[index] as (typeof columns)[number];
      const start = starts[at] as number;
      if (start < 0) continue;
      const before = to.end;
      copyBytes(to, prefix, 0, prefix.length);
      const valueStart = to.end;
      if (write?.(to, bytes, start, ends[at] as number)) {
        places.add(index, valueStart, to.end);
        if (isNumber) isPlaced = isNumberPlain(to, valueStart) && isPlaced;
        continue;
      }
      isPlaced = false;
      const value = convert(rows.cell(at));
      if (value === undefined) to.end = before;
      else to.text(JSON.stringify(value));
      to.reserve(room);
    }
    tail.copy(to.bytes, to.end);
    to.end += tail.length;
    to.endLine(isPlaced);
    return true;
  };
}

/** Names of a plan's properties by the numbers that its lines have for them, each with a quote behind it. */
export const placedNames = (plan: EventPlan): Uint8Array[] =>
  [...ownProperties(plan).map(({ name }) => name), plan.company?.property ?? ""].map((name) =>
    Buffer.from(JSON.stringify(name).slice(1)),
  );

const NUMBERS: ReadonlySet<Family> = new Set(["integer", "decimal", "float"]);

/** Whether a reader of records would take the number just written as it stands. */
function isNumberPlain(to: LineBuffer, start: number): boolean {
  // What is written next, or a line's old bytes, must not be taken for more digits.
  to.bytes[to.end] = COMMA;
  return numberEnd(to.bytes, start) === to.end;
}

function hasPlainNames(plan: EventPlan, { defaults }: MapOptions): boolean {
  const own = ownProperties(plan).map(({ name }) => name);
  const company = plan.company === null ? [] : [plan.company.property];
  const names = [...ROLE_NAMES, ...Object.keys(defaults), ...company, ...own];
  return plan.json === null && new Set(names).size === names.length;
}

function rowBytes({ starts, ends }: TextRows): number {
  const first = starts[0] as number;
  const last = ends[ends.length - 1] as number;
  // A NULL is two bytes.
  return last - (first < 0 ? (ends[0] as number) - 2 : first);
}

function writerOf({ family }: Column): WriteCell | undefined {
  if (family === "moment") return writeMoment;
  return family === "timestamp" ? writeTimestamp : PROPERTY_WRITERS[family];
}
