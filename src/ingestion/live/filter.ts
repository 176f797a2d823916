import type { NewEvent } from "../../events/index.ts";
import { isRawJson } from "../../platform/raw-json.ts";
import { fail, ok, type Result } from "../../platform/result.ts";

/** Which events a listener wants. All that is given must hold. */
export type LiveFilter = {
  event: string | undefined;
  distinctId: string | undefined;
  property: { name: string; value: string } | undefined;
};

export type FilterFailure = { field: "event" | "distinct_id" | "property" | "value"; reason: string };

const LENGTH_MAX = 255;

export function readFilter(query: Readonly<Record<string, string>>): Result<LiveFilter, FilterFailure> {
  for (const field of ["event", "distinct_id", "property", "value"] as const) {
    if ((query[field]?.length ?? 0) > LENGTH_MAX) {
      return fail({ field, reason: `must not be longer than ${LENGTH_MAX} characters` });
    }
  }
  const { event, distinct_id: distinctId, property: name, value } = query;
  if (name === undefined && value !== undefined)
    return fail({ field: "property", reason: "is needed with value" });
  if (name !== undefined && value === undefined)
    return fail({ field: "value", reason: "is needed with property" });
  return ok({ event, distinctId, property: name === undefined ? undefined : { name, value: value ?? "" } });
}

/** A property equals a value when both read the same: `true`, `3` and `pro` need no quotes. */
export function matches(filter: LiveFilter, event: NewEvent): boolean {
  if (filter.event !== undefined && event.event !== filter.event) return false;
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
