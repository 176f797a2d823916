import { afterAll, expect, test } from "vitest";
import { exportLines } from "../support/events.ts";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { createImport, endOfRun, IMPORTS, results, runImport, startRun } from "./support/warehouse.ts";

const { server, warehouse, sourceId, close } = await startServerBesidePostgres();
afterAll(close);

const follow = (table: string, sync_mode: string, more: Record<string, unknown> = {}) =>
  createImport(server, {
    ...{ warehouse_source_id: sourceId, table_params: { table }, time_column_name: "at", event_name: table },
    ...{ sync_mode, ...more },
  });

const verify = (id: number) => results(server.call("POST", `${IMPORTS}/${id}/verify`));

/** As text: a reader that makes objects of it may lose what this is about. */
const linesOf = (event: string) =>
  exportLines(server, `&event=${encodeURIComponent(JSON.stringify([event]))}`);

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
    expect(await endOfRun(server, id, run)).toMatchObject({ status: "CANCELLED" });
    expect(await runImport(server, id)).toMatchObject({
      status: "SUCCEEDED",
      rows_read: rows,
      rows_updated: 0,
    });
    expect(await verify(id)).toMatchObject({ equal: true });
    expect(await linesOf(table)).toHaveLength(rows);
  },
);
