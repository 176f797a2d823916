import { afterAll, expect, test } from "vitest";
import { exportLines } from "../support/events.ts";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import {
  createImport,
  createSource,
  endOfRun,
  IMPORTS,
  type RunRecord,
  results,
  runImport,
  SOURCES,
  startRun,
} from "./support/warehouse.ts";

const { server, warehouse, sourceId, close } = await startServerBesidePostgres();
afterAll(close);

const follow = (table: string, sync_mode = "mirror_mode", more: Record<string, unknown> = {}) =>
  createImport(server, {
    ...{ warehouse_source_id: sourceId, table_params: { table }, time_column_name: "at" },
    ...{ event_name: table, sync_mode, ...more },
  });
const eventsOf = async (event: string): Promise<Record<string, unknown>[]> =>
  (await exportLines(server, `&event=${encodeURIComponent(JSON.stringify([event]))}`)).map(
    (line) => JSON.parse(line).properties,
  );
const warningsOf = ({ warnings }: RunRecord): Record<string, number> =>
  Object.fromEntries(warnings.map(({ code, count }) => [code, count]));

test("odd values become what the rules say; what can be no event is listed with its reason, and stops nothing", async () => {
  await warehouse.run(`create table odd (id int primary key, at timestamptz, name text, f double precision, n numeric, big bigint,
    bytes bytea, d date, zoned timestamptz, bare timestamp, list int[], j json, doc xml, who text)`);
  await warehouse.run(`insert into odd (id, at, name, f, n, big, bytes, d, zoned, bare, list, j, who) values
    (1, '2026-01-01T10:00:00+02', 'fine', 'NaN', 'NaN', 9223372036854775807, '\\x0001ff', '0001-01-01', '2026-01-01 00:00:00.123456+05:30', '2026-01-01 10:00', '{1,2,3}', '{"a": 1}', 'ana'),
    (2, '1960-01-01', 'before 1970', null, null, null, null, null, null, null, null, null, 'ana'),
    (3, '12026-01-01', 'after 9999', null, null, null, null, null, null, null, null, null, 'ana'),
    (4, null, 'no time', 'infinity', 12345678901234567890123456789012345678, null, null, '9999-12-31', 'infinity', null, null, null, 'ana'),
    (5, '2026-01-02', '', null, null, null, null, null, null, null, null, '[1, 2]', 'null')`);
  const { id } = await follow("odd", "mirror_mode", { user_column_name: "who" });
  const run = await runImport(server, id);
  expect(run).toMatchObject({ status: "SUCCEEDED", rows_read: 5, rows_inserted: 2, rows_failed: 3 });
  expect(warningsOf(run)).toMatchObject({
    non_finite: 3,
    wide_integer: 1,
    decimal_as_text: 1,
    type_unsupported: 1,
    unencrypted: 1,
  });
  const { errors } = await results<{ errors: { code: string; field: string; message: string }[] }>(
    server.call("GET", `${IMPORTS}/${id}/runs/${run.run_id}/errors`),
  );
  expect(errors.map(({ code }) => code).sort()).toEqual([
    "id_placeholder",
    "time_in_future",
    "time_too_early",
  ]);
  const [fine] = (await eventsOf("odd")).filter(({ name }) => name === "fine");
  expect(fine).toMatchObject({
    time: Date.UTC(2026, 0, 1, 8),
    ...{ big: "9223372036854775807", bytes: "AAH/", d: "0001-01-01", zoned: "2025-12-31T18:30:00.123" },
    ...{ bare: "2026-01-01T10:00:00.000", list: [1, 2, 3], j: { a: 1 } },
  });
  expect(fine).not.toHaveProperty("f");
  expect(fine).not.toHaveProperty("n");
});

test("JSON that is none, or no object, fails its row", async () => {
  await warehouse.run("create table docs (id int primary key, at timestamptz not null, doc text)");
  await warehouse.run(
    `insert into docs values (1, '2026-01-01', '{"a": {"b": 1}, "id": 5}'), (2, '2026-01-01', 'not json'), (3, '2026-01-01', '[1]'), (4, '2026-01-01', null)`,
  );
  const { id } = await follow("docs", "mirror_mode", { json_properties_column_name: "doc" });
  const run = await runImport(server, id);
  expect(run).toMatchObject({ rows_inserted: 2, rows_failed: 2 });
  expect(warningsOf(run)).toMatchObject({ property_collision: 1 });
  const { errors } = await results<{ errors: { code: string }[] }>(
    server.call("GET", `${IMPORTS}/${id}/runs/${run.run_id}/errors`),
  );
  expect(errors.map(({ code }) => code).sort()).toEqual(["json_invalid", "json_not_object"]);
  expect((await eventsOf("docs")).find((event) => event.id === 1)).toMatchObject({ a: { b: 1 } });
});

