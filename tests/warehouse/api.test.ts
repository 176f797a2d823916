import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportLines, waitUntilLoaded } from "../support/events.ts";
import type { Answer, TestServer } from "../support/test-server.ts";
import { type PostgresWarehouse, startPostgresWarehouse } from "./support/postgres-source.ts";
import {
  createImport,
  createSource,
  IMPORTS,
  results,
  runImport,
  SOURCES,
  startWarehouseServer,
} from "./support/warehouse.ts";

let server: TestServer;
let warehouse: PostgresWarehouse;
let sourceId: number;
beforeAll(async () => {
  server = await startWarehouseServer();
  warehouse = await startPostgresWarehouse();
  await warehouse.run(`create table orders (id int primary key, at timestamptz not null, written timestamptz, who text,
    flag boolean, data jsonb, "odd ""name"" '; drop table orders; --" text, at_text text, shape xml)`);
  await warehouse.run("insert into orders (id, at, who) values (1, '2026-01-01', 'ana')");
  await warehouse.run("create table bad_column (_wh_row_key text, at timestamptz not null)");
  sourceId = (await createSource(server, { ...warehouse.source, source_name: "Main" })).id;
});
afterAll(async () => {
  await server.close();
  await warehouse.close();
});

const refused = (answer: Answer) => ({
  status: answer.status,
  type: answer.body.type,
  field: answer.body.field,
});
const body = (more: Record<string, unknown> = {}) => ({
  ...{
    import_type: "event_stream",
    warehouse_source_id: sourceId,
    table_params: { table: "orders" },
    run_every: 0,
  },
  ...{ time_column_name: "at", sync_mode: "mirror_mode", event_name: "Order", ...more },
});
const create = (more: Record<string, unknown>) =>
  server.call("POST", `${IMPORTS}/event-stream`, { body: body(more) });

