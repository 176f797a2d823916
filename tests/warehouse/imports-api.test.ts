import { afterAll, beforeAll, expect, test } from "vitest";
import { exportLines, waitUntilLoaded } from "../support/events.ts";
import type { TestServer } from "../support/test-server.ts";
import { type OrdersServer, refused, startOrdersServer } from "./support/orders-server.ts";
import type { PostgresWarehouse } from "./support/postgres-source.ts";
import {
  createImport,
  createSource,
  IMPORTS,
  results,
  runImport,
  startWarehouseServer,
} from "./support/warehouse.ts";

let orders: OrdersServer;
let server: TestServer;
let warehouse: PostgresWarehouse;
let sourceId: number;
beforeAll(async () => {
  orders = await startOrdersServer();
  ({ server, warehouse, sourceId } = orders);
});
afterAll(() => orders.close());

test("the record has every field, as it was sent or null", async () => {
  const made = await results<Record<string, unknown>>(
    orders.create({ user_column_name: "who", property_mappings: { data: "info" } }),
  );
  expect(made).toMatchObject({
    warehouse_source_id: sourceId,
    table_params: { schema: "public", table: "orders" },
    ...{ paused: false, last_dispatch: 0, is_deleted: false, event_name: "Order", event_column_name: null },
    ...{
      time_column_name: "at",
      user_column_name: "who",
      insert_time_column_name: null,
      property_mappings: { data: "info" },
    },
    ...{ group_key: null, group_id_column: null, databricks_params: null, run_every: 0, state: "IDLE" },
  });
  for (const name of ["id", "creator_id"]) expect(made[name]).toBeTypeOf("number");
  for (const name of ["created", "creator_name", "creator_email"]) expect(made[name]).toBeTypeOf("string");
  expect((made.warnings as { code: string }[]).map(({ code }) => code)).toEqual([
    "type_unsupported",
    "unencrypted",
  ]);
});

test.each<[string, Record<string, unknown>, string, string | undefined]>([
  ["another type of import", { import_type: "people" }, "invalid_field", "import_type"],
  ["a source that is not there", { warehouse_source_id: 99 }, "unknown_source", "warehouse_source_id"],
  ["a source id of text", { warehouse_source_id: "1" }, "invalid_field", "warehouse_source_id"],
  ["no table", { table_params: {} }, "missing_field", "table_params.table"],
  ["a table that is not there", { table_params: { table: "nothing" } }, "table_missing", "table_params"],
  [
    "SQL for a table",
    { table_params: { table: "orders; drop table orders" } },
    "table_missing",
    "table_params",
  ],
  ["a table of text", { table_params: "orders" }, "invalid_field", "table_params"],
  [
    "a place nobody knows",
    { table_params: { table: "orders", shard: "1" } },
    "invalid_field",
    "table_params.shard",
  ],
  ["no time column", { time_column_name: undefined }, "missing_field", "time_column_name"],
  ["a time column that is not there", { time_column_name: "nope" }, "column_missing", "time_column_name"],
  ["a time column of flags", { time_column_name: "flag" }, "column_type", "time_column_name"],
  [
    "a nullable time in full sync",
    { time_column_name: "written", sync_mode: "full_sync" },
    "time_column_nullable",
    "time_column_name",
  ],
  ["an unknown mode", { sync_mode: "sometimes" }, "invalid_field", "sync_mode"],
  ["a frequency of a minute", { run_every: 60_000_000_000 }, "invalid_field", "run_every"],
  ["a frequency of text", { run_every: "0" }, "invalid_field", "run_every"],
  [
    "a one-time import every hour",
    { sync_mode: "one_time", run_every: 3_600_000_000_000 },
    "run_every_not_allowed",
    "run_every",
  ],
  ["two ways to name events", { event_column_name: "who" }, "event_name_ambiguous", "event_name"],
  [
    "a text cursor",
    { sync_mode: "time_based", insert_time_column_name: "at_text" },
    "column_type",
    "insert_time_column_name",
  ],
  [
    "a reserved property",
    { property_mappings: { who: "$source" } },
    "reserved_property",
    "property_mappings.who",
  ],
  [
    "two columns for one property",
    { property_mappings: { who: "x", data: "x" } },
    "duplicate_target",
    "property_mappings.data",
  ],
  [
    "a mapped column that is not there",
    { property_mappings: { nope: "x" } },
    "column_missing",
    "property_mappings.nope",
  ],
  [
    "a window the wrong way round",
    { sync_window: { from: "2026-02-01", to: "2026-01-01" } },
    "invalid_field",
    "sync_window",
  ],
  [
    "a window from a day that there is not",
    { sync_window: { from: "2026-02-31" } },
    "invalid_field",
    "sync_window",
  ],
  ["a window from the year 0", { sync_window: { from: "0000-01-01" } }, "invalid_field", "sync_window"],
  [
    "databricks parameters for Postgres",
    { databricks_params: { export_cluster_config: { num_workers: 1 } } },
    "databricks_only",
    "databricks_params",
  ],
  [
    "a wrong databricks parameter",
    { databricks_params: { export_cluster_config: { num_workers: -1 } } },
    "invalid_field",
    "databricks_params.export_cluster_config.num_workers",
  ],
  [
    "an unknown databricks parameter",
    { databricks_params: { export_cluster_config: { workers: 1 } } },
    "invalid_field",
    "databricks_params.export_cluster_config.workers",
  ],
  ["a column name that we use", { table_params: { table: "bad_column" } }, "reserved_column", "table_params"],
  ["a history table", { table_type: "history" }, "not_built_yet", "table_type"],
])("%s is refused, and nothing is made", async (_, more, type, field) => {
  const before = (await results<unknown[]>(server.call("GET", IMPORTS))).length;
  expect(refused(await orders.create(more))).toEqual({ status: 400, type, field });
  expect(await results<unknown[]>(server.call("GET", IMPORTS))).toHaveLength(before);
});

