import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { DEFAULT_SETTINGS } from "../../src/events/index.ts";
import type { Prepared } from "./prepare.ts";

/**
 * The least anybody must do in DuckDB: the same rows into a table of the same shape, by one statement a batch. With the
 * store's own settings: DuckDB's defaults, which fold the log in after every batch, took four times as long, and would
 * have been no limit.
 */
const [folder = "", plan = ""] = process.argv.slice(2);
const { columns, batches }: Prepared = JSON.parse(await readFile(plan, "utf8"));
const TYPES: Record<string, string> = {
  varchar: "VARCHAR",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  json: "VARCHAR",
};
const rowColumns = [
  ...["e VARCHAR", "t BIGINT", "q BIGINT", "d VARCHAR", "v VARCHAR", "u VARCHAR", "i VARCHAR", "k VARCHAR"],
  "rest VARCHAR",
  ...columns.map(({ number, type }) => `p${number} ${TYPES[type]}`),
];
const names = rowColumns.map((column) => column.split(" ")[0]).join();
const shape = rowColumns.map((column) => column.replace(/(\w+) (\w+)/, "$1: '$2'")).join();

const instance = await DuckDBInstance.create(":memory:", {
  threads: String(DEFAULT_SETTINGS.threads),
  memory_limit: `${DEFAULT_SETTINGS.memoryBytesMax / 1024}KiB`,
  temp_directory: join(folder, "temp"),
  checkpoint_threshold: "1TB",
  max_vacuum_tasks: "0",
  enable_external_file_cache: "false",
});
const connection = await instance.connect();
await connection.run(`attach '${join(folder, "bare.duckdb")}' as bare (storage_version 'latest')`);
await connection.run("use bare");
await connection.run(`create table event_rows (${rowColumns.join()}, state UTINYINT, "position" BIGINT, ord UINTEGER,
  received BIGINT, lineage INTEGER)`);
let seconds = 0;
let events = 0;
const cpuBefore = process.cpuUsage();
for (const [index, batch] of batches.entries()) {
  const began = performance.now();
  await connection.run(`insert into event_rows select ${names}, 0, ${index}, o, 1760000000000, 1
    from read_json('${batch.path}', format = 'newline_delimited', columns = {o: 'UINTEGER', ${shape}})`);
  seconds += (performance.now() - began) / 1_000;
  events += batch.events;
}
const began = performance.now();
await connection.run("checkpoint bare");
seconds += (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
connection.closeSync();
instance.closeSync();
const { size } = await stat(join(folder, "bare.duckdb"));
process.stdout.write(
  JSON.stringify({
    events,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    bytes: size,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  }),
);
