import { type Static, Type } from "typebox";
import { closed, moment, nullable, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import { pageInvalid, tag } from "../schemas/wire.ts";
import { shorten } from "./entry-view.ts";
import { STATUSES } from "./list-entries.ts";
import { type ListedProperty, mergeProperties, type PropertiesDeps } from "./list-properties.ts";
import { PROPERTY_SORTS, pickProperties, propertyStatus } from "./pick-properties.ts";

const word = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

const EVENTS_SHOWN = 10;

const Question = Type.Object(
  {
    q: word("Only properties with this in their name, display name or description, in capitals or not."),
    name: word("Only the property of exactly this name."),
    event: word("Only properties of this event."),
    status: Type.Optional(Type.Enum([...STATUSES])),
    declared: flag("Only properties that a schema has, or only the others."),
    seen: flag("Only properties that events of the last 30 days have, or only the others."),
    violations: flag(
      "Only properties that were not always as declared in the last 30 days, or only the others.",
    ),
    sort: Type.Optional(Type.Enum([...PROPERTY_SORTS], { default: "volume" })),
    order: Type.Optional(
      Type.Enum(["asc", "desc"], {
        description: "Default: names from A on, all else from the largest down.",
      }),
    ),
    events_max: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        default: EVENTS_SHOWN,
        description: "So many events of each property are named, the commonest first.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    page: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4000, description: "`next` of the page before." }),
    ),
  },
  closed,
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

const PropertyLineView = Type.Object({
  name: Type.String(),
  display_name: nullable(
    Type.String({ description: "Shown instead of the name: that of the first schema." }),
  ),
  description: nullable(Type.String({ description: "That of the first schema which has one." })),
  status: Type.Enum([...STATUSES], { description: "Hidden or dropped where any event's schema says so." }),
  declared_in: count("Schemas of events that have it."),
  hidden_in: count("Of these, how many hide it."),
  dropped_in: count("Of these, how many drop it."),
  types: Type.Array(Type.String(), { description: "As declared." }),
  types_seen: Type.Array(Type.String()),
  samples: Type.Array(Type.Unknown(), { description: "Common values of the last 30 days." }),
  volume_30d: count("Events of the last 30 days that have it."),
  violations_30d: count("How often it was not as declared."),
  last_seen_at: nullable(moment("Time of the newest event of the last 30 days that has it.")),
  event_count: count("Events that declare it or have it."),
  events: Type.Array(
    Type.Object({ event: Type.String(), declared: Type.Boolean(), volume_30d: Type.Integer() }),
  ),
});

const toView =
  (eventsMax: number) =>
  (line: ListedProperty): Static<typeof PropertyLineView> => ({
    name: line.name,
    display_name: line.declared?.displayName ?? null,
    description: line.declared?.description ?? null,
    status: propertyStatus(line),
    declared_in: line.declared?.events.length ?? 0,
    hidden_in: line.declared?.hiddenIn ?? 0,
    dropped_in: line.declared?.droppedIn ?? 0,
    types: [...(line.declared?.types ?? [])],
    types_seen: line.typesSeen,
    samples: line.samples.map(shorten),
    volume_30d: line.recent,
    violations_30d: line.violations,
    last_seen_at: line.lastMs === undefined ? null : new Date(line.lastMs).toISOString(),
    event_count: line.events.length,
    events: line.events
      .slice(0, eventsMax)
      .map(({ event, isDeclared, recent }) => ({ event, declared: isDeclared, volume_30d: recent })),
  });

const example: Static<typeof PropertyLineView> = {
  ...{
    name: "price",
    display_name: "Price",
    description: "In the shop's currency.",
    status: "visible" as const,
  },
  ...{
    declared_in: 1,
    hidden_in: 0,
    dropped_in: 0,
    types: ["number"],
    types_seen: ["number"],
    samples: [9.99],
  },
  ...{ volume_30d: 1204, violations_30d: 0, last_seen_at: "2026-01-31T12:00:00.000Z", event_count: 1 },
  events: [{ event: "Purchase", declared: true, volume_30d: 1204 }],
};

export const propertyRoutes = (deps: PropertiesDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/dictionary/properties",
    access: "dictionary:read",
    tag,
    summary: "List the properties of all events",
    description:
      "Each name once: what the schemas of events say of it, and what events of the last 30 days have under it. It is edited through the events that have it.",
    query: Question,
    handle: async ({ scope, query }) => {
      const { sort = "volume", limit = 100, page: after, events_max: eventsMax = EVENTS_SHOWN } = query;
      const { order = sort === "name" || sort === "display_name" ? "asc" : "desc" } = query;
      const { q, name, event, status, declared, seen, violations } = query;
      const filter = {
        q,
        name,
        event,
        status,
        isDeclared: declared,
        isSeen: seen,
        hasViolations: violations,
      };
      const picked = pickProperties(await mergeProperties(deps, scope.projectId), filter, {
        ...{ sort, order, limit, after },
      });
      return picked.ok ? ok({ ...picked.value, eventsMax }) : picked;
    },
  }).answers({
    schema: Type.Object({
      properties: Type.Array(PropertyLineView),
      total: Type.Integer({ description: "How many there are on all pages." }),
      next: nullable(Type.String()),
    }),
    view: ({ items, total, next, eventsMax }) => ({ properties: items.map(toView(eventsMax)), total, next }),
    failures: pageInvalid,
    example: { answer: { properties: [example], total: 1, next: null } },
  }),
];
