import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { sendUpdates, tokenOf } from "../support/profiles.ts";
import { refused } from "./support/orders-server.ts";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { IMPORTS, results, runImport } from "./support/warehouse.ts";

const { server, warehouse, sourceId, close } = await startServerBesidePostgres();
beforeAll(async () => {
  await server.call("POST", "projects/1/group-keys", { body: { property_name: "firm" } });
});
afterAll(close);

type Body = Record<string, unknown>;
type Verification = {
  equal: boolean;
  rows_warehouse: number;
  rows_stored: number;
  differences: { side: string; row_key: string; key: unknown; properties: string[] | null }[];
  cut: boolean;
};

const bodyOf = (body: Body): Body => ({ warehouse_source_id: sourceId, run_every: 0, ...body });
const people = (table: string, more: Body = {}): Body => ({
  ...{ import_type: "people", table_params: { table }, sync_mode: "mirror_mode", user_column_name: "id" },
  ...more,
});
const lookup = (table: string, property: string): Body => ({
  ...{ import_type: "lookup_table", table_params: { table }, sync_mode: "full_sync" },
  ...{ property_key_column_name: "sku", service_property: { value: property, resourceType: "event" } },
});
const create = async (path: string, body: Body) =>
  (await results<{ id: number }>(server.call("POST", `${IMPORTS}/${path}`, { body: bodyOf(body) }))).id;
const verify = (id: number) => results<Verification>(server.call("POST", `${IMPORTS}/${id}/verify`));
const preview = async (body: Body) =>
  (
    await results<{ rows: { row: Body; result: unknown; problem: Body | null }[] }>(
      server.call("POST", `${IMPORTS}/preview`, { body: bodyOf(body) }),
    )
  ).rows;
const different = (id: string, properties: string[] | null) => ({
  ...{ side: "warehouse", row_key: id, key: { id }, properties },
});

test("people: what the proof compares are the profiles, not a note of what was sent", async () => {
  await warehouse.run(
    "create table customers (id text primary key, plan text, score numeric, tags text[], more jsonb, big bigint)",
  );
  await warehouse.run(`insert into customers values
    ('ana', 'pro', 1.5, '{a,b}', '{"x": {"b": 1, "a": -0.0}, "y": 12345678901234567890}', 9007199254740993), ('bo', null, null, null, null, null)`);
  const id = await create("people", people("customers", { json_properties_column_name: "more" }));
  expect(await verify(id)).toMatchObject({
    ...{ equal: false, rows_warehouse: 2, rows_stored: 0, cut: false },
    differences: expect.arrayContaining([different("ana", null), different("bo", null)]),
  });
  await runImport(server, id);
  expect(await verify(id)).toMatchObject({ equal: true, rows_warehouse: 2, rows_stored: 2, differences: [] });
  // The keys of an object in another order are the same object.
  await warehouse.run(
    `update customers set more = '{"y": 12345678901234567890, "x": {"a": 0, "b": 1}}' where id = 'ana'`,
  );
  expect(await verify(id)).toMatchObject({ equal: true });
  // Somebody else overwrites one value, and adds one that the table says nothing of.
  const $token = await tokenOf(server);
  await sendUpdates(server, [{ $token, $distinct_id: "ana", $set: { plan: "free", city: "Graz" } }]);
  expect((await verify(id)).differences).toEqual([different("ana", ["plan"])]);
  await sendUpdates(server, [{ $token, $distinct_id: "ana", $delete: "" }]);
  expect((await verify(id)).differences).toEqual([different("ana", null)]);
  // To a run the row is as it was; loaded anew, it is brought again.
  await runImport(server, id);
  expect(await verify(id)).toMatchObject({ equal: false });
  await runImport(server, id, { full_resync: true });
  expect(await verify(id)).toMatchObject({ equal: true });
});

test("people: a device that has become a person's is compared with that person", async () => {
  await sendEvents(server, [
    { event: "Open", properties: { time: Date.now(), $user_id: "eva", $device_id: "phone-9" } },
  ]);
  await waitUntilLoaded(server);
  await warehouse.run("create table devices (id text, model text)");
  await warehouse.run("insert into devices values ('$device:phone-9', 'X1'), ('$device:nobodys', 'X2')");
  const id = await create("people", people("devices"));
  await runImport(server, id);
  expect((await server.call("GET", "projects/1/profiles/eva")).body.results.properties).toMatchObject({
    model: "X1",
  });
  expect(await verify(id)).toMatchObject({ equal: true, rows_warehouse: 2, rows_stored: 2 });
});