test("a body that is no object is refused", async () => {
  for (const sent of ["[]", '"x"', "null", "1"]) {
    const answer = await server.call("POST", `${IMPORTS}/event-stream`, { body: sent });
    expect(answer.status).toBe(400);
  }
});

test("a project with a company key needs the company's column", async () => {
  const project = (await server.call("POST", "organizations/1/projects", { body: { name: "B2B" } })).body
    .results;
  const base = `projects/${project.id}`;
  await server.call("POST", `${base}/group-keys`, {
    body: { property_name: "company", is_company_key: true },
  });
  const source = await results<{ id: number }>(
    server.call("POST", `${base}/warehouse-sources/sources`, { body: warehouse.source }),
  );
  const path = `${base}/warehouse-sources/imports/event-stream`;
  const given = { ...orders.body(), warehouse_source_id: source.id };
  expect(refused(await server.call("POST", path, { body: given }))).toEqual({
    status: 400,
    type: "company_column_required",
    field: "company_column_name",
  });
  await results(server.call("POST", path, { body: { ...given, company_column_name: "who" } }));
});

test("paused, it does not run; what cannot be changed is named", async () => {
  const { id } = await createImport(server, orders.body());
  const path = `${IMPORTS}/${id}`;
  expect(await results(server.call("PATCH", path, { body: { paused: true } }))).toMatchObject({
    paused: true,
    state: "PAUSED",
  });
  expect(refused(await server.call("PUT", `${path}/manual-sync`))).toMatchObject({
    status: 409,
    type: "import_paused",
  });
  const hourly = { paused: false, run_every: 3_600_000_000_000 };
  expect(await results(server.call("PATCH", path, { body: hourly }))).toMatchObject(hourly);
  expect(refused(await server.call("PATCH", path, { body: { sync_mode: "one_time" } }))).toMatchObject({
    type: "field_immutable",
    field: "sync_mode",
  });
  expect(refused(await server.call("PATCH", path, { body: { paused: "yes" } }))).toMatchObject({
    type: "invalid_field",
    field: "paused",
  });
  expect(refused(await server.call("PATCH", path, { body: { run_every: 5 } }))).toMatchObject({
    type: "invalid_field",
    field: "run_every",
  });
});

test("ids that are none, or nobody's, are told apart", async () => {
  expect((await server.call("GET", `${IMPORTS}/abc`)).status).toBe(400);
  expect(refused(await server.call("GET", `${IMPORTS}/999`))).toMatchObject({
    status: 404,
    type: "import_not_found",
  });
  expect((await server.call("GET", "projects/999/warehouse-sources/imports")).status).toBe(403);
  const { id } = await createImport(server, orders.body());
  expect(refused(await server.call("GET", `${IMPORTS}/${id}/runs/nothing`))).toMatchObject({
    status: 404,
    type: "run_not_found",
  });
});

