import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../support/test-server.ts";
import { type OrdersServer, refused, startOrdersServer } from "./support/orders-server.ts";
import type { PostgresWarehouse } from "./support/postgres-source.ts";
import { createImport, createSource, IMPORTS, results, SOURCES } from "./support/warehouse.ts";

let orders: OrdersServer;
let server: TestServer;
let warehouse: PostgresWarehouse;
let sourceId: number;
beforeAll(async () => {
  orders = await startOrdersServer();
  ({ server, warehouse, sourceId } = orders);
});
afterAll(() => orders.close());

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
    "an ssl_mode that is no text",
    { warehouse_type: "postgres", host: "h", database: "d", username: "u", ssl_mode: { toString: "x" } },
    "invalid_field",
    "ssl_mode",
  ],
  [
    "an ssl_mode in a list",
    { warehouse_type: "postgres", host: "h", database: "d", username: "u", ssl_mode: ["disable"] },
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
      ...{ 'odd "name" \'; drop table orders; --': null, at_text: null },
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
  const { id } = await createImport(server, { ...orders.body(), warehouse_source_id: source.id });
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