describe("sources", () => {
  test("a secret is sealed: no answer, no row of the database and no audit line holds it", async () => {
    const secret = String(warehouse.source.password ?? "") || "none";
    const answers = [
      await server.call("GET", SOURCES),
      await server.call("GET", `${SOURCES}/${sourceId}`),
      await server.call("GET", "projects/1/audit-log"),
    ];
    for (const { body: told } of answers) expect(JSON.stringify(told)).not.toContain(secret);
    expect(answers[1]?.body.results).toMatchObject({
      secrets_set: { password: true },
      connection: { ssl_mode: "prefer" },
    });
    expect(answers[0]?.body.results[0]).not.toHaveProperty("connection");
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ["no kind", {}, "missing_field", "warehouse_type"],
    ["an unknown kind", { warehouse_type: "oracle" }, "unknown_warehouse_type", "warehouse_type"],
    ["a kind that is not built", { warehouse_type: "snowflake" }, "not_built_yet", "warehouse_type"],
    ["no host", { warehouse_type: "postgres", database: "x", username: "y" }, "missing_field", "host"],
    [
      "a port of text",
      { warehouse_type: "postgres", host: "h", database: "d", username: "u", port: "5432" },
      "invalid_field",
      "port",
    ],
    [
      "an unknown ssl_mode",
      { warehouse_type: "postgres", host: "h", database: "d", username: "u", ssl_mode: "maybe" },
      "invalid_field",
      "ssl_mode",
    ],
    [
      "a key nobody knows",
      { warehouse_type: "postgres", host: "h", database: "d", username: "u", hots: "x" },
      "invalid_field",
      "hots",
    ],
    [
      "a metadata address",
      { warehouse_type: "postgres", host: "169.254.169.254", database: "d", username: "u" },
      "host_not_allowed",
      "host",
    ],
    [
      "a name that is taken",
      { warehouse_type: "postgres", host: "127.0.0.1", database: "d", username: "u", source_name: "Main" },
      "duplicate_name",
      "source_name",
    ],
  ])("%s is refused", async (_, given, type, field) => {
    expect(refused(await server.call("POST", SOURCES, { body: given }))).toEqual({
      status: 400,
      type,
      field,
    });
  });

  test("values may come in params; aliases of a table's name are understood", async () => {
    const { warehouse_type, ...params } = warehouse.source;
    const source = await createSource(server, { warehouse_type, source_name: "By params", params });
    const { columns, key } = await results<{ columns: { name: string }[]; key: string[] }>(
      server.call("GET", `${SOURCES}/${source.id}/columns?schema_name=public&table_name=orders`),
    );
    expect(key).toEqual(["id"]);
    expect(columns.find(({ name }) => name === "shape")).toMatchObject({
      mapped_type: "unsupported",
      nullable: true,
    });
    await results(server.call("DELETE", `${SOURCES}/${source.id}`));
    expect(refused(await server.call("GET", `${SOURCES}/${source.id}`))).toMatchObject({
      status: 404,
      type: "source_not_found",
    });
  });

  test("kinds say what a form has to ask for; a table shows its first rows as they are", async () => {
    type Kind = { warehouse_type: string; is_built: boolean; fields: { name: string; secret: boolean }[] };
    const kinds = await results<Kind[]>(server.call("GET", "projects/1/warehouse-sources/types"));
    const postgres = kinds.find(({ warehouse_type }) => warehouse_type === "postgres");
    expect(postgres?.fields.find(({ name }) => name === "password")).toMatchObject({ secret: true });
    expect(kinds.filter(({ is_built }) => !is_built).map((kind) => kind.warehouse_type)).toEqual([
      "snowflake",
      "databricks",
    ]);
    const rows = `${SOURCES}/${sourceId}/rows`;
    expect(await results(server.call("GET", `${rows}?table=orders`))).toEqual([
      {
        ...{ id: 1, at: "2026-01-01T00:00:00Z", written: null, who: "ana", flag: null, data: null },
        ...{ [`odd "name" '; drop table orders; --`]: null, at_text: null },
      },
    ]);
    expect(refused(await server.call("GET", `${rows}?table=nobody`))).toMatchObject({
      type: "table_missing",
    });
  });

  test("with another host the secret has to be sent again; other changes keep it", async () => {
    const source = await createSource(server, { ...warehouse.source, source_name: "Movable" });
    const path = `${SOURCES}/${source.id}`;
    const moved = await server.call("PATCH", path, { body: { host: "10.0.0.1" } });
    expect(refused(moved)).toEqual({ status: 400, type: "secret_required", field: "password" });
    expect(refused(await server.call("PATCH", path, { body: { warehouse_type: "mysql" } }))).toMatchObject({
      type: "type_immutable",
    });
    await results(server.call("PATCH", path, { body: { source_name: "Moved", ssl_mode: "disable" } }));
    expect(await results(server.call("POST", `${path}/test`))).toMatchObject({ ok: true, encrypted: false });
    await results(server.call("PATCH", path, { body: { password: "wrong" } }));
    const report = await results<{
      ok: boolean;
      steps: { name: string; ok: boolean; code: string; hint: string }[];
    }>(server.call("POST", `${path}/test`));
    expect(report.steps.at(-1)).toMatchObject({ name: "authenticate", ok: false, code: "auth_failed" });
    expect(await results(server.call("GET", path))).toMatchObject({
      last_test: { ok: false, code: "auth_failed" },
    });
    await results(server.call("DELETE", path));
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ["a port where nobody listens", { port: 1 }, "connect", "unreachable"],
    ["a host that does not exist", { host: "nobody.invalid" }, "resolve", "host_not_found"],
    ["a database that does not exist", { database: "nowhere" }, "authenticate", "database_missing"],
    ["a server without TLS", { ssl_mode: "require" }, "tls", "tls_failed"],
    ["a metadata address", { host: "::ffff:169.254.169.254" }, "resolve", "host_not_allowed"],
  ])("testing %s says at which step it failed, and what to do", async (_, more, step, code) => {
    const report = await results<{ ok: boolean; steps: { hint: string }[] }>(
      server.call("POST", `${SOURCES}/test`, { body: { ...warehouse.source, ...more } }),
    );
    expect(report).toMatchObject({ ok: false });
    expect(report.steps.at(-1)).toMatchObject({ name: step, ok: false, code });
    expect(report.steps.at(-1)?.hint).toMatch(/\.$/);
  });

  test("a source with imports is not deleted by accident", async () => {
    const source = await createSource(server, { ...warehouse.source, source_name: "Used" });
    const { id } = await createImport(server, { ...body(), warehouse_source_id: source.id });
    const answer = await server.call("DELETE", `${SOURCES}/${source.id}`);
    expect(refused(answer)).toMatchObject({ status: 409, type: "source_in_use" });
    expect(answer.body.error).toContain(String(id));
    await results(server.call("DELETE", `${SOURCES}/${source.id}?force=true`));
    expect((await server.call("GET", `${IMPORTS}/${id}`)).status).toBe(404);
  });

  test("the catalog lists tables by part of their name", async () => {
    const tables = await results<{ table_params: { table: string } }[]>(
      server.call("GET", `${SOURCES}/${sourceId}/catalog?search=ORD`),
    );
    expect(tables.map(({ table_params }) => table_params.table)).toEqual(["orders"]);
  });
});

