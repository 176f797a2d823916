import type { NewEvent } from "../../events/index.ts";
import { isRawJson } from "../../platform/raw-json.ts";
import { fail, ok, type Result } from "../../platform/result.ts";

/** Which events a listener wants. All that is given must hold. */
export type LiveFilter = {
  events: readonly string[] | undefined;
  distinctId: string | undefined;
  property: { name: string; value: string } | undefined;
};

export type FilterFailure = { field: string; reason: string };

const FIELDS = ["event", "distinct_id", "property", "value"] as const;
const LENGTH_MAX = 255;
const EVENTS_MAX = 100;

export function readFilter(query: Readonly<Record<string, string>>): Result<LiveFilter, FilterFailure> {
  const unknown = Object.keys(query).find((name) => !FIELDS.some((field) => field === name));
  if (unknown !== undefined)
    return fail({ field: unknown.slice(0, LENGTH_MAX), reason: `is not one of ${FIELDS.join(", ")}` });
  const { event, distinct_id: distinctId, property: name, value } = query;
  for (const [field, text] of Object.entries({ event, distinct_id: distinctId, property: name }))
    if (text === "") return fail({ field, reason: "must not be empty; leave it out for all" });
  for (const [field, text = ""] of Object.entries({ distinct_id: distinctId, property: name, value }))
    if (text.length > LENGTH_MAX) return fail({ field, reason: TOO_LONG });
  if (name === undefined && value !== undefined)
    return fail({ field: "property", reason: "is needed with value" });
  if (name !== undefined && value === undefined)
    return fail({ field: "value", reason: "is needed with property" });
  const events = readNames(event);
  if (!events.ok) return events;
  const property = name === undefined ? undefined : { name, value: value ?? "" };
  return ok({ events: events.value, distinctId, property });
}

const TOO_LONG = `must not be longer than ${LENGTH_MAX} characters`;

/** One name as it is, or a JSON array of names. */
function readNames(text: string | undefined): Result<string[] | undefined, FilterFailure> {
  if (text === undefined) return ok(undefined);
  const names = /^\s*["[]/.test(text) ? parseNames(text) : [text];
  if (names === undefined || names.length === 0 || names.length > EVENTS_MAX) {
    const reason = `must be one name, or a JSON array of 1 to ${EVENTS_MAX} names such as ["Signup"]`;
    return fail({ field: "event", reason });
  }
  return names.some((name) => name.length > LENGTH_MAX)
    ? fail({ field: "event", reason: TOO_LONG })
    : ok(names);
}

function parseNames(text: string): string[] | undefined {
  try {
    const names: unknown = [JSON.parse(text)].flat();
    return Array.isArray(names) && names.every((name) => typeof name === "string") ? names : undefined;
  } catch {
    return undefined;
  }
}

/** A filter as it was asked for. */
export const toFilterView = ({ events, distinctId, property }: LiveFilter) => ({
  event: events,
  distinct_id: distinctId,
  property: property?.name,
  value: property?.value,
});

/** A property equals a value when both read the same: `true`, `3` and `pro` need no quotes. */
export function matches(filter: LiveFilter, event: NewEvent): boolean {
  if (filter.events !== undefined && !filter.events.includes(event.event)) return false;
  if (filter.distinctId !== undefined && event.distinctId !== filter.distinctId) return false;
  const { property } = filter;
  if (property === undefined) return true;
  if (!Object.hasOwn(event.properties, property.name)) return false;
  return asText(event.properties[property.name]) === property.value;
}

function asText(value: unknown): string {
  if (isRawJson(value)) return value.rawJSON;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
