import { afterAll, expect, test } from "vitest";
import { exportLines } from "../support/events.ts";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { createImport, endOfRun, IMPORTS, results, runImport, startRun } from "./support/warehouse.ts";

const { server, warehouse, sourceId, close } = await startServerBesidePostgres();
afterAll(close);

const fill = (table: string, rows: number) =>
  warehouse.run(`create table ${table} as select g as id, timestamptz '2026-01-01' + g * interval '1 minute' as at, 'user ' || g % 7 as who
    from generate_series(1, ${rows}) g`);
const follow = (table: string, sync_mode: string, more: Record<string, unknown> = {}) =>
  createImport(server, {
    ...{
      warehouse_source_id: sourceId,
      table_params: { table },
      time_column_name: "at",
      user_column_name: "who",
    },
    ...{ event_name: table, sync_mode, ...more },
  });
const countOf = async (event: string): Promise<number> =>
  (await exportLines(server, `&event=${encodeURIComponent(JSON.stringify([event]))}`)).length;

test("a full sync replaces what it loaded before; one that would lose half of it waits for somebody to look", async () => {
  await fill("full_rows", 10_500);
  await warehouse.run("alter table full_rows alter at set not null");
  const { id } = await follow("full_rows", "full_sync");
  expect(await runImport(server, id)).toMatchObject({ rows_inserted: 10_500, status: "SUCCEEDED" });
  await warehouse.run("delete from full_rows where id > 9000");
  await warehouse.run("update full_rows set who = 'zoe' where id = 1");
  expect(await runImport(server, id)).toMatchObject({ rows_inserted: 9000 });
  expect(await countOf("full_rows")).toBe(9000);
  await warehouse.run(
    "insert into full_rows select g, now() - interval '1 day', 'x' from generate_series(10000, 12000) g",
  );
  expect(await runImport(server, id)).toMatchObject({ rows_inserted: 11_001 });
  await warehouse.run("delete from full_rows where id > 100");
  const held = await runImport(server, id);
  expect(held).toMatchObject({ status: "FAILED", error: { code: "shrink_guard" } });
  expect(held.error?.hint).toContain("confirm_guard");
  expect(await countOf("full_rows")).toBe(11_001);
  expect(await results(server.call("GET", `${IMPORTS}/${id}`))).toMatchObject({ state: "HELD" });
  expect(await runImport(server, id, { confirm_guard: true })).toMatchObject({
    status: "SUCCEEDED",
    rows_inserted: 100,
  });
  expect(await countOf("full_rows")).toBe(100);
});

test("a mirror that would delete much waits for somebody to look, and changes nothing until then", async () => {
  await fill("mirror_rows", 30_000);
  const { id } = await follow("mirror_rows", "mirror_mode");
  await runImport(server, id);
  await warehouse.run("delete from mirror_rows where id > 15000");
  expect(await runImport(server, id)).toMatchObject({ status: "FAILED", error: { code: "change_guard" } });
  expect(await countOf("mirror_rows")).toBe(30_000);
  expect(await runImport(server, id, { confirm_guard: true })).toMatchObject({
    status: "SUCCEEDED",
    rows_deleted: 15_000,
  });
  expect(await countOf("mirror_rows")).toBe(15_000);
});

test("a one-time import runs once, by itself, and never again", async () => {
  await fill("once_rows", 50);
  const { id } = await follow("once_rows", "one_time", { run_every: undefined });
  const [run] = (
    await results<{ runs: { run_id: string }[] }>(server.call("GET", `${IMPORTS}/${id}/history`))
  ).runs;
  expect(await endOfRun(server, id, run?.run_id ?? "")).toMatchObject({
    status: "SUCCEEDED",
    rows_inserted: 50,
    trigger: "create",
  });
  expect(await results(server.call("GET", `${IMPORTS}/${id}`))).toMatchObject({ state: "COMPLETED" });
  const again = await server.call("PUT", `${IMPORTS}/${id}/manual-sync`);
  expect(again).toMatchObject({ status: 409, body: { type: "already_completed" } });
});

test("imported events say where they come from", async () => {
  await fill("lineage_rows", 1);
  const made = await follow("lineage_rows", "mirror_mode");
  const run = await runImport(server, made.id);
  const [line = ""] = await exportLines(server, `&event=${encodeURIComponent('["lineage_rows"]')}`);
  expect(JSON.parse(line).properties).toMatchObject({
    $warehouse_import_id: made.id,
    $warehouse_import_job_id: made.job_id,
    $warehouse_import_run_id: run.run_id,
    $import: true,
    $source: "warehouse-import",
    $warehouse_type: "postgres",
    $warehouse_table: "lineage_rows",
  });
});

test("two triggers at once make one run and one that waits; a third finds that one", async () => {
  await fill("busy_rows", 20_000);
  const { id } = await follow("busy_rows", "mirror_mode");
  const first = await startRun(server, id);
  const [second, third] = await Promise.all([startRun(server, id), startRun(server, id)]);
  expect(new Set([first, second, third]).size).toBeLessThanOrEqual(2);
  expect(await endOfRun(server, id, first)).toMatchObject({ status: "SUCCEEDED" });
  expect(await endOfRun(server, id, third)).toMatchObject({ status: "SUCCEEDED" });
  expect(await countOf("busy_rows")).toBe(20_000);
});

test("deleted with its data, an import leaves no event; without, all of them", async () => {
  await fill("gone_rows", 40);
  const kept = await follow("gone_rows", "time_based", { event_name: "kept" });
  const gone = await follow("gone_rows", "time_based", { event_name: "gone" });
  await runImport(server, kept.id);
  await runImport(server, gone.id);
  expect(await results(server.call("DELETE", `${IMPORTS}/${kept.id}`))).toEqual({
    deletion_request_id: null,
  });
  const { deletion_request_id } = await results<{ deletion_request_id: string }>(
    server.call("DELETE", `${IMPORTS}/${gone.id}`, { body: { delete_data: true } }),
  );
  expect(deletion_request_id).toMatch(/^\d+-\d+$/);
  await expect.poll(() => countOf("gone")).toBe(0);
  expect(await countOf("kept")).toBe(40);
  expect(await server.call("GET", `${IMPORTS}/${gone.id}`)).toMatchObject({
    status: 404,
    body: { type: "import_not_found" },
  });
  expect(await server.call("DELETE", `${IMPORTS}/${gone.id}`)).toMatchObject({ status: 404 });
});