test("a preview shows events, an estimate what a run would meet; neither writes anything", async () => {
  const { rows } = await results<{
    rows: { result: { event: string; properties: Record<string, unknown> } }[];
  }>(server.call("POST", `${IMPORTS}/preview`, { body: orders.body({ user_column_name: "who", limit: 5 }) }));
  expect(rows[0]?.result).toMatchObject({
    event: "Order",
    properties: { time: Date.UTC(2026, 0, 1), $user_id: "ana", id: 1 },
  });
  const estimate = await results(
    server.call("POST", `${IMPORTS}/estimate`, { body: orders.body({ user_column_name: "who" }) }),
  );
  expect(estimate).toMatchObject({ rows: 1, nulls: { at: 0, who: 0 } });
});

test.each([
  ["preview", { limit: 0 }, "limit", "from 1 to 50"],
  ["preview", { limit: 51 }, "limit", "from 1 to 50"],
  ["preview", { limit: "5" }, "limit", "from 1 to 50"],
  ["preview", { import_type: "events" }, "import_type", "event_stream, people, groups, lookup_table"],
  ["estimate", { import_type: 7 }, "import_type", "event_stream, people, groups, lookup_table"],
])("a %s of %o is refused, and told what is right", async (path, more, field, remedy) => {
  const answer = await server.call("POST", `${IMPORTS}/${path}`, { body: orders.body(more) });
  expect(refused(answer)).toEqual({ status: 400, type: "invalid_field", field });
  expect(answer.body.error).toContain(remedy);
});

test("an estimate tells times as all answers do, and counts rows without an insert time", async () => {
  await warehouse.run(
    "create table timed (at timestamptz not null, bare timestamp, seconds bigint, written timestamptz)",
  );
  await warehouse.run(`insert into timed values ('2026-01-01 01:00+01', '2026-01-01', 1767225600, null),
    ('2026-01-31 12:00:00.5+00', '2026-01-31 12:00:00.5', 1769860800, now())`);
  const estimate = (time_column_name: string) =>
    results(
      server.call("POST", `${IMPORTS}/estimate`, {
        body: orders.body({
          ...{ table_params: { table: "timed" }, sync_mode: "time_based" },
          ...{ time_column_name, insert_time_column_name: "written" },
        }),
      }),
    );
  const [from, to] = ["2026-01-01T00:00:00.000Z", "2026-01-31T12:00:00.500Z"];
  expect(await estimate("at")).toMatchObject({ rows: 2, from, to, nulls: { at: 0, written: 1 } });
  expect(await estimate("bare")).toMatchObject({ from, to });
  expect(await estimate("seconds")).toMatchObject({ from, to: "2026-01-31T12:00:00.000Z" });
});

test("what an import has brought is counted, with the times it spans", async () => {
  const { id } = await createImport(server, orders.body());
  const stored = () => results(server.call("GET", `${IMPORTS}/${id}/stored`));
  expect(await stored()).toEqual({ events: 0, from: null, to: null });
  await runImport(server, id);
  await waitUntilLoaded(server);
  const at = "2026-01-01T00:00:00.000Z";
  expect(await stored()).toEqual({ events: 1, from: at, to: at });
  // Not all there is: imports of other tests may run meanwhile.
  const importsOfEvents = async () =>
    (await exportLines(server)).map((line) => String(JSON.parse(line).properties.$warehouse_import_id));
  expect(await importsOfEvents()).toContain(String(id));
  await results(server.call("DELETE", `${IMPORTS}/${id}`));
  expect(refused(await server.call("DELETE", `${IMPORTS}/${id}`))).toMatchObject({ status: 404 });
  // What stayed can be asked to go later.
  await results(server.call("DELETE", `${IMPORTS}/${id}?delete_data=true`));
  await waitUntilLoaded(server);
  expect(await importsOfEvents()).not.toContain(String(id));
});

test("an import can be started by hand so many times in an hour, and is told when to come again", async () => {
  const strict = await startWarehouseServer({ config: { WAREHOUSE_SYNCS_PER_HOUR: 2 } });
  const source = await createSource(strict, warehouse.source);
  const { id } = await createImport(strict, { ...orders.body(), warehouse_source_id: source.id });
  await runImport(strict, id);
  await runImport(strict, id);
  const answer = await strict.call("PUT", `${IMPORTS}/${id}/manual-sync`);
  expect(refused(answer)).toMatchObject({ status: 429, type: "too_many_syncs" });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3000);
  await strict.close();
});
