import { Type } from "typebox";
import { closed, nullable, type Route, route } from "../../http/index.ts";
import { fail, ok } from "../../platform/result.ts";
import type { WarehouseDeps } from "../deps.ts";
import { importsStore } from "../imports/imports-store.ts";
import type { WarehouseSource } from "../types.ts";
import { refusalAnswers as failures } from "../wire.ts";
import { changeSource, createSource, deleteSource, unknownSource } from "./change-sources.ts";
import { listCatalog, listColumns, listRows, testDraft, testSaved } from "./look-into-source.ts";
import { sourcesStore } from "./sources-store.ts";
import { SourceView, sourceExample, TestView, testExample, toSourceView } from "./view.ts";

const tag = "Warehouse sources";
const base = "/projects/:projectId/warehouse-sources/sources" as const;
const CATALOG_MAX = 1000;
const ROWS_SHOWN = 20;

const Body = Type.Object(
  {
    warehouse_type: Type.Optional(Type.String({ description: "The kind of warehouse: `postgres` …" })),
    source_name: Type.Optional(Type.String({ description: "A name people know it by." })),
  },
  {
    description: "The connection's own keys stand beside these, as the kind of warehouse has them.",
    additionalProperties: true,
  },
);
const exampleBody = {
  warehouse_type: "postgres",
  source_name: "Orders database",
  host: "db.example.com",
  database: "shop",
  username: "reader",
  password: "…",
};

const CatalogView = Type.Array(
  Type.Object({
    table_params: Type.Record(Type.String(), Type.String()),
    kind: Type.Enum(["table", "view"]),
    rows_estimate: nullable(Type.Integer()),
  }),
);
const ColumnsView = Type.Object({
  table_params: Type.Record(Type.String(), Type.String()),
  key: Type.Array(Type.String(), { description: "Columns that name a row; empty when none do." }),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String({ description: "As the warehouse calls it." }),
      mapped_type: Type.String({ description: "What its values become." }),
      nullable: Type.Boolean(),
      comment: nullable(Type.String()),
    }),
  ),
});

