import { afterAll, expect, test } from "vitest";
import { sendEvents } from "../support/events.ts";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { IMPORTS, results, runImport } from "./support/warehouse.ts";

const { server, warehouse, sourceId, close } = await startServerBesidePostgres();
afterAll(close);

const create = async (path: string, body: Record<string, unknown>) =>
  (
    await results<{ id: number }>(
      server.call("POST", `${IMPORTS}/${path}`, {
        body: { warehouse_source_id: sourceId, run_every: 0, ...body },
      }),
    )
  ).id;
const person = async (id: string) =>
  (await server.call("GET", `projects/1/profiles/${id}`)).body.results?.properties;

test("people: a full sync sets what changed and leaves the rest alone", async () => {
  await warehouse.run("create table customers (id text primary key, plan text, score numeric, tags text[])");
  await warehouse.run(
    `insert into customers values ('ana', 'pro', 1.5, '{a,b}'), ('bo', 'free', null, null)`,
  );
  const id = await create("people", {
    ...{
      import_type: "people",
      table_params: { table: "customers" },
      sync_mode: "full_sync",
      user_column_name: "id",
    },
    property_mappings: { plan: "Plan" },
  });
  expect(await runImport(server, id)).toMatchObject({ status: "SUCCEEDED", rows_inserted: 2 });
  expect(await person("ana")).toMatchObject({ Plan: "pro", score: 1.5, tags: ["a", "b"] });
  await warehouse.run("update customers set plan = 'team', score = null where id = 'ana'");
  expect(await runImport(server, id)).toMatchObject({ rows_updated: 1, rows_unchanged: 1 });
  // Without a value a property is left as it is.
  expect(await person("ana")).toMatchObject({ Plan: "team", score: 1.5 });
  expect(await runImport(server, id)).toMatchObject({
    rows_updated: 0,
    rows_unchanged: 2,
    num_events_imported: 0,
  });
});

test("people: of a mirror, a row that vanishes takes its values along, and the profile stays", async () => {
  await warehouse.run("create table members (id text, level int, note text)");
  await warehouse.run(
    `insert into members values ('cy', 3, 'x'), ('di', 4, 'y'), (null, 1, 'nobody'), ('di', 5, 'y')`,
  );
  const id = await create("people", {
    ...{
      import_type: "people",
      table_params: { table: "members" },
      sync_mode: "mirror_mode",
      user_column_name: "id",
    },
  });
  expect(await runImport(server, id)).toMatchObject({
    rows_read: 4,
    rows_inserted: 2,
    rows_failed: 1,
    rows_duplicate: 1,
  });
  expect(await person("di")).toMatchObject({ level: 5 });
  await warehouse.run("delete from members where id = 'cy'");
  await warehouse.run("update members set note = null where id = 'di'");
  expect(await runImport(server, id)).toMatchObject({ rows_deleted: 1 });
  expect(await person("cy")).not.toHaveProperty("level");
  expect(await person("di")).not.toHaveProperty("note");
});

test("groups: a row is a group of its key", async () => {
  await warehouse.run("create table firms (code int primary key, name text)");
  await warehouse.run("insert into firms values (1, 'Acme')");
  const body = {
    ...{
      import_type: "groups",
      table_params: { table: "firms" },
      sync_mode: "full_sync",
      group_id_column: "code",
    },
    group_key: "firm",
  };
  const unknown = await server.call("POST", `${IMPORTS}/groups`, {
    body: { warehouse_source_id: sourceId, ...body },
  });
  expect(unknown).toMatchObject({ status: 400, body: { type: "unknown_group_key", field: "group_key" } });
  await server.call("POST", "projects/1/group-keys", { body: { property_name: "firm" } });
  const id = await create("groups", body);
  expect(await runImport(server, id)).toMatchObject({ rows_inserted: 1 });
  expect(
    (await server.call("GET", "projects/1/group-profiles/firm/1")).body.results.properties,
  ).toMatchObject({ name: "Acme" });
});

test("lookup tables: replaced as a whole or not at all", async () => {
  await warehouse.run("create table products (sku text, title text, price numeric)");
  await warehouse.run(`insert into products values ('a1', 'Shoe, red', 9.5), ('b2', 'Hat "big"', null)`);
  const body = {
    ...{ import_type: "lookup_table", table_params: { table: "products" }, property_key_column_name: "sku" },
    service_property: { value: "sku", resourceType: "event" },
  };
  const wrong = await server.call("POST", `${IMPORTS}/lookup-table`, {
    body: { warehouse_source_id: sourceId, sync_mode: "mirror_mode", ...body },
  });
  expect(wrong).toMatchObject({ status: 400, body: { type: "sync_mode_unsupported", field: "sync_mode" } });
  const id = await create("lookup-table", { ...body, sync_mode: "full_sync" });
  expect(await runImport(server, id)).toMatchObject({ status: "SUCCEEDED", rows_inserted: 2 });
  const tables = async () => (await server.call("GET", "projects/1/lookup-tables")).body.results;
  expect(await tables()).toMatchObject([{ rows: 2, mappings: [{ subject: "event", property: "sku" }] }]);
  await warehouse.run("insert into products values ('a1', 'again', 1)");
  expect(await runImport(server, id)).toMatchObject({
    status: "FAILED",
    error: { code: "lookup_invalid", message: expect.stringMatching(/^row \d+: /) },
  });
  expect(await tables()).toMatchObject([{ rows: 2 }]);
  await results(server.call("DELETE", `${IMPORTS}/${id}?delete_data=true`));
  expect(await tables()).toEqual([]);
});

test("a device that a row names beside its user belongs to that user", async () => {
  await warehouse.run("create table visits (at timestamptz not null, who text, device text)");
  await warehouse.run("insert into visits values ('2026-01-01', 'eva', 'phone-1')");
  const id = await create("event-stream", {
    ...{
      import_type: "event_stream",
      table_params: { table: "visits" },
      sync_mode: "mirror_mode",
      time_column_name: "at",
    },
    ...{ user_column_name: "who", device_column_name: "device" },
  });
  await runImport(server, id);
  await sendEvents(server, [
    {
      event: "Open",
      properties: { time: Date.now(), distinct_id: "$device:phone-1", $device_id: "phone-1" },
    },
  ]);
  await expect
    .poll(async () => (await server.call("GET", "projects/1/people/eva/events")).body.results.events.length)
    .toBe(2);
});
