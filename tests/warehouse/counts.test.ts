import { afterAll, expect, test } from "vitest";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { endOfRun, IMPORTS, results, runImport, startRun } from "./support/warehouse.ts";

const { server, warehouse, sourceId, follow, verify, linesOf, close } = await startServerBesidePostgres();
afterAll(close);

test.each(["mirror_mode", "full_sync", "one_time"])(
  "rows that the dictionary drops are passed over, each time, and told of: %s",
  async (mode) => {
    const table = `dropped_${mode}`;
    await warehouse.run(`create table ${table} (id int primary key, at timestamptz not null)`);
    await warehouse.run(`insert into ${table} select n, '2026-01-01' from generate_series(1, 10) n`);
    await results(server.call("PATCH", `projects/1/dictionary/event/${table}`, { body: { dropped: true } }));
    const { id } = await follow(table, mode);
    for (let times = 0; times < (mode === "one_time" ? 1 : 2); times += 1) {
      const run = await runImport(server, id);
      expect(run).toMatchObject({
        ...{ status: "SUCCEEDED", rows_read: 10, rows_skipped: 10, rows_inserted: 0, rows_duplicate: 0 },
      });
      expect(run.warnings).toContainEqual({ code: "dropped_event", count: 10, sample: table });
    }
    expect(await linesOf(table)).toEqual([]);
  },
);

test("of rows with one key, some gone and one changed, each is counted as what it is", async () => {
  await warehouse.run("create table shared_key (k int, at timestamptz not null, v text)");
  await warehouse.run(
    "insert into shared_key values (1, '2026-01-01', 'a'), (1, '2026-01-01', 'b'), (1, '2026-01-01', 'c'), (2, '2026-01-01', 'z')",
  );
  const { id } = await follow("shared_key", "mirror_mode", { primary_key_columns: ["k"] });
  await runImport(server, id);
  await warehouse.run("delete from shared_key where v in ('b', 'c')");
  await warehouse.run("update shared_key set v = 'a2' where v = 'a'");
  expect(await runImport(server, id)).toMatchObject({
    ...{ rows_read: 2, rows_updated: 1, rows_inserted: 0, rows_deleted: 2, rows_unchanged: 1 },
  });
});

test.each(["mirror_mode", "time_based"])(
  "a row that is a copy of one of an earlier run is told of: %s",
  async (mode) => {
    const table = `later_${mode}`;
    await warehouse.run(
      `create table ${table} (id int primary key, at timestamptz not null, written timestamptz not null, message text, n int)`,
    );
    await warehouse.run(
      `insert into ${table} values (1, '2026-01-01', '2026-01-01', 'm', 1), (2, '2026-01-01', '2026-01-01', 'q', 1)`,
    );
    const { id } = await follow(table, mode, {
      property_mappings: { message: "$insert_id" },
      ...(mode === "time_based" ? { insert_time_column_name: "written" } : {}),
    });
    const first = await runImport(server, id);
    expect(first).toMatchObject({ rows_inserted: 2, rows_duplicate: 0 });
    expect(first.warnings.map(({ code }) => code)).not.toContain("copy_of_event");
    await warehouse.run(`insert into ${table} values (3, '2026-01-01', '2026-01-02', 'm', 2)`);
    const run = await runImport(server, id);
    expect(run).toMatchObject({ rows_inserted: 0, rows_updated: 0 });
    expect(run.warnings).toContainEqual(expect.objectContaining({ code: "copy_of_event", count: 1 }));
    expect(await linesOf(table)).toHaveLength(2);
    expect(await verify(id)).toMatchObject({ equal: true, rows_stored: 3, rows_copies: 1 });
  },
);

test("of a column and another that is renamed to its name, the renamed one stands", async () => {
  await warehouse.run(
    "create table renamed_to (id int primary key, at timestamptz not null, a text, b text)",
  );
  await warehouse.run("insert into renamed_to values (1, '2026-01-01', 'of a', 'of b')");
  const { id } = await follow("renamed_to", "mirror_mode", { property_mappings: { a: "b" } });
  const run = await runImport(server, id);
  expect(run.warnings).toContainEqual({ code: "property_collision", count: 1, sample: "b" });
  const [line = ""] = await linesOf("renamed_to");
  expect(JSON.parse(line).properties).toMatchObject({ b: "of a" });
});

test("keys of the JSON column that are taken are told of, and ignore nothing", async () => {
  await warehouse.run("create table json_keys (id int primary key, at timestamptz not null, doc jsonb)");
  await warehouse.run(
    `insert into json_keys values (1, '2026-01-01', '{"time": 1, "$import": false, "$ignore": true, "fine": 2}')`,
  );
  const { id } = await follow("json_keys", "mirror_mode", { json_properties_column_name: "doc" });
  const run = await runImport(server, id);
  expect(run.warnings).toContainEqual(expect.objectContaining({ code: "property_collision", count: 3 }));
  const [line = ""] = await linesOf("json_keys");
  expect(JSON.parse(line).properties).toMatchObject({ fine: 2, $import: true });
});

test.each(["mirror_mode", "time_based", "lookup_table"])(
  "a run that waits for its warehouse can be called off: %s",
  async (mode) => {
    const table = `locked_${mode}`;
    await warehouse.run(`create table ${table} (id int primary key, at timestamptz not null)`);
    const { id } =
      mode === "lookup_table"
        ? await results<{ id: number }>(
            server.call("POST", `${IMPORTS}/lookup-table`, {
              body: {
                ...{ import_type: mode, warehouse_source_id: sourceId, table_params: { table } },
                ...{
                  property_key_column_name: "id",
                  service_property: { value: "sku", resourceType: "event" },
                  sync_mode: "full_sync",
                  run_every: 0,
                },
              },
            }),
          )
        : await follow(table, mode, mode === "time_based" ? { insert_time_column_name: "at" } : {});
    const holder = await warehouse.open();
    await holder.query("begin");
    await holder.query(`lock table ${table} in access exclusive mode`);
    const run = await startRun(server, id);
    const waiting = async () =>
      (
        await warehouse.run(
          "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).length;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await server.call("POST", `${IMPORTS}/${id}/runs/${run}/cancel`);
    // The lock is still held.
    expect(await endOfRun(server, id, run)).toMatchObject({ status: "CANCELLED", rows_read: 0 });
    // Nor does the warehouse go on with it.
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    await holder.query("rollback");
    await holder.end();
    expect(await runImport(server, id)).toMatchObject({ status: "SUCCEEDED" });
  },
  60_000,
);