export const sourceRoutes = (deps: WarehouseDeps): Route[] => {
  const counted = async (source: WarehouseSource) => ({
    source,
    imports: (await importsStore(deps.db).ofSource(source.id)).length,
  });
  return [
    route({
      method: "POST",
      path: base,
      access: "warehouse:write",
      tag,
      summary: "Create a warehouse source",
      description: "Saves a connection; its secrets are sealed. It need not work yet: test it with `/test`.",
      body: Body,
      handle: async ({ scope, body }) => {
        const created = await createSource(deps, scope, body);
        return created.ok ? ok(await counted(created.value)) : created;
      },
    }).answers({
      schema: SourceView,
      view: toSourceView,
      failures,
      example: { body: exampleBody, answer: sourceExample },
    }),
    route({
      method: "GET",
      path: base,
      access: "warehouse:read",
      tag,
      summary: "List warehouse sources",
      handle: async ({ scope }) => {
        const sources = await sourcesStore(deps.db).list(scope.projectId);
        return ok(await Promise.all(sources.map(counted)));
      },
    }).answers({
      schema: Type.Array(SourceView),
      view: (sources) =>
        sources.map((source) => {
          const { connection: _, ...view } = toSourceView(source);
          return view;
        }),
      failures: {},
      example: { answer: [sourceExample] },
    }),
    route({
      method: "POST",
      path: `${base}/test`,
      access: "warehouse:write",
      tag,
      summary: "Test a connection without saving it",
      description: "Answers 200 whatever comes of it: `ok` and the steps say how far it got, and what to do.",
      body: Body,
      handle: ({ body }) => testDraft(deps, body),
    }).answers({
      schema: TestView,
      view: (report) => report,
      failures,
      example: { body: exampleBody, answer: testExample },
    }),
    route({
      method: "GET",
      path: `${base}/:sourceId`,
      access: "warehouse:read",
      tag,
      summary: "Look at a warehouse source",
      handle: async ({ scope, params }) => {
        const source = await sourcesStore(deps.db).find(scope.projectId, params.sourceId);
        return source === undefined ? fail(unknownSource()) : ok(await counted(source));
      },
    }).answers({ schema: SourceView, view: toSourceView, failures, example: { answer: sourceExample } }),
    route({
      method: "PATCH",
      path: `${base}/:sourceId`,
      access: "warehouse:write",
      tag,
      summary: "Change a warehouse source",
      description:
        "What is left out stays; `null` clears. With another host, database or user the secrets have to be sent again.",
      body: Body,
      handle: async ({ scope, params, body }) => {
        const changed = await changeSource(deps, scope, params.sourceId, body);
        return changed.ok ? ok(await counted(changed.value)) : changed;
      },
    }).answers({
      schema: SourceView,
      view: toSourceView,
      failures,
      example: { body: { password: "…" }, answer: sourceExample },
    }),
    route({
      method: "DELETE",
      path: `${base}/:sourceId`,
      access: "warehouse:write",
      tag,
      summary: "Delete a warehouse source",
      query: Type.Object(
        { force: Type.Optional(Type.Boolean({ description: "Its imports go with it." })) },
        closed,
      ),
      handle: ({ scope, params, query }) => deleteSource(deps, scope, params.sourceId, query.force ?? false),
    }).answers({ view: () => undefined, failures }),
    route({
      method: "POST",
      path: `${base}/:sourceId/test`,
      access: "warehouse:write",
      tag,
      summary: "Test a warehouse source",
      handle: ({ scope, params }) => testSaved(deps, scope, params.sourceId),
    }).answers({ schema: TestView, view: (report) => report, failures, example: { answer: testExample } }),
    route({
      method: "GET",
      path: `${base}/:sourceId/catalog`,
      access: "warehouse:write",
      tag,
      summary: "List the tables and views of a source",
      query: Type.Object(
        {
          search: Type.Optional(Type.String({ maxLength: 255 })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: CATALOG_MAX, default: 200 })),
        },
        closed,
      ),
      handle: ({ scope, params, query: { search = "", limit = 200 } }) =>
        listCatalog(deps, scope, params.sourceId, { search, limit }),
    }).answers({
      schema: CatalogView,
      view: (tables) =>
        tables.map(({ table, kind, rowsEstimate }) => ({
          table_params: table,
          kind,
          rows_estimate: rowsEstimate,
        })),
      failures,
      example: {
        answer: [{ table_params: { schema: "public", table: "orders" }, kind: "table", rows_estimate: 1200 }],
      },
    }),
    route({
      method: "GET",
      path: `${base}/:sourceId/columns`,
      access: "warehouse:write",
      tag,
      summary: "List the columns of a table",
      description: "The table is named in the query as in `table_params`: `?schema=public&table=orders`.",
      query: Type.Record(Type.String(), Type.String()),
      handle: ({ scope, params, query }) => listColumns(deps, scope, params.sourceId, query),
    }).answers({
      schema: ColumnsView,
      view: ({ table, described }) => ({
        table_params: table,
        key: [...described.key],
        columns: described.columns.map((column) => ({
          name: column.name,
          type: column.nativeType,
          mapped_type: column.family,
          nullable: column.nullable,
          comment: column.comment ?? null,
        })),
      }),
      failures,
      example: {
        answer: {
          table_params: { schema: "public", table: "orders" },
          key: ["id"],
          columns: [{ name: "id", type: "bigint", mapped_type: "integer", nullable: false, comment: null }],
        },
      },
    }),
    route({
      method: "GET",
      path: `${base}/:sourceId/rows`,
      access: "warehouse:write",
      tag,
      summary: "Look at the first rows of a table",
      description: `${ROWS_SHOWN} rows as they are. The table is named in the query as for its columns.`,
      query: Type.Record(Type.String(), Type.String()),
      handle: ({ scope, params, query }) => listRows(deps, scope, params.sourceId, query, ROWS_SHOWN),
    }).answers({
      schema: Type.Array(Type.Record(Type.String(), Type.Unknown())),
      view: (rows) => rows,
      failures,
      example: { answer: [{ id: 1, ordered_at: "2026-01-31T12:00:00Z", customer_id: "c-17" }] },
    }),
  ];
};
