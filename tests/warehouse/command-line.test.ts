import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tributary } from "../support/command-line.ts";
import type { TestServer } from "../support/test-server.ts";
import { type PostgresWarehouse, startPostgresWarehouse } from "./support/postgres-source.ts";
import { startWarehouseServer } from "./support/warehouse.ts";

let server: TestServer;
let warehouse: PostgresWarehouse;
let folder: string;
beforeAll(async () => {
  server = await startWarehouseServer();
  warehouse = await startPostgresWarehouse();
  folder = await mkdtemp(join(tmpdir(), "tributary-warehouse-cli-"));
});
afterAll(async () => {
  await server.close();
  await warehouse.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => tributary(args, { DATA_DIR: server.dataFolder });

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

test("a source, an import and a run that is watched, from the shell; a run that fails exits with 1 and says why", async () => {
  await warehouse.run("create table visits (id int primary key, at timestamptz not null)");
  await warehouse.run("insert into visits select g, '2026-01-01' from generate_series(1, 20) g");
  const source = await run(
    "warehouse-source",
    "create",
    "--file",
    await file("source.json", warehouse.source),
    "--json",
  );
  expect(source.code).toBe(0);
  const { id: sourceId } = JSON.parse(source.stdout);
  expect((await run("warehouse-source", "test", String(sourceId))).stdout).toContain("authenticate");
  const draft = {
    ...{ import_type: "event_stream", warehouse_source_id: sourceId, table_params: { table: "visits" } },
    ...{ time_column_name: "at", sync_mode: "mirror_mode", run_every: 0 },
  };
  const made = await run("import", "create-events", "--file", await file("import.json", draft), "--json");
  const { id } = JSON.parse(made.stdout);
  const watched = await run("import", "run", String(id), "--watch");
  expect(watched.code).toBe(0);
  expect(watched.stdout).toContain("20 rows read, 20 imported, 0 failed");
  expect(watched.stderr).toContain("SUCCEEDED");
  expect(JSON.parse((await run("import", "verify", String(id), "--json")).stdout)).toMatchObject({
    equal: true,
  });
  await warehouse.run("drop table visits");
  const failed = await run("import", "run", String(id), "--json");
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stderr)).toMatchObject({ status: "error", type: "table_missing" });
  expect((await run("import", "history", String(id))).stdout).toContain("FAILED");
});
