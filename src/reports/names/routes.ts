import { Type } from "typebox";
import type { ValueCount } from "../../events/index.ts";
import { closed, moment, nullable, type Route, route } from "../../http/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import {
  findEventNames,
  findJoinedValues,
  findPropertyNames,
  findValues,
  type JoinFailure,
  NAME_DAYS,
  type NamesDeps,
} from "./find-names.ts";

const LIMIT = 255;

const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 10_000,
    default: LIMIT,
    description: "At most so many, the commonest first.",
  }),
);
const name = (description: string) => Type.String({ minLength: 1, maxLength: 1024, description });
const count = Type.Integer({ minimum: 0, description: "How many events." });

const include_hidden = Type.Optional(
  Type.Boolean({ default: false, description: "Also what the data dictionary hides." }),
);
const shown = {
  display_name: nullable(Type.String({ description: "Shown instead of the name." })),
  hidden: Type.Boolean(),
};

const tag = "Event names";
const access = "project:read";

/** What pickers and lists offer. A name or value appears only while recent events have it; reports find the others by time frame. */
export const namesRoutes = (deps: NamesDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/events/names",
    access,
    tag,
    summary: "List the names of recent events",
    description:
      "Names with an event whose own time lies in the last 30 days, the commonest first. Older ones are still in reports and exports. What the data dictionary hides is left out.",
    query: Type.Object({ limit, include_hidden }, closed),
    handle: async ({ scope, query: { limit = LIMIT, include_hidden: includeHidden } }) =>
      ok(await findEventNames(deps, scope.projectId, { days: NAME_DAYS.menus, limit, includeHidden })),
  }).answers({
    schema: Type.Array(
      Type.Object({
        event: Type.String({ description: "The event's name." }),
        count,
        last_seen_at: moment("Time of the newest event."),
        ...shown,
        tags: Type.Array(Type.String()),
        contacts: Type.Array(Type.String()),
        team_contacts: Type.Array(Type.String()),
      }),
    ),
    view: (names) =>
      names.map(({ event, count, lastMs, marks }) => ({
        event,
        count,
        last_seen_at: new Date(lastMs).toISOString(),
        display_name: marks.displayName,
        hidden: marks.isHidden,
        tags: [...marks.tags],
        contacts: [...marks.contacts],
        team_contacts: [...marks.teamContacts],
      })),
    failures: {},
    example: {
      answer: [
        {
          event: "Purchase",
          count: 6,
          last_seen_at: "2026-06-02T16:00:00.000Z",
          display_name: null,
          hidden: false,
          tags: ["revenue"],
          contacts: ["ana@example.com"],
          team_contacts: [],
        },
      ],
    },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/events/properties",
    access,
    tag,
    summary: "List the properties of recent events",
    description: "Names of properties in events of the last 28 days, the commonest first.",
    query: Type.Object(
      {
        event: Type.Optional(name("Only those of this event; of all events when left out.")),
        limit,
        include_hidden,
      },
      closed,
    ),
    handle: async ({ scope, query: { event, limit = LIMIT, include_hidden: includeHidden } }) =>
      ok(await findPropertyNames(deps, scope.projectId, { event, limit, includeHidden })),
  }).answers({
    schema: Type.Array(
      Type.Object({ name: Type.String({ description: "The property's name." }), count, ...shown }),
    ),
    view: (names) =>
      names.map(({ name, count, marks }) => ({
        name,
        count,
        display_name: marks.displayName,
        hidden: marks.isHidden,
      })),
    failures: {},
    example: {
      answer: [
        { name: "price", count: 6, display_name: "Price", hidden: false },
        { name: "country", count: 5, display_name: null, hidden: false },
      ],
    },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/events/properties/values",
    access,
    tag,
    summary: "List the values of a property",
    description:
      'Values in events of the last 28 days, the commonest first. 7 and "7" are two values. A search looks through the 10,000 commonest.',
    query: Type.Object(
      {
        property: name("Name of the property."),
        event: Type.Optional(name("Only in this event; in all events when left out.")),
        column: Type.Optional(
          name(
            "Instead: what the values lead to in this column of the lookup table the property is mapped to.",
          ),
        ),
        q: Type.Optional(
          Type.String({
            maxLength: 255,
            description: "Only values whose text begins with this, in capitals or not.",
          }),
        ),
        limit,
      },
      closed,
    ),
    handle: async ({ scope, query }): Promise<Result<ValueCount[], JoinFailure>> => {
      const { property, event, column, q: prefix, limit = LIMIT } = query;
      const wanted = { property, event, prefix, limit };
      return column === undefined
        ? ok(await findValues(deps, scope.projectId, wanted))
        : await findJoinedValues(deps, scope.projectId, { ...wanted, column });
    },
  }).answers({
    schema: Type.Array(
      Type.Object({
        value: Type.Unknown({
          description: "The value as it was sent: text, number, true or false, list or object.",
        }),
        count,
      }),
    ),
    view: (values) => values.map(({ value, count }) => ({ value, count })),
    failures: {
      not_mapped: {
        status: 400,
        say: ({ property }) => `column: '${property}' is not mapped to a lookup table.`,
        field: "column",
      },
      unknown_column: {
        status: 400,
        say: ({ column, columns }) =>
          `column: the lookup table has no column '${column}'; it has ${columns.join(", ")}.`,
        field: "column",
      },
    },
    example: {
      answer: [
        { value: "US", count: 3 },
        { value: "CA", count: 2 },
      ],
    },
  }),
];
