import { afterAll, expect, test } from "vitest";
import { startPostgresWarehouse } from "./support/postgres-source.ts";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { createImport, runImport, storedEvents } from "./support/warehouse.ts";

const { server, warehouse, sourceId, close } = await startServerBesidePostgres();
let tables = 0;
afterAll(close);

/** A table of its own, and an import that follows it by insert time. */
async function follow(
  more: Record<string, unknown> = {},
): Promise<{ table: string; importId: number; names(): Promise<string[]> }> {
  tables += 1;
  const table = `log_${tables}`;
  await warehouse.run(
    `create table ${table} (id int primary key, at timestamptz not null, written timestamptz, name text)`,
  );
  const { id: importId } = await createImport(server, {
    warehouse_source_id: sourceId,
    table_params: { table },
    time_column_name: "at",
    insert_time_column_name: "written",
    sync_mode: "time_based",
    event_name: table,
    ...more,
  });
  const names = async () =>
    (await storedEvents(server))
      .map((line) => JSON.parse(line))
      .filter(([event]) => event === table)
      .map(([, { name }]) => name)
      .sort();
  return { table, importId, names };
}

const add = (table: string, id: number, written: string | null, name = `row ${id}`) =>
  warehouse.run(`insert into ${table} values ($1, '2026-01-01T00:00:00Z', $2, $3)`, [id, written, name]);

test("the first run takes everything, later ones what was written since; without news the cursor stays", async () => {
  const { table, importId, names } = await follow();
  await add(table, 1, "2026-01-01T10:00:00Z");
  await add(table, 2, null);
  expect(await runImport(server, importId)).toMatchObject({ rows_inserted: 2, kind: "full_backfill" });
  await add(table, 3, "2026-01-01T11:00:00.000001Z");
  await add(table, 4, null);
  // Both rows without an insert time are passed over, and said to be.
  expect(await runImport(server, importId)).toMatchObject({
    rows_inserted: 1,
    rows_skipped: 2,
    kind: "incremental",
  });
  expect(await names()).toEqual(["row 1", "row 2", "row 3"]);
  const quiet = await runImport(server, importId);
  expect(quiet).toMatchObject({
    rows_inserted: 0,
    cursor_from: "2026-01-01T11:00:00.000001Z",
    cursor_to: "2026-01-01T11:00:00.000001Z",
  });
  expect(quiet).toMatchObject({ rows_duplicate: 1 });
});

test("rows with the time of the last one are not lost, whenever they come", async () => {
  const { table, importId, names } = await follow({ lookback_seconds: 0 });
  await add(table, 1, "2026-01-01T10:00:00Z");
  await runImport(server, importId);
  await add(table, 2, "2026-01-01T10:00:00Z");
  expect(await runImport(server, importId)).toMatchObject({ rows_inserted: 1, rows_duplicate: 1 });
  expect(await names()).toEqual(["row 1", "row 2"]);
});

test("a late row is found as far as the look-back reaches, and no further", async () => {
  const { table, importId, names } = await follow({ lookback_seconds: 600 });
  await add(table, 1, "2026-01-01T10:00:00Z");
  await runImport(server, importId);
  await add(table, 2, "2026-01-01T09:50:00Z", "in time");
  await add(table, 3, "2026-01-01T09:49:59Z", "too late");
  await runImport(server, importId);
  expect(await names()).toEqual(["in time", "row 1"]);
});

test("what a transaction writes that is open during a run is found by the next one", async () => {
  const { table, importId, names } = await follow({ lookback_seconds: 0 });
  const slow = await warehouse.open();
  await slow.query("begin");
  await slow.query(`insert into ${table} values (1, now(), now(), 'slow')`);
  await warehouse.run(`insert into ${table} values (2, now(), clock_timestamp(), 'quick')`);
  await runImport(server, importId);
  await slow.query("commit");
  await slow.end();
  await runImport(server, importId);
  expect(await names()).toEqual(["quick", "slow"]);
});

test("a row that is updated within the look-back stays as it was, its time as well", async () => {
  const { table, importId, names } = await follow({ lookback_seconds: 600 });
  await add(table, 1, "2026-01-01T10:00:00Z");
  await add(table, 2, "2026-01-01T10:00:00Z");
  await runImport(server, importId);
  await warehouse.run(`update ${table} set name = 'changed' where id = 1`);
  await warehouse.run(`update ${table} set at = '2026-01-02T00:00:00Z' where id = 2`);
  await add(table, 3, "2026-01-01T10:00:00Z");
  expect(await runImport(server, importId)).toMatchObject({
    rows_read: 3,
    rows_inserted: 1,
    rows_updated: 0,
    rows_duplicate: 2,
  });
  expect(await names()).toEqual(["row 1", "row 2", "row 3"]);
});

test("what a transaction writes in another database of the same server holds up nothing", async () => {
  const { table, importId, names } = await follow({ lookback_seconds: 0 });
  const elsewhere = await startPostgresWarehouse();
  try {
    await elsewhere.run("begin");
    await elsewhere.run("create table something (id int)");
    await warehouse.run(`insert into ${table} values (1, now(), now(), 'here')`);
    await runImport(server, importId);
    expect(await names()).toEqual(["here"]);
  } finally {
    await elsewhere.close();
  }
});

test("an update is ignored, and a row that is deleted stays", async () => {
  const { table, importId, names } = await follow({ lookback_seconds: 0 });
  await add(table, 1, "2026-01-01T10:00:00Z");
  await add(table, 2, "2026-01-01T11:00:00Z");
  await runImport(server, importId);
  await warehouse.run(`update ${table} set name = 'changed' where id = 1`);
  await warehouse.run(`delete from ${table} where id = 2`);
  await runImport(server, importId);
  expect(await names()).toEqual(["row 1", "row 2"]);
});

test("loaded anew, the import has what the table has, in one step", async () => {
  const { table, importId, names } = await follow();
  await add(table, 1, "2026-01-01T10:00:00Z");
  await runImport(server, importId);
  await warehouse.run(`update ${table} set name = 'changed' where id = 1`);
  expect(await runImport(server, importId, { full_resync: true })).toMatchObject({
    rows_inserted: 1,
    kind: "full_backfill",
  });
  expect(await names()).toEqual(["changed"]);
});

test("a window takes the rows of one month alone", async () => {
  const { table, importId, names } = await follow({ sync_window: { from: "2026-02-01", to: "2026-03-01" } });
  for (const [id, at] of ["2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"].entries()) {
    await warehouse.run(`insert into ${table} values ($1, $2, '2026-03-02', $3)`, [id, at, at]);
  }
  await runImport(server, importId);
  expect(await names()).toEqual(["2026-02-01T00:00:00Z"]);
});
