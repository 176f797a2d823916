import { type Static, Type } from "typebox";
import { closed, nullable, type Route, route } from "../../http/index.ts";
import type { Result } from "../../platform/result.ts";
import { checkRef, type InvalidRef } from "../schemas/check-upload.ts";
import { ENTITY_TYPES } from "../schemas/types.ts";
import { invalidRef, pageInvalid, tag, unknownEntry } from "../schemas/wire.ts";
import { exampleLine, exampleShown, LineView, ShownView, toLine, toShown } from "./entry-view.ts";
import { mergeEntries, STATUSES } from "./list-entries.ts";
import { defaultOrder, type EntryFilter, pickEntries, SORT_NAMES } from "./pick-entries.ts";
import { type ShowDeps, type ShownEntry, showEntry, type UnknownEntry } from "./show-entry.ts";

const word = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, description }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

const Question = Type.Object(
  {
    q: word("Only entries with this in their name, display name or description, in capitals or not."),
    entity_type: Type.Optional(Type.Enum([...ENTITY_TYPES])),
    tag: word("Only entries with this tag."),
    status: Type.Optional(Type.Enum([...STATUSES])),
    contact: word("Only entries of this person or team."),
    source: word("Only entries whose schema comes from here."),
    declared: flag("Only entries with a schema, or only those without."),
    seen: flag("Only entries with events in the last 30 days, or only those without."),
    violations: flag("Only events that were not always as declared in the last 30 days, or only the others."),
    sort: Type.Optional(Type.Enum([...SORT_NAMES], { default: "volume" })),
    order: Type.Optional(
      Type.Enum(["asc", "desc"], {
        description: "Default: names from A on, all else from the largest down.",
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    page: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4000, description: "`next` of the page before." }),
    ),
  },
  closed,
);

const toFilter = (query: Static<typeof Question>): EntryFilter => ({
  q: query.q,
  entityType: query.entity_type,
  tag: query.tag,
  status: query.status,
  contact: query.contact,
  source: query.source,
  isDeclared: query.declared,
  isSeen: query.seen,
  hasViolations: query.violations,
});

/** The dictionary as people look at it. */
export const pageRoutes = (deps: ShowDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/dictionary",
    access: "dictionary:read",
    tag,
    summary: "List what is declared and what arrives",
    description:
      "Entries with a schema, and events without one that have an event of the last 30 days by its own time. Older ones are still in reports and exports.",
    query: Question,
    handle: async ({ scope, query }) => {
      const { sort = "volume", order = defaultOrder(sort), limit = 100, page: after } = query;
      const entries = await mergeEntries(deps, scope.projectId);
      return pickEntries(entries, toFilter(query), { sort, order, limit, after });
    },
  }).answers({
    schema: Type.Object({
      entries: Type.Array(LineView),
      total: Type.Integer({ description: "How many there are on all pages." }),
      next: nullable(Type.String()),
    }),
    view: ({ items, total, next }) => ({ entries: items.map(toLine), total, next }),
    failures: pageInvalid,
    example: { answer: { entries: [exampleLine], total: 1, next: null } },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/dictionary/:entityType/:name",
    access: "dictionary:read",
    tag,
    summary: "Show an entry with its properties",
    description:
      "Properties that are declared, and those that events of the last 30 days have: types and samples as they arrived.",
    handle: async ({ scope, params }): Promise<Result<ShownEntry, InvalidRef | UnknownEntry>> => {
      const ref = checkRef(params.entityType, params.name);
      return ref.ok ? showEntry(deps, scope.projectId, ref.value) : ref;
    },
  }).answers({
    schema: ShownView,
    view: toShown,
    failures: { ...invalidRef, entry_not_found: unknownEntry },
    example: { answer: exampleShown },
  }),
];
