import type { PropertyLine } from "./property-queries.ts";
import type { EntryEdit, EntryProperty, PropertyChange, ShownEntry } from "./queries.ts";
import type { StatusTarget } from "./status-change.ts";

export type PropertyType = NonNullable<PropertyChange["type"]>;
export const PROPERTY_TYPES = [
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "null",
] as const satisfies readonly PropertyType[];

/** What a property that nobody declared is taken for when something is said of it: what arrived. */
export const usualType = (typesSeen: readonly string[]): PropertyType =>
  PROPERTY_TYPES.find((type) => typesSeen.includes(type)) ?? "string";

/** An edit of one property of an entry. One that is not declared yet gets a type by it. */
export const propertyEdit = (
  { entity_type, name }: Pick<ShownEntry, "entity_type" | "name">,
  line: Pick<EntryProperty, "name" | "declared" | "types_seen">,
  change: PropertyChange,
): EntryEdit => ({
  entity_type,
  name,
  properties: { [line.name]: { ...(line.declared ? {} : { type: usualType(line.types_seen) }), ...change } },
});

/** A property in all events that have it. */
export const propertyTarget = (
  line: PropertyLine,
  toEdits: (line: PropertyLine, change: PropertyChange) => Promise<EntryEdit[]>,
): StatusTarget => ({
  name: line.name,
  hidden: line.hidden_in > 0,
  dropped: line.dropped_in > 0,
  volume: line.volume_30d,
  isExact: false,
  toEdits: (marks) => toEdits(line, marks),
});
