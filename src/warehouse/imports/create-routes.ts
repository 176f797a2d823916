import { type TObject, Type } from "typebox";
import { nullable, type Route, route } from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { WarehouseDeps } from "../deps.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { runsStore } from "../sync/runs-store.ts";
import { isEnded } from "../sync/states.ts";
import { type ImportKind, RUN_EVERY, SYNC_MODES, type WarehouseImport } from "../types.ts";
import { refusalAnswers as failures } from "../wire.ts";
import { createImport } from "./create-import.ts";
import { eventStreamBody, importExample } from "./examples.ts";
import { ImportView, type ImportWithRuns, toImportView } from "./view.ts";

export const tag = "Warehouse imports";
export const importsPath = "/projects/:projectId/warehouse-sources/imports" as const;
export const importPath = `${importsPath}/:importId` as const;

const column = (description: string) => Type.Optional(nullable(Type.String({ description })));
const Common = {
  warehouse_source_id: Type.Integer(),
  table_params: Type.Object(
    {},
    { additionalProperties: true, description: "Where the table is, as its warehouse says it." },
  ),
  sync_mode: Type.Enum([...SYNC_MODES]),
  run_every: Type.Optional(
    Type.Union(
      RUN_EVERY.map((value) => Type.Literal(value)),
      { description: "Nanoseconds: 0 on demand, hourly, daily or weekly. No other value." },
    ),
  ),
  property_mappings: Type.Optional(
    nullable(Type.Record(Type.String(), Type.String(), { description: "Column → property it becomes." })),
  ),
  json_properties_column_name: column("Column of JSON objects whose keys become properties."),
  insert_time_column_name: column("Column that says when a row was written."),
  databricks_params: Type.Optional(nullable(Type.Object({}, { additionalProperties: true }))),
  excluded_columns: Type.Optional(Type.Array(Type.String())),
  primary_key_columns: Type.Optional(Type.Array(Type.String())),
  lookback_seconds: Type.Optional(Type.Integer()),
  sync_window: Type.Optional(
    nullable(
      Type.Object(
        {},
        { additionalProperties: true, description: "`from` and `to`: to try one month first." },
      ),
    ),
  ),
};

/** The schemas are for the document; the room checks bodies itself, to say what to do about them. */
const BODIES: Record<ImportKind, TObject> = {
  event_stream: Type.Object({
    import_type: Type.Literal("event_stream"),
    time_column_name: Type.String(),
    event_name: Type.Optional(Type.String()),
    event_column_name: Type.Optional(Type.String()),
    user_column_name: column("Column of user ids."),
    company_column_name: column("Column of companies; required in projects that have a company key."),
    device_column_name: column("Column of device ids."),
    ...Common,
  }),
  people: Type.Object({ import_type: Type.Literal("people"), user_column_name: Type.String(), ...Common }),
  groups: Type.Object({
    import_type: Type.Literal("groups"),
    group_key: Type.String(),
    group_id_column: Type.String(),
    ...Common,
  }),
  lookup_table: Type.Object({
    import_type: Type.Literal("lookup_table"),
    property_key_column_name: Type.String(),
    service_property: Type.Object({ value: Type.String(), resourceType: Type.Enum(["event", "user"]) }),
    ...Common,
  }),
};

const EXAMPLES: Record<ImportKind, Record<string, unknown>> = {
  event_stream: eventStreamBody,
  people: {
    import_type: "people",
    warehouse_source_id: 1,
    table_params: { table: "customers" },
    sync_mode: "full_sync",
    user_column_name: "id",
    run_every: 86_400_000_000_000,
  },
  groups: {
    import_type: "groups",
    warehouse_source_id: 1,
    table_params: { table: "companies" },
    sync_mode: "full_sync",
    group_key: "company",
    group_id_column: "id",
  },
  lookup_table: {
    import_type: "lookup_table",
    warehouse_source_id: 1,
    table_params: { table: "products" },
    sync_mode: "full_sync",
    property_key_column_name: "sku",
    service_property: { value: "sku", resourceType: "event" },
  },
};

export const asObject = (body: unknown): Result<Record<string, unknown>, Refusal> =>
  typeof body === "object" && body !== null && !Array.isArray(body)
    ? ok(body as Record<string, unknown>)
    : fail(refusal("invalid_field", "The body must be a JSON object."));

/** An import with what its runs say of it. */
export async function withRuns(
  deps: WarehouseDeps,
  imports: readonly WarehouseImport[],
): Promise<ImportWithRuns[]> {
  const last = await runsStore(deps.db).last(imports.map(({ id }) => id));
  const nowMs = deps.clock.now();
  return imports.map((one) => {
    const run = last.get(one.id);
    return { import: one, last: run, isRunning: run !== undefined && !isEnded(run.state), nowMs };
  });
}

export async function withRun(deps: WarehouseDeps, one: WarehouseImport): Promise<ImportWithRuns> {
  const [found] = await withRuns(deps, [one]);
  return found ?? { import: one, last: undefined, isRunning: false, nowMs: deps.clock.now() };
}

const create = <const Path extends string>(
  deps: WarehouseDeps,
  kind: ImportKind,
  path: Path,
  summary: string,
  description: string,
): Route =>
  route({
    method: "POST",
    path: `${importsPath}/${path}` as typeof importsPath,
    access: "warehouse:write",
    tag,
    summary,
    description,
    body: BODIES[kind],
    bodyCheck: "handler",
    bodyMaxBytes: 1_048_576,
    handle: async ({ scope, body }) => {
      const given = asObject(body);
      if (!given.ok) return given;
      const created = await createImport(deps, scope, kind, given.value);
      return created.ok ? ok(await withRun(deps, created.value)) : created;
    },
  }).answers({
    schema: ImportView,
    view: toImportView,
    failures,
    example: { body: EXAMPLES[kind], answer: { ...importExample, import_type: kind } },
  });

export const createImportRoutes = (deps: WarehouseDeps): Route[] => [
  create(
    deps,
    "event_stream",
    "event-stream",
    "Create an event stream import",
    "Rows of a table become events. With `run_every` 0 it runs only when it is triggered with manual-sync.",
  ),
  create(
    deps,
    "people",
    "people",
    "Create an import of user profiles",
    "One row is one user; its other columns are properties.",
  ),
  create(
    deps,
    "groups",
    "groups",
    "Create an import of group profiles",
    "One row is one group of the group key.",
  ),
  create(
    deps,
    "lookup_table",
    "lookup-table",
    "Create an import of a lookup table",
    "The table's rows say more about a property's values; every run replaces all of them, or nothing.",
  ),
];