test("an empty table, a table of a hundred columns, and names with quotes in them", async () => {
  await warehouse.run("create table nothing (at timestamptz not null)");
  expect(await runImport(server, (await follow("nothing")).id)).toMatchObject({
    status: "SUCCEEDED",
    rows_read: 0,
  });
  const many = Array.from({ length: 100 }, (_, index) => `c${index} int`).join(", ");
  await warehouse.run(`create table wide (at timestamptz not null, ${many})`);
  await warehouse.run(
    `insert into wide values ('2026-01-01', ${Array.from({ length: 100 }, (_, index) => index).join(", ")})`,
  );
  expect(await runImport(server, (await follow("wide")).id)).toMatchObject({ rows_inserted: 1 });
  expect((await eventsOf("wide"))[0]).toMatchObject({ c0: 0, c99: 99 });
  const name = `we"ird'; drop table wide; --`;
  const quoted = `"${name.replaceAll('"', '""')}"`;
  await warehouse.run(`create table ${quoted} (at timestamptz not null, ${quoted} text)`);
  await warehouse.run(`insert into ${quoted} values ('2026-01-01', 'x')`);
  expect(await runImport(server, (await follow(name)).id)).toMatchObject({ rows_inserted: 1 });
  expect((await eventsOf(name))[0]).toMatchObject({ [name]: "x" });
  expect(await warehouse.run("select count(*)::int as rows from wide")).toEqual([{ rows: 1 }]);
});

test("a dropped table, a dropped role column and a changed one are failures with a hint; other columns only a warning", async () => {
  await warehouse.run(
    "create table moving (id int primary key, at timestamptz not null, who text, note text)",
  );
  await warehouse.run("insert into moving values (1, '2026-01-01', 'ana', 'n')");
  const { id } = await follow("moving", "mirror_mode", { user_column_name: "who" });
  await runImport(server, id);
  await warehouse.run("alter table moving drop column note, add column fresh int");
  expect(warningsOf(await runImport(server, id))).toMatchObject({ column_dropped: 1, column_added: 1 });
  await warehouse.run("alter table moving rename column who to whom");
  const renamed = await runImport(server, id);
  expect(renamed).toMatchObject({ status: "FAILED", error: { code: "role_column_missing" } });
  expect(renamed.error?.message).toContain("'who'");
  await warehouse.run("drop table moving");
  const dropped = await runImport(server, id);
  expect(dropped).toMatchObject({ status: "FAILED", error: { code: "table_missing", retryable: false } });
  expect(dropped.error?.hint).not.toBe("");
  expect(await eventsOf("moving")).toHaveLength(1);
  expect(await results(server.call("GET", `${IMPORTS}/${id}`))).toMatchObject({ state: "ATTENTION" });
});

test("a wrong password fails at once; a source that is deleted meanwhile cancels the run", async () => {
  await warehouse.run("create table guarded (at timestamptz not null)");
  const source = await createSource(server, { ...warehouse.source, source_name: "Other" });
  const { id } = await follow("guarded", "mirror_mode", { warehouse_source_id: source.id });
  await results(server.call("PATCH", `${SOURCES}/${source.id}`, { body: { password: "wrong" } }));
  const failed = await runImport(server, id);
  expect(failed).toMatchObject({ status: "FAILED", error: { code: "auth_failed" }, attempts: 1 });
  expect(JSON.stringify(failed)).not.toContain('wrong"');
  await results(server.call("DELETE", `${SOURCES}/${source.id}?force=true`));
  expect((await server.call("PUT", `${IMPORTS}/${id}/manual-sync`)).status).toBe(404);
});

test("most of the rows failing fails the run, and nothing of it is seen", async () => {
  await warehouse.run(
    "create table broken as select g as id, timestamptz '2026-01-01' as at, case when g % 2 = 0 then '' else 'e' end as event from generate_series(1, 500) g",
  );
  const { id } = await follow("broken", "mirror_mode", { event_name: undefined, event_column_name: "event" });
  expect(await runImport(server, id)).toMatchObject({
    status: "FAILED",
    error: { code: "too_many_failed_rows" },
    rows_failed: 250,
  });
  expect(await eventsOf("e")).toHaveLength(0);
});

