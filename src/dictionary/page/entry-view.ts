import { type Static, Type } from "typebox";
import { moment, nullable } from "../../http/index.ts";
import { ENTITY_TYPES, type Metadata } from "../schemas/types.ts";
import { type MergedEntry, STATUSES, statusOf } from "./list-entries.ts";
import type { MergedProperty, ShownEntry } from "./show-entry.ts";

const text = (description: string) => nullable(Type.String({ description }));
const texts = Type.Array(Type.String());
const Status = Type.Enum([...STATUSES], { description: "`blocked`: dropped as it comes in." });

/** What lines of entries and of properties have in common. */
const common = {
  name: Type.String(),
  display_name: text("Shown instead of the name."),
  description: text("What it means."),
  status: Status,
  hidden: Type.Boolean(),
  dropped: Type.Boolean(),
  declared: Type.Boolean({ description: "Whether there is a schema for it." }),
  first_seen_at: nullable(moment("Time of the first event.")),
  last_seen_at: nullable(moment("Time of the newest event.")),
  volume_30d: Type.Integer({
    description:
      "Events of the last 30 days; of a profile's property, profiles that have it (of 10,000 looked at).",
  }),
  violations_30d: Type.Integer({ description: "How often events were not as declared." }),
};

export const LineView = Type.Object({
  entity_type: Type.Enum([...ENTITY_TYPES]),
  ...common,
  tags: texts,
  contacts: texts,
  team_contacts: texts,
  source: text("Where the schema comes from."),
  declared_properties: Type.Integer(),
  version: nullable(Type.Integer({ description: "Of the schema." })),
  changed_at: nullable(moment()),
  changed_by: text("Who changed the schema last."),
});
const PropertyView = Type.Object({
  ...common,
  type: text("As declared."),
  format: text("As declared."),
  required: Type.Boolean(),
  types_seen: texts,
  samples: Type.Array(Type.Unknown(), { description: "Common values of the last 30 days." }),
});
export const ShownView = Type.Object({ ...LineView.properties, properties: Type.Array(PropertyView) });

const isoOf = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();
const listOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

type Seen = { firstMs: number | undefined; lastMs: number | undefined; recent: number } | undefined;

const commonOf = (metadata: Metadata, description: unknown, seen: Seen) => ({
  display_name: metadata.displayName ?? null,
  description: textOf(description),
  status: statusOf(metadata),
  hidden: metadata.hidden ?? false,
  dropped: metadata.dropped ?? false,
  first_seen_at: isoOf(seen?.firstMs),
  last_seen_at: isoOf(seen?.lastMs),
  volume_30d: seen?.recent ?? 0,
});

export const toLine = (entry: MergedEntry): Static<typeof LineView> => ({
  entity_type: entry.entityType,
  name: entry.name,
  ...commonOf(entry.metadata, entry.declared?.description, entry.seen),
  declared: entry.declared !== undefined,
  violations_30d: entry.violations,
  tags: listOf(entry.metadata.tags),
  contacts: listOf(entry.metadata.contacts),
  team_contacts: listOf(entry.metadata.teamContacts),
  source: textOf(entry.metadata.$source),
  declared_properties: entry.declared?.propertyCount ?? 0,
  version: entry.declared?.version ?? null,
  changed_at: entry.declared?.changedAt.toISOString() ?? null,
  changed_by: entry.declared?.changedBy ?? null,
});

export const toShown = (entry: ShownEntry): Static<typeof ShownView> => ({
  ...toLine(entry),
  properties: entry.properties.map(toProperty),
});

const toProperty = ({ name, declared, isRequired, seen, violations }: MergedProperty) => ({
  name,
  ...commonOf(declared?.metadata ?? {}, declared?.definition.description, seen),
  declared: declared !== undefined,
  violations_30d: violations,
  type: textOf(declared?.definition.type),
  format: textOf(declared?.definition.format),
  required: isRequired,
  types_seen: seen?.types ?? [],
  samples: seen?.samples.map(shorten) ?? [],
});

const SHOWN_CHARACTERS = 200;

/** A sample is for looking at; a mebibyte of it is no better than a line. */
export function shorten(value: unknown): unknown {
  const written = typeof value === "string" ? value : JSON.stringify(value);
  return written.length <= SHOWN_CHARACTERS ? value : `${written.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`;
}

export const exampleLine: Static<typeof LineView> = {
  entity_type: "event",
  name: "Purchase",
  display_name: "Purchase",
  description: "Somebody paid.",
  status: "visible",
  hidden: false,
  dropped: false,
  declared: true,
  first_seen_at: "2026-01-02T08:00:00.000Z",
  last_seen_at: "2026-01-31T12:00:00.000Z",
  volume_30d: 1204,
  violations_30d: 12,
  tags: ["revenue"],
  contacts: ["ana@example.com"],
  team_contacts: [],
  source: null,
  declared_properties: 1,
  version: 3,
  changed_at: "2026-01-30T09:00:00.000Z",
  changed_by: "loader",
};
export const exampleShown: Static<typeof ShownView> = {
  ...exampleLine,
  properties: [
    {
      name: "price",
      display_name: "Price",
      description: "In the shop's currency.",
      status: "visible",
      hidden: false,
      dropped: false,
      declared: true,
      first_seen_at: "2026-01-02T08:00:00.000Z",
      last_seen_at: "2026-01-31T12:00:00.000Z",
      volume_30d: 1200,
      violations_30d: 12,
      type: "number",
      format: null,
      required: true,
      types_seen: ["number", "string"],
      samples: [9.99, 19.5, "9.99"],
    },
  ],
};
