import { type Static, Type } from "typebox";
import type { EventStore } from "../../events/index.ts";
import { closed, label, moment, type Route, route } from "../../http/index.ts";
import type { ProjectScope } from "../../platform/access/index.ts";
import { ok } from "../../platform/result.ts";
import { createTable, deleteTable, mapTable } from "./change-tables.ts";
import { type DescribedTable, describeTables } from "./describe-tables.ts";
import type { LookupFrames } from "./frames.ts";
import type { LookupTablesStore } from "./tables-store.ts";
import type { Turns } from "./turns.ts";
import { SUBJECTS } from "./types.ts";

export type LookupTableDeps = {
  tables: LookupTablesStore;
  /** The same, with a line in the audit log for each change. */
  changing(scope: ProjectScope): LookupTablesStore;
  store: Pick<EventStore, "lookupTables">;
  frames: LookupFrames;
  turns: Turns;
  newId: () => string;
};

const MAPPINGS_MAX = 100;

const MappingView = Type.Object(
  {
    subject: Type.Enum([...SUBJECTS], {
      description: "Whose property it is: the event's or its user's profile's.",
    }),
    property: label("Name of the property whose value is the key."),
  },
  closed,
);
const View = Type.Object({
  id: Type.String({ description: "As in `PUT /lookup-tables/{id}`." }),
  name: Type.String(),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.Enum(["string", "number", "boolean", "list"]),
    }),
    { description: "The first is the key. Empty until the first upload." },
  ),
  rows: Type.Integer(),
  mappings: Type.Array(MappingView),
  created_at: moment(),
});

const TYPES = { varchar: "string", double: "number", boolean: "boolean", json: "list" } as const;

const toView = ({ id, name, columns, rows, mappings, createdAt }: DescribedTable): Static<typeof View> => ({
  id,
  name,
  columns: columns.map(({ name, type }) => ({ name, type: TYPES[type] })),
  rows,
  mappings,
  created_at: createdAt.toISOString(),
});

const tag = "Lookup tables";
const example = {
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  name: "Products",
  columns: [
    { name: "sku", type: "string" as const },
    { name: "category", type: "string" as const },
    { name: "price", type: "number" as const },
  ],
  rows: 2,
  mappings: [{ subject: "event" as const, property: "sku" }],
  created_at: "2026-01-31T12:00:00.000Z",
};
const unknownTable = { status: 404, say: "There is no such lookup table in this project." } as const;

export const lookupTableRoutes = (deps: LookupTableDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/lookup-tables",
    access: "lookup-tables:read",
    tag,
    summary: "List a project's lookup tables",
    handle: async ({ scope }) => ok(await describeTables(deps, scope.projectId)),
  }).answers({
    schema: Type.Array(View),
    view: (tables) => tables.map(toView),
    failures: {},
    example: { answer: [example] },
  }),
  route({
    method: "POST",
    path: "/projects/:projectId/lookup-tables",
    access: "lookup-tables:write",
    tag,
    summary: "Create a lookup table",
    description: "It has no rows until a CSV file is sent to `PUT /lookup-tables/{id}`.",
    body: Type.Object({ name: label("Name people see, once in a project.") }, closed),
    handle: ({ scope, body }) =>
      createTable({ ...deps, tables: deps.changing(scope) }, scope.projectId, body.name),
  }).answers({
    schema: View,
    status: 201,
    view: (table) => toView({ ...table, columns: [], rows: 0 }),
    failures: {
      name_taken: {
        status: 409,
        say: ({ name }) => `name: there is a lookup table called '${name}' already.`,
        field: "name",
      },
      too_many_tables: { status: 409, say: ({ most }) => `A project has at most ${most} lookup tables.` },
    },
    example: { body: { name: "Products" }, answer: { ...example, columns: [], rows: 0, mappings: [] } },
  }),
  route({
    method: "PUT",
    path: "/projects/:projectId/lookup-tables/:table/mappings",
    access: "lookup-tables:write",
    tag,
    summary: "Say which properties are looked up in a table",
    description:
      "Takes the place of the table's mappings. A property is looked up in one table at most. Values are compared with the keys as text; each item of a list is looked up.",
    body: Type.Object({ mappings: Type.Array(MappingView, { maxItems: MAPPINGS_MAX }) }, closed),
    handle: ({ scope, params, body }) =>
      mapTable(deps.changing(scope), scope.projectId, params.table.toLowerCase(), body.mappings),
  }).answers({
    schema: Type.Array(MappingView),
    view: ({ mappings }) => mappings,
    failures: {
      table_not_found: unknownTable,
      property_mapped: {
        status: 409,
        say: ({ property }) =>
          `mappings: '${property}' is looked up in another table already; unmap it there first.`,
        field: "mappings",
      },
      property_unfit: {
        status: 400,
        say: ({ property }) => `mappings: '${property}' names persons, who cannot be looked up.`,
        field: "mappings",
      },
    },
    example: { body: { mappings: example.mappings }, answer: example.mappings },
  }),
  route({
    method: "DELETE",
    path: "/projects/:projectId/lookup-tables/:table",
    access: "lookup-tables:write",
    tag,
    summary: "Delete a lookup table",
    description: "Its rows and mappings go with it; events keep their own properties.",
    handle: ({ scope, params }) =>
      deleteTable({ ...deps, tables: deps.changing(scope) }, scope.projectId, params.table.toLowerCase()),
  }).answers({
    view: () => undefined,
    failures: {
      table_not_found: unknownTable,
      not_accepted: {
        status: 503,
        say: "Nothing was deleted: the journal takes nothing at the moment. Try again.",
      },
    },
  }),
];
