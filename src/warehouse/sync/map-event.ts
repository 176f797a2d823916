import type { Cell } from "../connector.ts";
import { emptyRecord } from "../values/empty-record.ts";
import { insertIdOf } from "../values/insert-id.ts";
import { limitNesting } from "../values/limit-nesting.ts";
import { parseJson } from "../values/parse-json.ts";
import { isTaken } from "../values/taken-names.ts";
import { toPropertyOf } from "../values/to-property.ts";
import { toTimeMs } from "../values/to-time.ts";
import type { Warn } from "../values/warnings.ts";
import type { EventPlan } from "./event-plan.ts";

export type RowFault = { code: string; field: string; message: string; value: string | null };
export type MappedEvent =
  | { record: { event: string; properties: Record<string, unknown> } }
  | { fault: RowFault };

export type MapOptions = {
  /** On every event of the run, and stronger than any column. */
  defaults: Readonly<Record<string, unknown>>;
  /** For rows without a time. Null: such a row is a fault. */
  missingTimeMs: number | null;
  warn: Warn;
  noteCollision(property: string): void;
};

const JSON_MAX = 1_048_576;
/** Those whose names are free. */
export const ownProperties = ({ properties }: EventPlan): EventPlan["properties"] =>
  properties.filter(({ name }) => !isTaken(name));

/** Columns of which nothing can be kept under the name they have. */
export function lostProperties(plan: EventPlan): string[] {
  const roles = [
    plan.user === null ? null : "$user_id",
    plan.device === null ? null : "$device_id",
    plan.company?.property ?? null,
  ];
  const lost = plan.properties
    .map(({ name }) => name)
    .filter((name) => isTaken(name) || roles.includes(name));
  return [...plan.losers, ...lost];
}

/** Makes the record of an event from a row. Precedence: defaults, roles, mapped and plain columns, keys of the JSON column. */
export function eventMapper(
  plan: EventPlan,
  options: MapOptions,
): (row: readonly Cell[], insertId: string) => MappedEvent {
  const { defaults, missingTimeMs, warn } = options;
  const converters = ownProperties(plan).map(({ at, column, name }) => ({
    at,
    name,
    convert: toPropertyOf(column, warn),
  }));
  return (row, insertId) => {
    const event = plan.event === null ? plan.eventName : row[plan.event];
    if (event === null || event === undefined || event === "") {
      return fault("event_name_missing", columnName(plan, plan.event), "the row has no event name", null);
    }
    const cell = row[plan.time.at] ?? null;
    const time =
      cell === null
        ? (cursorTime(plan, row) ?? missingTimeMs ?? undefined)
        : toTimeMs(cell, plan.time.column);
    if (time === undefined) {
      return fault(
        "time_invalid",
        plan.time.column.name,
        "the value is no time",
        cell === null ? null : String(cell),
      );
    }
    const properties = emptyRecord();
    if (plan.json !== null) {
      const broken = spread(row[plan.json] ?? null, properties, plan, options);
      if (broken) return broken;
    }
    for (const { at, name, convert } of converters) {
      const cellValue = row[at];
      if (cellValue === null || cellValue === undefined) continue;
      const value = convert(cellValue);
      if (value === undefined) continue;
      if (plan.json !== null && Object.hasOwn(properties, name)) options.noteCollision(name);
      properties[name] = value;
    }
    properties.time = time;
    setIds(plan, row, properties);
    properties.$insert_id = insertIdOf(properties.$insert_id, warn) ?? insertId;
    Object.assign(properties, defaults);
    return { record: { event: String(event), properties } };
  };
}

/** A row without a time has happened when it was written, where the table says when that was. */
function cursorTime(plan: EventPlan, row: readonly Cell[]): number | undefined {
  if (plan.cursor === null || plan.cursor.at === plan.time.at) return undefined;
  const cell = row[plan.cursor.at] ?? null;
  return cell === null ? undefined : toTimeMs(cell, plan.cursor.column);
}

function setIds(plan: EventPlan, row: readonly Cell[], properties: Record<string, unknown>): void {
  const user = plan.user === null ? null : row[plan.user];
  const device = plan.device === null ? null : row[plan.device];
  if (user !== null && user !== undefined && user !== "") properties.$user_id = String(user);
  if (device !== null && device !== undefined && device !== "") properties.$device_id = String(device);
  const given = properties.distinct_id;
  if (given !== undefined) properties.distinct_id = String(given);
  else if (properties.$user_id === undefined && properties.$device_id === undefined)
    properties.distinct_id = "";
  if (plan.company === null) return;
  const company = row[plan.company.at];
  if (company !== null && company !== undefined) properties[plan.company.property] = [String(company)];
}

/** The keys of the JSON column become properties. */
function spread(
  cell: Cell,
  properties: Record<string, unknown>,
  plan: EventPlan,
  { warn, noteCollision }: MapOptions,
): { fault: RowFault } | undefined {
  if (cell === null) return undefined;
  const column = columnName(plan, plan.json);
  const text = String(cell);
  if (text.length > JSON_MAX) return fault("json_too_large", column, "the JSON is larger than 1 MiB", text);
  let value: unknown;
  try {
    value = parseJson(text, column, warn);
  } catch {
    return fault("json_invalid", column, "the value is not JSON", text);
  }
  if (value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) {
    return fault("json_not_object", column, "the JSON is not an object", text);
  }
  for (const [name, inner] of Object.entries(value)) {
    if (inner === null) continue;
    if (isTaken(name)) noteCollision(name);
    else properties[name] = limitNesting(inner, column, warn);
  }
  return undefined;
}

const columnName = (plan: EventPlan, at: number | null): string =>
  at === null ? "" : (plan.columns[at]?.name ?? "");
const SHOWN_MAX = 200;
const fault = (code: string, field: string, message: string, value: string | null): { fault: RowFault } => ({
  fault: { code, field, message, value: value === null ? null : value.slice(0, SHOWN_MAX) },
});
