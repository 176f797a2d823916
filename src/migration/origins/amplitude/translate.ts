import { createHash } from "node:crypto";
import { isPlaceholder } from "../../../ingestion/text.ts";
import type { EventRecord, TranslateContext, Translated, UserState } from "../../origin.ts";
import { type Plain, setOwn, toPlain } from "../plain.ts";
import { contextProperties, PROFILE_CONTEXT } from "./context-properties.ts";

/** A line of the export as far as it is looked at. */
type Line = Record<string, unknown>;

export const EARLIEST_MS = 31_536_000_000;
const AHEAD_MAX_MS = 3_600_000;
/** One below the limit of ingestion; the names every event gets are among them. */
export const PROPERTIES_MAX = 254;
const INSERT_ID = /^[A-Za-z0-9-]{1,36}$/;
export const NOT_EVENTS: ReadonlySet<string> = new Set(["$identify", "$groupidentify"]);
export const OPERATIONS: ReadonlySet<string> = new Set([
  "$set",
  "$setOnce",
  "$add",
  "$append",
  "$prepend",
  "$unset",
  "$remove",
  "$clearAll",
]);

/** One line of an Amplitude export: its event, and what it says of a person. */
export function translateAmplitude(given: unknown, { options, nowMs }: TranslateContext): Translated {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return { skip: "not_an_object" };
  const line = given as Line;
  const name = textOf(line.event_type)?.trim() ?? "";
  if (name === "") return { skip: "event_type_missing" };
  const time = timeOf(line, nowMs);
  if ("skip" in time) return time;
  const userId = idOf(options.userIdProperty === null ? line.user_id : fieldOf(line, options.userIdProperty));
  const context = contextProperties(line);
  const user =
    userId === undefined || options.eventsOnly ? undefined : userOf(line, userId, time.ms, context);
  const notes = time.isRepaired ? ["time_set_to_now"] : [];
  if (plainOf(line.data).merged_amplitude_id !== undefined) notes.push("amplitude_id_merged");
  if (NOT_EVENTS.has(name))
    return { skip: name.slice(1), notes, ...(user && name === "$identify" ? { user } : {}) };
  const deviceId = idOf(line.device_id) ?? (userId === undefined ? fallbackDevice(line) : undefined);
  if (userId === undefined && deviceId === undefined) return { skip: "no_id" };
  const event = eventOf(line, context, name, { timeMs: time.ms, userId, deviceId });
  if (options.mapExperiments) mapExposure(event.record);
  if (event.isTruncated) notes.push("properties_truncated");
  return { event: event.record, notes, ...(user ? { user } : {}) };
}

type Ids = { timeMs: number; userId: string | undefined; deviceId: string | undefined };

function eventOf(
  line: Line,
  context: Plain,
  name: string,
  { timeMs, userId, deviceId }: Ids,
): { record: EventRecord; isTruncated: boolean } {
  // What is put in later wins: the event states what was done. The context is this line's own, and nobody needs it any more.
  const properties = context;
  const ofUser = plainOf(line.user_properties);
  const ofEvent = plainOf(line.event_properties);
  put(properties, ofUser);
  put(properties, plainOf(line.groups));
  put(properties, ofEvent);
  properties.time = timeMs;
  properties.distinct_id = userId ?? `$device:${deviceId}`;
  if (userId !== undefined) properties.$user_id = userId;
  if (deviceId !== undefined) properties.$device_id = deviceId;
  properties.$insert_id = insertIdOf(line);
  const mayGo = () => Object.keys(ofUser).filter((key) => !Object.hasOwn(ofEvent, key));
  return { record: { event: name, properties }, isTruncated: truncate(properties, mayGo) };
}

/** Parsed JSON has own names alone, so none of a prototype is met. */
function put(into: Plain, from: Plain): void {
  for (const key in from) {
    const value = from[key];
    if (value === null || value === undefined || (typeof value === "object" && isEmptyObject(value)))
      continue;
    if (key === "__proto__") setOwn(into, key, value);
    else into[key] = value;
  }
}

const isEmptyObject = (value: object): boolean => !Array.isArray(value) && Object.keys(value).length === 0;

/** The last ones by name go first; how often is counted, and the event says so. */
function truncate(properties: Record<string, unknown>, mayGo: () => string[]): boolean {
  let over = Object.keys(properties).length - PROPERTIES_MAX;
  if (over <= 0) return false;
  over += 1;
  for (const key of mayGo().toSorted().toReversed()) {
    if (over <= 0) break;
    delete properties[key];
    over -= 1;
  }
  properties.$migration_truncated = true;
  return true;
}

