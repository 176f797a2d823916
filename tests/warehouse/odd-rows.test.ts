import { hash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { endOfRun, IMPORTS, results, runImport, startRun } from "./support/warehouse.ts";

const { server, warehouse, follow, verify, linesOf, close } = await startServerBesidePostgres();
afterAll(close);

const eventsHere = async (id: number) =>
  (await results<{ events: number }>(server.call("GET", `${IMPORTS}/${id}/stored`))).events;

test.each([
  { what: "renamed beside them", property_mappings: { z: "zz" } },
  { what: "nothing renamed", property_mappings: null },
  { what: "with a column whose keys are properties", json_properties_column_name: "more" },
])("columns may be called as what every object has: $what", async ({ what, ...more }) => {
  const table = `odd_${what.length}`;
  await warehouse.run(
    `create table ${table} (id int primary key, at timestamptz not null, "constructor" text, "__proto__" text, "toString" text, z text, more jsonb)`,
  );
  await warehouse.run(
    `insert into ${table} values (1, '2026-01-01', 'a', 'b', 'c', 'd', '{"hasOwnProperty": 1, "__proto__": 2}')`,
  );
  const { id } = await follow(table, "mirror_mode", more);
  expect(await runImport(server, id)).toMatchObject({ status: "SUCCEEDED", rows_inserted: 1 });
  const [line = ""] = await linesOf(table);
  const entries = new Map(Object.entries(JSON.parse(line).properties));
  expect(entries.get("constructor")).toBe("a");
  expect(entries.get("__proto__")).toBe("b");
  expect(entries.get("toString")).toBe("c");
  expect(entries.get(more.property_mappings ? "zz" : "z")).toBe("d");
  expect(await verify(id)).toMatchObject({ equal: true });
});

test("a mirrored row whose new version cannot be stored is counted once", async () => {
  await warehouse.run("create table failing (id int primary key, at timestamptz not null)");
  await warehouse.run("insert into failing select n, '2026-01-01' from generate_series(1, 10) n");
  const { id } = await follow("failing", "mirror_mode");
  await runImport(server, id);
  await warehouse.run("update failing set at = '1969-01-01' where id = 3");
  expect(await runImport(server, id)).toMatchObject({
    rows_read: 10,
    rows_unchanged: 9,
    rows_failed: 1,
    rows_updated: 0,
    rows_inserted: 0,
    rows_deleted: 1,
  });
});

test.each(["time_based", "one_time"])(
  "after a run that was cancelled half-way, %s loads the rest and nothing twice",
  async (mode) => {
    const table = `cancelled_${mode}`;
    const rows = 150_000;
    await warehouse.run(
      `create table ${table} (id int primary key, at timestamptz not null, written timestamptz)`,
    );
    await warehouse.run(
      `insert into ${table} select n, '2026-01-01', '2026-01-02' from generate_series(1, ${rows}) n`,
    );
    const { id } = await follow(
      table,
      mode,
      mode === "time_based" ? { insert_time_column_name: "written" } : {},
    );
    const run = await startRun(server, id);
    const read = async () =>
      (await results<{ rows_read: number }>(server.call("GET", `${IMPORTS}/${id}/runs/${run}`))).rows_read;
    await expect.poll(read, { interval: 5, timeout: 30_000 }).toBeGreaterThan(5_000);
    await server.call("POST", `${IMPORTS}/${id}/runs/${run}/cancel`);
    const cancelled = await endOfRun(server, id, run);
    expect(cancelled.status).toBe("CANCELLED");
    expect(cancelled.rows_read).toBeGreaterThan(5_000);
    expect(await eventsHere(id)).toBe(cancelled.rows_inserted);
    expect(await runImport(server, id)).toMatchObject({
      status: "SUCCEEDED",
      rows_read: rows,
      rows_updated: 0,
    });
    expect(await verify(id)).toMatchObject({ equal: true });
    expect(await eventsHere(id)).toBe(rows);
  },
);

test.each([
  { mode: "mirror_mode", what: "nothing of it is seen" },
  { mode: "time_based", what: "what was stored stays" },
])("a $mode that fails counts its rows: $what", async ({ mode }) => {
  const table = `failing_${mode}`;
  await warehouse.run(`create table ${table} (id int primary key, at timestamptz not null, ok text)`);
  await warehouse.run(
    `insert into ${table} select n, '2026-01-01', case when n % 2 = 0 then 'ok' end from generate_series(1, 500) n`,
  );
  const { id } = await follow(table, mode, {
    ...{ event_name: null, event_column_name: "ok" },
    ...(mode === "time_based" ? { insert_time_column_name: "at" } : {}),
  });
  const stored = mode === "time_based" ? 250 : 0;
  expect(await runImport(server, id)).toMatchObject({
    ...{ status: "FAILED", error: { code: "too_many_failed_rows" } },
    ...{ rows_read: 500, rows_failed: 250, rows_inserted: stored, rows_skipped: 250 - stored },
  });
});

test("in one run of a mirror a row is new, another is replaced, and the new version of a third fails", async () => {
  await warehouse.run("create table mixed (id int primary key, at timestamptz not null)");
  await warehouse.run("insert into mixed select n, '2026-01-01' from generate_series(1, 10) n");
  const { id } = await follow("mixed", "mirror_mode");
  await runImport(server, id);
  await warehouse.run("update mixed set at = '1969-01-01' where id = 3");
  await warehouse.run("update mixed set at = '2026-01-02' where id = 4");
  await warehouse.run("insert into mixed values (11, '2026-01-01'), (12, '2026-01-01')");
  expect(await runImport(server, id)).toMatchObject({
    ...{
      rows_read: 12,
      rows_unchanged: 8,
      rows_failed: 1,
      rows_updated: 1,
      rows_inserted: 2,
      rows_deleted: 1,
    },
  });
});

test("digits of numbers within JSON are kept, as text where no double has them", async () => {
  await warehouse.run(
    "create table wide (id int primary key, at timestamptz not null, doc jsonb, more json, ids bigint[])",
  );
  await warehouse.run(
    `insert into wide values (1, '2026-01-01', '{"id": 9007199254740993, "price": 0.12345678901234567891, "n": 1.50}',
      '{"order": 12345678901234567890, "share": 0.30000000000000004}', '{1,9223372036854775807}')`,
  );
  const { id } = await follow("wide", "mirror_mode", { json_properties_column_name: "more" });
  const run = await runImport(server, id);
  const [line = ""] = await linesOf("wide");
  expect(JSON.parse(line).properties).toMatchObject({
    doc: { id: "9007199254740993", price: "0.12345678901234567891", n: 1.5 },
    ...{ order: "12345678901234567890", share: 0.30000000000000004, ids: [1, "9223372036854775807"] },
  });
  expect(run.warnings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: "wide_integer", count: 3 }),
      expect.objectContaining({ code: "decimal_as_text", count: 1 }),
    ]),
  );
  expect(await verify(id)).toMatchObject({ equal: true });
});