test("people: rows of one id, rows without one, and ids that are gone", async () => {
  await warehouse.run("create table members (id text, level int, note text)");
  await warehouse.run(
    "insert into members values ('cy', 3, 'x'), ('di', 4, 'y'), ('di', 5, 'y'), ('ed', 1, 'z')",
  );
  const id = await create("people", people("members"));
  await runImport(server, id);
  expect(await verify(id)).toMatchObject({ equal: true, rows_warehouse: 3, rows_stored: 3 });
  await warehouse.run("delete from members where id = 'cy'");
  await warehouse.run("update members set note = null where id = 'ed'");
  await warehouse.run("insert into members values (null, 1, 'nobody')");
  const proof = await verify(id);
  expect(proof).toMatchObject({ equal: false, rows_warehouse: 2, rows_stored: 3, rows_skipped: 1 });
  expect(proof.differences).toHaveLength(2);
  expect(proof.differences).toEqual(
    expect.arrayContaining([
      { side: "store", row_key: "cy", key: { id: "cy" }, properties: null },
      different("ed", ["note"]),
    ]),
  );
  await runImport(server, id);
  // What a run cannot bring is told, and is nothing that another run would mend.
  expect(await verify(id)).toMatchObject({ equal: true, rows_skipped: 1, differences: [] });
});

test("people: blanks around an id are no part of it", async () => {
  await warehouse.run("create table padded (id text, level int)");
  await warehouse.run("insert into padded values (' hal', 1), ('hal ', 1), ('ivy', 2)");
  const id = await create("people", people("padded"));
  await runImport(server, id);
  expect(await verify(id)).toMatchObject({ equal: true, rows_stored: 2, differences: [] });
  await warehouse.run("delete from padded where id = 'ivy'");
  expect(await verify(id)).toMatchObject({ equal: false, differences: [{ side: "store", row_key: "ivy" }] });
});

test("people: rows of one id are judged together, whatever blanks are around it", async () => {
  await warehouse.run("create table spelled (id text, level int)");
  await warehouse.run(
    "insert into spelled values ('kim', 1), (' kim ', 2), ('lea', 3), ('lea  ', 4), (' ', 5)",
  );
  const id = await create("people", people("spelled"));
  await runImport(server, id);
  expect(await verify(id)).toMatchObject({ equal: true, rows_stored: 2, rows_skipped: 1, differences: [] });
  await warehouse.run("update spelled set level = level + 10 where trim(id) = 'kim'");
  expect(await verify(id)).toMatchObject({ equal: false, differences: [different("kim", ["level"])] });
});

test("groups are compared with the groups of their key", async () => {
  await warehouse.run("create table firms (code int primary key, name text)");
  await warehouse.run("insert into firms values (1, 'Acme'), (2, 'Bolt')");
  const body = {
    ...{ import_type: "groups", table_params: { table: "firms" }, sync_mode: "full_sync" },
    ...{ group_id_column: "code", group_key: "firm" },
  };
  expect(await preview(body)).toContainEqual({
    row: { code: 1, name: "Acme" },
    result: { $group_key: "firm", $group_id: "1", $set: { name: "Acme" } },
    problem: null,
  });
  const id = await create("groups", body);
  await runImport(server, id);
  expect(await verify(id)).toMatchObject({ equal: true, rows_warehouse: 2 });
  await warehouse.run("update firms set name = 'Acme & Co' where code = 1");
  expect((await verify(id)).differences).toEqual([
    { side: "warehouse", row_key: "1", key: { code: "1" }, properties: ["name"] },
  ]);
});

test("a long list of differences is cut, and says so", async () => {
  await warehouse.run(
    "create table many as select 'm' || n as id, n as rank from generate_series(1, 3000) n",
  );
  const id = await create("people", people("many"));
  await runImport(server, id);
  expect(await verify(id)).toMatchObject({ equal: true, rows_warehouse: 3000, rows_stored: 3000 });
  await warehouse.run("update many set rank = -rank");
  const changed = await verify(id);
  expect(changed).toMatchObject({ equal: false, cut: true, rows_warehouse: 3000 });
  expect(changed.differences).toHaveLength(100);
  await warehouse.run("delete from many where rank < -1000");
  await warehouse.run("update many set rank = -rank");
  const gone = await verify(id);
  expect(gone).toMatchObject({ equal: false, cut: true, rows_warehouse: 1000, rows_stored: 3000 });
  expect(new Set(gone.differences.map(({ side }) => side))).toEqual(new Set(["store"]));
});