test("a run that is cancelled or whose import is paused ends, leaves nothing half, and the next one does all", async () => {
  await warehouse.run(
    "create table slow as select g as id, timestamptz '2026-01-01' + g * interval '1 second' as at, repeat('x', 200) as text from generate_series(1, 120000) g",
  );
  const { id } = await follow("slow");
  const first = await startRun(server, id);
  await server.call("POST", `${IMPORTS}/${id}/runs/${first}/cancel`);
  expect(await endOfRun(server, id, first)).toMatchObject({ status: "CANCELLED" });
  const second = await startRun(server, id);
  await results(server.call("PATCH", `${IMPORTS}/${id}`, { body: { paused: true } }));
  expect(await endOfRun(server, id, second)).toMatchObject({ status: "CANCELLED" });
  expect(await eventsOf("slow")).toHaveLength(0);
  await results(server.call("PATCH", `${IMPORTS}/${id}`, { body: { paused: false } }));
  expect(await runImport(server, id)).toMatchObject({ status: "SUCCEEDED", rows_inserted: 120_000 });
  expect((await server.call("POST", `${IMPORTS}/${id}/runs/${first}/cancel`)).status).toBe(409);
});

test("verify names the rows that differ", async () => {
  await warehouse.run("create table proof (id int primary key, at timestamptz not null, name text)");
  await warehouse.run("insert into proof select g, '2026-01-01', 'row' from generate_series(1, 100) g");
  const { id } = await follow("proof");
  await runImport(server, id);
  const verify = () =>
    results<{ equal: boolean; differences: { side: string; key: unknown }[] }>(
      server.call("POST", `${IMPORTS}/${id}/verify`),
    );
  expect(await verify()).toMatchObject({ equal: true, rows_warehouse: 100, rows_stored: 100 });
  await warehouse.run("update proof set name = 'changed' where id = 42");
  await warehouse.run("delete from proof where id = 7");
  const found = await verify();
  expect(found.equal).toBe(false);
  expect(found.differences.filter(({ side }) => side === "warehouse")).toEqual([
    expect.objectContaining({ key: { id: "42" } }),
  ]);
  expect(found.differences.filter(({ side }) => side === "store")).toHaveLength(2);
});

test("a table that was never brought differs in more rows than are listed, its equal ones by their numbers", async () => {
  await warehouse.run("create table unbrought (at timestamptz not null, name text)");
  await warehouse.run("insert into unbrought select '2026-01-01', 'row' from generate_series(1, 3000) g");
  const { id } = await follow("unbrought");
  const proof = () =>
    results<{ differences: { row_key: string }[] }>(server.call("POST", `${IMPORTS}/${id}/verify`));
  const before = await proof();
  expect(before).toMatchObject({ equal: false, rows_warehouse: 3000, rows_stored: 0, cut: true });
  expect(before.differences.map(({ row_key }) => row_key.slice(32))).toEqual([
    "",
    ...Array.from({ length: 99 }, (_, at) => `.${at + 1}`),
  ]);
  expect(await runImport(server, id)).toMatchObject({ status: "SUCCEEDED", rows_inserted: 3000 });
  expect(await proof()).toMatchObject({ equal: true, differences: [], cut: false });
});

test("an hourly import runs by itself, and a slot that was missed runs once", async () => {
  await warehouse.run("create table hourly (at timestamptz not null)");
  const { id } = await follow("hourly", "mirror_mode", { run_every: 3_600_000_000_000 });
  const runs = async () =>
    (
      await results<{ runs: (RunRecord & { trigger: string })[] }>(
        server.call("GET", `${IMPORTS}/${id}/history`),
      )
    ).runs;
  await expect.poll(async () => (await runs())[0]?.status).toBe("SUCCEEDED");
  expect(await runs()).toMatchObject([{ trigger: "create" }]);
  const { Client } = await import("pg");
  const control = new Client({ connectionString: server.databaseUrl });
  await control.connect();
  await control.query(
    "update warehouse_import set next_dispatch = now() - interval '5 hours' where id = $1",
    [id],
  );
  await expect.poll(async () => (await runs()).map(({ trigger }) => trigger)).toEqual(["schedule", "create"]);
  const { rows } = await control.query(
    "select next_dispatch > now() + interval '59 minutes' as later from warehouse_import where id = $1",
    [id],
  );
  await control.end();
  expect(rows).toEqual([{ later: true }]);
});