test.each(["mirror_mode", "full_sync", "time_based"])(
  "rows of one insert id, time, event and user are one event: %s says how many, and so does the proof",
  async (mode) => {
    const table = `copies_${mode}`;
    await warehouse.run(
      `create table ${table} (id int primary key, at timestamptz not null, message text, n int)`,
    );
    await warehouse.run(
      `insert into ${table} select n, '2026-01-01', 'm' || (n % 4), n from generate_series(1, 10) n`,
    );
    const { id } = await follow(table, mode, {
      property_mappings: { message: "$insert_id" },
      ...(mode === "time_based" ? { insert_time_column_name: "at" } : {}),
    });
    const run = await runImport(server, id);
    const seen = (await linesOf(table)).length;
    expect(seen).toBe(4);
    expect(run.rows_inserted + run.rows_updated + run.rows_duplicate).toBe(10);
    expect(run.warnings).toContainEqual({
      code: "copy_of_event",
      count: 6,
      sample: expect.stringMatching(/^m[0-3]$/),
    });
    if (mode !== "time_based") expect(run).toMatchObject({ rows_inserted: 4, rows_duplicate: 6 });
    expect(await verify(id)).toMatchObject({ equal: true, rows_stored: 10, rows_copies: 6 });
  },
);

test("an insert id that no door takes is known by its hash", async () => {
  await warehouse.run("create table strange_ids (id int primary key, at timestamptz not null, message text)");
  await warehouse.run(
    `insert into strange_ids values (1, '2026-01-01', 'a b/c'), (2, '2026-01-01', repeat('x', 60)),
      (3, '2026-01-01', '8d6f2f1c-1a0d-4a57-9c0a-3a8f0d5f7f10'), (4, '2026-01-01', null)`,
  );
  const { id } = await follow("strange_ids", "mirror_mode", { property_mappings: { message: "$insert_id" } });
  const run = await runImport(server, id);
  expect(run).toMatchObject({ status: "SUCCEEDED", rows_inserted: 4, rows_failed: 0 });
  expect(run.warnings).toContainEqual(expect.objectContaining({ code: "insert_id_normalised", count: 2 }));
  const ids = (await linesOf("strange_ids")).map((line) => JSON.parse(line).properties.$insert_id);
  expect(ids).toContain(hash("sha256", "a b/c", "hex").slice(0, 32));
  expect(ids).toContain("8d6f2f1c-1a0d-4a57-9c0a-3a8f0d5f7f10");
  expect(new Set(ids).size).toBe(4);
});

test("a column whose name is taken is told of", async () => {
  await warehouse.run(
    `create table taken (id int primary key, at timestamptz not null, token text, "time" text, "$warehouse_type" text, fine text)`,
  );
  await warehouse.run("insert into taken values (1, '2026-01-01', 'a', 'b', 'c', 'd')");
  const { id } = await follow("taken", "mirror_mode");
  const run = await runImport(server, id);
  expect(run.warnings).toContainEqual(expect.objectContaining({ code: "property_collision", count: 3 }));
  const [line = ""] = await linesOf("taken");
  expect(JSON.parse(line).properties).toMatchObject({ fine: "d", $warehouse_type: "postgres" });
});

test("a column called __proto__ is renamed like any other", async () => {
  await warehouse.run(
    `create table renamed (id int primary key, at timestamptz not null, "__proto__" text, z text)`,
  );
  await warehouse.run("insert into renamed values (1, '2026-01-01', 'a', 'b')");
  const renames = JSON.parse('{"__proto__": "proto", "z": "__proto__"}');
  const { id } = await follow("renamed", "mirror_mode", { property_mappings: renames });
  await runImport(server, id);
  const [line = ""] = await linesOf("renamed");
  const entries = new Map(Object.entries(JSON.parse(line).properties));
  expect([entries.get("proto"), entries.get("__proto__")]).toEqual(["a", "b"]);
  const { property_mappings } = await results<{ property_mappings: object }>(
    server.call("GET", `${IMPORTS}/${id}`),
  );
  expect(Object.entries(property_mappings)).toEqual(Object.entries(renames));
});