test("lookup tables are compared cell by cell", async () => {
  await warehouse.run(
    "create table products (sku text, title text, price numeric, sizes text[], sold boolean)",
  );
  await warehouse.run(
    `insert into products values ('a1', 'Shoe, red', 9.50, '{S,M}', true), ('b2', 'Hat "big"', null, null, null), ('007', '', 7, '{}', false)`,
  );
  const id = await create("lookup-table", lookup("products", "sku"));
  expect(await verify(id)).toMatchObject({ equal: false, rows_warehouse: 3, rows_stored: 0 });
  await runImport(server, id);
  expect(await verify(id)).toMatchObject({ equal: true, rows_warehouse: 3, rows_stored: 3, differences: [] });
  await warehouse.run("update products set price = 9.5000, sizes = '{M,S}' where sku = 'a1'");
  await warehouse.run("update products set title = null where sku = '007'");
  await warehouse.run("delete from products where sku = 'b2'");
  await warehouse.run("insert into products values ('a1', 'again', 1), (null, 'no key', 1)");
  await warehouse.run("alter table products add column colour text");
  await warehouse.run("update products set colour = 'red' where sku = '007'");
  const proof = await verify(id);
  expect(proof).toMatchObject({ equal: false, rows_warehouse: 4, rows_stored: 3 });
  expect(proof.differences).toHaveLength(5);
  const row = (side: string, sku: string, properties: string[] | null) => ({
    ...{ side, row_key: sku, key: { sku }, properties },
  });
  expect(proof.differences).toEqual(
    expect.arrayContaining([
      row("warehouse", "a1", ["sizes"]),
      row("warehouse", "a1", null),
      row("warehouse", "", null),
      row("warehouse", "007", ["colour"]),
      row("store", "b2", null),
    ]),
  );
});

test("a lookup table that is gone, or a table that cannot be one any more, is said in words", async () => {
  await warehouse.run("create table colours (sku text, name text)");
  await warehouse.run("insert into colours values ('r', 'red')");
  const id = await create("lookup-table", lookup("colours", "colour"));
  await runImport(server, id);
  const [{ id: tableId }] = (await server.call("GET", "projects/1/lookup-tables")).body.results.filter(
    ({ mappings }: { mappings: { property: string }[] }) =>
      mappings.some(({ property }) => property === "colour"),
  );
  await warehouse.run(
    "insert into colours select 'n' || n, repeat('x', 1000000) from generate_series(1, 106) n",
  );
  expect(refused(await server.call("POST", `${IMPORTS}/${id}/verify`))).toMatchObject({
    status: 400,
    type: "lookup_too_large",
  });
  await server.call("DELETE", `projects/1/lookup-tables/${tableId}`);
  expect(refused(await server.call("POST", `${IMPORTS}/${id}/verify`))).toMatchObject({
    status: 409,
    type: "lookup_table_deleted",
  });
  await warehouse.run("drop table colours");
  expect(refused(await server.call("POST", `${IMPORTS}/${id}/verify`))).toMatchObject({
    status: 400,
    type: "table_missing",
  });
});

test("a role column that is gone is named, for every kind", async () => {
  await warehouse.run("create table passing (id text, sku text, note text)");
  await warehouse.run("insert into passing values ('a', 's', 'n')");
  const ids = [
    await create("people", people("passing")),
    await create("lookup-table", lookup("passing", "passing")),
  ];
  await warehouse.run("alter table passing rename column id to id2");
  await warehouse.run("alter table passing rename column sku to sku2");
  for (const id of ids) {
    const answer = await server.call("POST", `${IMPORTS}/${id}/verify`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/has no column '(id|sku)'/);
  }
});

test("previews say of each row what becomes of it, or why nothing", async () => {
  await warehouse.run("create table guests (id text, plan text, secret text, sku text)");
  await warehouse.run(
    `insert into guests values ('fay', 'a', 's', 'x'), (' ', 'b', 's', 'y'), ('fay', 'c', null, 'x'), ('gil', null, null, null)`,
  );
  const mapped = { property_mappings: { plan: "Plan" }, excluded_columns: ["secret"] };
  const rows = await preview(people("guests", mapped));
  expect(rows.map(({ result }) => result)).toEqual([
    null,
    null,
    { $distinct_id: "fay", $set: { Plan: "c", sku: "x" } },
    { $distinct_id: "gil", $set: {} },
  ]);
  expect(rows.map(({ problem }) => problem?.code)).toEqual([
    "duplicate_key",
    "id_missing",
    undefined,
    undefined,
  ]);
  expect(rows[0]?.row).toEqual({ id: "fay", plan: "a", secret: "s", sku: "x" });
  const looked = await preview({ ...lookup("guests", "guest"), excluded_columns: ["secret"] });
  expect(looked.map(({ result }) => result)).toEqual([
    { key: "x", values: { id: "fay", plan: "a" } },
    { key: "y", values: { id: " ", plan: "b" } },
    null,
    null,
  ]);
  expect(looked.map(({ problem }) => problem?.code)).toEqual([
    undefined,
    undefined,
    "duplicate_key",
    "key_missing",
  ]);
  const estimate = await results(
    server.call("POST", `${IMPORTS}/estimate`, { body: bodyOf(lookup("guests", "guest")) }),
  );
  expect(estimate).toMatchObject({ rows: 4, nulls: { sku: 1 } });
});