describe("imports", () => {
  test("the record has every field, as it was sent or null", async () => {
    const made = await results<Record<string, unknown>>(
      create({ user_column_name: "who", property_mappings: { data: "info" } }),
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
    [
      "a column name that we use",
      { table_params: { table: "bad_column" } },
      "reserved_column",
      "table_params",
    ],
    ["a history table", { table_type: "history" }, "not_built_yet", "table_type"],
  ])("%s is refused, and nothing is made", async (_, more, type, field) => {
    const before = (await results<unknown[]>(server.call("GET", IMPORTS))).length;
    expect(refused(await create(more))).toEqual({ status: 400, type, field });
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
    const given = { ...body(), warehouse_source_id: source.id };
    expect(refused(await server.call("POST", path, { body: given }))).toEqual({
      status: 400,
      type: "company_column_required",
      field: "company_column_name",
    });
    await results(server.call("POST", path, { body: { ...given, company_column_name: "who" } }));
  });

  test("paused, it does not run; what cannot be changed is named", async () => {
    const { id } = await createImport(server, body());
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
    const { id } = await createImport(server, body());
    expect(refused(await server.call("GET", `${IMPORTS}/${id}/runs/nothing`))).toMatchObject({
      status: 404,
      type: "run_not_found",
    });
  });

  test("a preview shows events, an estimate what a run would meet; neither writes anything", async () => {
    const { rows } = await results<{
      rows: { result: { event: string; properties: Record<string, unknown> } }[];
    }>(server.call("POST", `${IMPORTS}/preview`, { body: body({ user_column_name: "who", limit: 5 }) }));
    expect(rows[0]?.result).toMatchObject({
      event: "Order",
      properties: { time: Date.UTC(2026, 0, 1), $user_id: "ana", id: 1 },
    });
    const estimate = await results(
      server.call("POST", `${IMPORTS}/estimate`, { body: body({ user_column_name: "who" }) }),
    );
    expect(estimate).toMatchObject({ rows: 1, nulls: { at: 0, who: 0 } });
  });

  test("what an import has brought is counted, with the times it spans", async () => {
    const { id } = await createImport(server, body());
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
    const { id } = await createImport(strict, { ...body(), warehouse_source_id: source.id });
    await runImport(strict, id);
    await runImport(strict, id);
    const answer = await strict.call("PUT", `${IMPORTS}/${id}/manual-sync`);
    expect(refused(answer)).toMatchObject({ status: 429, type: "too_many_syncs" });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3000);
    await strict.close();
  });
});
