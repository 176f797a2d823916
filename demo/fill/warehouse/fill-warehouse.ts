import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { askApp, pause, type Target } from "../api.ts";
import {
  changeOrders,
  renameColumn,
  WAREHOUSE_FILE,
  type WarehouseSize,
  writeWarehouse,
} from "./write-file.ts";

const SOURCES = "projects/1/warehouse-sources/sources";
const IMPORTS = "projects/1/warehouse-sources/imports";
const DAILY = 86_400_000_000_000;

/** The imports, and the rows that the first run of each brought. */
export type Imports = { orders: number; returns: number; ordersImported: number; returnsImported: number };

/** A DuckDB file, an import of it that works, every day, and one that has met a renamed column. */
export async function fillWarehouse(
  target: Target,
  folder: string,
  size: WarehouseSize,
  endMs: number,
): Promise<Imports> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, WAREHOUSE_FILE);
  await writeWarehouse(path, size, endMs);
  const source = await askApp<{ id: number }>(target, "POST", SOURCES, {
    ...{ warehouse_type: "duckdb", source_name: "Shops in town", path: WAREHOUSE_FILE },
  });
  const orders = await createImport(target, source.id, {
    ...{ table_params: { table: "orders" }, event_name: "Store Order", time_column_name: "ordered_at" },
    ...{ sync_mode: "mirror_mode", excluded_columns: ["updated_at"] },
  });
  const first = await endOfFirstRun(target, orders);
  await changeOrders(path);
  await run(target, orders, "SUCCEEDED");
  const returns = await createImport(target, source.id, {
    ...{ table_params: { table: "returns" }, event_name: "Store Return", time_column_name: "returned_at" },
    ...{ sync_mode: "full_sync" },
  });
  const brought = await endOfFirstRun(target, returns);
  await renameColumn(path);
  await run(target, returns, "FAILED");
  return { orders, returns, ordersImported: first.rows_inserted, returnsImported: brought.rows_inserted };
}

async function createImport(target: Target, sourceId: number, draft: object): Promise<number> {
  const { id } = await askApp<{ id: number }>(target, "POST", `${IMPORTS}/event-stream`, {
    ...{ import_type: "event_stream", warehouse_source_id: sourceId, run_every: DAILY },
    ...{ user_column_name: "customer_id", ...draft },
  });
  return id;
}

type Run = { run_id: string; status: string; rows_inserted: number; error: { message: string } | null };

const LOOK_EVERY_MS = 100;

/** An import with a schedule begins as soon as it is made. */
async function endOfFirstRun(target: Target, importId: number): Promise<Run> {
  for (;;) {
    const { runs } = await askApp<{ runs: Run[] }>(target, "GET", `${IMPORTS}/${importId}/history`);
    const [first] = runs;
    if (first !== undefined) return endOfRun(target, importId, first.run_id, "SUCCEEDED");
    await pause(LOOK_EVERY_MS);
  }
}

async function run(target: Target, importId: number, expected: "SUCCEEDED" | "FAILED"): Promise<Run> {
  const { run_id } = await askApp<{ run_id: string }>(target, "PUT", `${IMPORTS}/${importId}/manual-sync`);
  return endOfRun(target, importId, run_id, expected);
}

/** The run once it has ended, which has to be as expected. */
async function endOfRun(target: Target, importId: number, runId: string, expected: string): Promise<Run> {
  for (;;) {
    const one = await askApp<Run>(target, "GET", `${IMPORTS}/${importId}/runs/${runId}`);
    if (one.status === expected) return one;
    if (one.status !== "RUNNING") throw new Error(`import ${importId}: ${one.status} ${one.error?.message}`);
    await pause(LOOK_EVERY_MS);
  }
}