function mapExposure(record: EventRecord): void {
  if (!record.event.includes("[Experiment]") && record.event !== "$exposure") return;
  const { flag_key: flag, variant } = record.properties;
  if (typeof flag !== "string" || typeof variant !== "string") return;
  record.event = "$experiment_started";
  record.properties["Experiment name"] = flag;
  record.properties["Variant name"] = variant;
}

/** Stable for a stored row. What other tools call an insert id is often too long, or has characters that ours may not have. */
function insertIdOf(line: Line): string {
  const uuid = textOf(line.uuid);
  if (uuid !== undefined && INSERT_ID.test(uuid)) return uuid;
  const own = textOf(line.$insert_id);
  if (own !== undefined && INSERT_ID.test(own)) return own;
  const { event_type, user_id, device_id, amplitude_id, event_time, session_id, event_id } = line;
  const parts = [event_type, user_id, device_id, amplitude_id, event_time, session_id, event_id];
  const text = parts
    .map((part) => (part === null || part === undefined ? "" : String(toPlain(part))))
    .join("\u001f");
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** A time ahead of now gives way to the next one that is not: set to now it would be another event in every run. */
function timeOf(line: Line, nowMs: number): { ms: number; isRepaired: boolean } | { skip: string } {
  let isRepaired = false;
  for (const text of [
    line.event_time,
    line.client_event_time,
    line.server_received_time,
    line.server_upload_time,
  ]) {
    const ms = readTime(text);
    if (ms === undefined) continue;
    if (ms < EARLIEST_MS) return { skip: "time_too_early" };
    if (ms <= nowMs + AHEAD_MAX_MS) return { ms, isRepaired };
    isRepaired = true;
  }
  return isRepaired ? { ms: nowMs, isRepaired } : { skip: "time_missing" };
}

const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d{1,3})\d*)?(?:Z|\+00:?00)?$/;

/** UTC, though it does not say so. */
export function readTime(text: unknown): number | undefined {
  const found = typeof text === "string" ? TIME.exec(text) : null;
  if (found === null) return undefined;
  const [, day, clock, fraction = "0"] = found;
  const ms = Date.parse(`${day}T${clock}.${fraction.padEnd(3, "0")}Z`);
  // A day that its month does not have would be taken for one of the next.
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(day ?? "") ? undefined : ms;
}

/** The same filter that ingestion has: everybody called `null` is not one person. */
function idOf(given: unknown): string | undefined {
  const text = textOf(given)?.trim();
  return text === undefined || text === "" || isPlaceholder(text) ? undefined : text;
}

/** Stays anonymous: a bare id of another tool would be taken for a user's. */
function fallbackDevice({ amplitude_id: id }: Line): string | undefined {
  const text = textOf(id);
  return text === undefined || text === "" || text === "0" ? undefined : `amplitude-${text}`;
}

function fieldOf(line: Line, name: string): unknown {
  return line[name] ?? plainOf(line.user_properties)[name] ?? plainOf(line.event_properties)[name];
}

/** Numbers too, also those that a double cannot hold. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (value === null || value === undefined || typeof value === "boolean") return undefined;
  const plain = toPlain(value);
  return typeof plain === "string" ? plain : undefined;
}

const plainOf = (value: unknown): Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Plain) : {};

const ALIASES: Record<string, string> = {
  email: "$email",
  name: "$name",
  phone: "$phone",
  avatar: "$avatar",
  first_name: "$first_name",
  last_name: "$last_name",
};

export function userOf(line: Line, userId: string, asOfMs: number, context: Plain): UserState {
  const given = plainOf(line.user_properties);
  const names = Object.keys(given);
  const isSteps = names.length > 0 && names.every((name) => OPERATIONS.has(name));
  const properties: Plain = {};
  for (const [from, to] of PROFILE_CONTEXT) if (context[from] !== undefined) properties[to] = context[from];
  if (!isSteps) {
    put(properties, given);
    for (const [from, to] of Object.entries(ALIASES)) {
      if (Object.hasOwn(given, from) && given[from] !== null && properties[to] === undefined)
        properties[to] = given[from];
    }
  }
  const createdMs = readTime(line.user_creation_time) ?? null;
  return {
    userId,
    asOfMs,
    createdMs,
    properties,
    ...(isSteps ? { operations: given } : {}),
  };
}
