import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../../src/journal/testing/random.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { call, createDatabase } from "../support/test-server.ts";
import { type PostgresWarehouse, startPostgresWarehouse } from "./support/postgres-source.ts";

// WAREHOUSE_SEED=17 WAREHOUSE_KILLS=1 npx vitest run tests/warehouse/kills.long.test.ts
const KILLS = Number(process.env.WAREHOUSE_KILLS ?? (process.env.TRIBUTARY_TEST_LONG === "1" ? 50 : 2));
const FIRST = Number(process.env.WAREHOUSE_SEED ?? 1);
const CHILD = fileURLToPath(new URL("kill-child.ts", import.meta.url));
const ROWS = 8000;
const TIMEOUT_MS = 60_000 + KILLS * 60_000;
const POINTS = [
  ["warehouse.planned", 1],
  ["store.rows_loaded", 2],
  ["store.before_commit", 2],
  ["store.after_commit", 2],
  ["warehouse.before_commit", 1],
  ["warehouse.after_commit", 1],
  ["warehouse.read", 1],
] as const;
const MODES = ["mirror_mode", "full_sync", "time_based", "one_time"] as const;

const children = new Set<ChildProcess>();
// A test that fails leaves no server behind.
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

type Child = { process: ChildProcess; url: string; ended: Promise<unknown> };

async function startChild(databaseUrl: string, folder: string, point = "", nth = 1): Promise<Child> {
  const child = spawn(process.execPath, [CHILD, databaseUrl, folder, point, String(nth)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const ended = new Promise((resolve) => child.once("close", resolve));
  void ended.then(() => children.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (text: Buffer) => {
      const found = /ready on (\S+)/.exec(String(text))?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error("the child ended before it was ready")));
  });
  return { process: child, url, ended };
}

const path = (rest: string) => `projects/1/warehouse-sources/${rest}`;

async function importOf(url: string, warehouse: PostgresWarehouse, sync_mode: string): Promise<number> {
  const source = await call(url, "POST", path("sources"), { body: warehouse.source });
  const made = await call(url, "POST", path("imports/event-stream"), {
    body: {
      ...{
        import_type: "event_stream",
        warehouse_source_id: source.body.results.id,
        table_params: { table: "rows" },
      },
      ...{ time_column_name: "at", event_name: "Row", user_column_name: "who", sync_mode, run_every: 0 },
    },
  });
  return made.body.results.id;
}

/** Waits for the end of an import's last run, whichever server does it. */
async function lastRun(url: string, importId: number): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await call(url, "GET", path(`imports/${importId}`));
    const { last_run } = body.results;
    if (last_run !== null && last_run.status !== "RUNNING") return last_run;
    await sleep(30);
  }
}

async function storedIds(url: string): Promise<string[]> {
  const to = new Date().toISOString().slice(0, 10);
  const { body } = await call(url, "GET", `/api/2.0/export?project_id=1&from_date=2025-01-01&to_date=${to}`);
  return String(body)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line).properties)
    .map(({ id, name }) => `${id} ${name}`)
    .sort();
}

test(
  `a server that is killed ${KILLS} times in the middle of a run ends at the same events`,
  async () => {
    for (let seed = FIRST; seed < FIRST + KILLS; seed += 1) {
      const random = seededRandom(seed);
      const mode = MODES[seed % MODES.length] ?? "mirror_mode";
      const [point, nth] = random.pick(POINTS);
      const label = `seed ${seed}: ${mode} at ${point}`;
      const databaseUrl = await createDatabase(TEMPLATE);
      const folder = await mkdtemp(join(tmpdir(), "tributary-kill-"));
      const warehouse = await startPostgresWarehouse();
      await warehouse.run(
        `create table rows as select g as id, timestamptz '2026-01-01' + g * interval '1 minute' as at, 'u' || g % 9 as who, 'first' as name from generate_series(1, ${ROWS}) g`,
      );
      await warehouse.run("alter table rows alter at set not null, add primary key (id)");
      // A mirror is killed in its second run, the one that has a difference to find.
      let first = await startChild(databaseUrl, folder, mode === "mirror_mode" ? "" : point, nth);
      const importId = await importOf(first.url, warehouse, mode);
      if (mode === "mirror_mode") {
        await call(first.url, "PUT", path(`imports/${importId}/manual-sync`));
        await lastRun(first.url, importId);
        first.process.kill("SIGTERM");
        await first.ended;
        await warehouse.run("update rows set name = 'second' where id % 10 = 0");
        await warehouse.run("delete from rows where id % 10 = 1");
        first = await startChild(databaseUrl, folder, point, nth);
      }
      // It may die before it has answered.
      await call(first.url, "PUT", path(`imports/${importId}/manual-sync`)).catch(() => undefined);
      // Where the point is not met, the moment decides.
      await Promise.race([first.ended, sleep(1500 + random.below(1000))]);
      first.process.kill("SIGKILL");
      await first.ended;
      const second = await startChild(databaseUrl, folder);
      expect(await lastRun(second.url, importId), label).toMatchObject({ status: "SUCCEEDED" });
      const expected = (await warehouse.run("select id || ' ' || name as line from rows"))
        .map(({ line }) => String(line))
        .sort();
      expect(await storedIds(second.url), label).toEqual(expected);
      second.process.kill("SIGTERM");
      await second.ended;
      await warehouse.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);

test("what died while it was loaded anew loses nothing; what died while it was committed, and was called off meanwhile, ends", async () => {
  const databaseUrl = await createDatabase(TEMPLATE);
  const folder = await mkdtemp(join(tmpdir(), "tributary-kill-"));
  const warehouse = await startPostgresWarehouse();
  await warehouse.run(
    "create table rows as select g as id, timestamptz '2026-01-01' as at, 'u' || g % 9 as who, 'first' as name from generate_series(1, 500) g",
  );
  await warehouse.run("alter table rows alter at set not null, add primary key (id)");
  const anew = await startChild(databaseUrl, folder, "warehouse.before_commit", 2);
  const importId = await importOf(anew.url, warehouse, "time_based");
  const at = path(`imports/${importId}`);
  await call(anew.url, "PUT", `${at}/manual-sync`);
  expect(await lastRun(anew.url, importId)).toMatchObject({ status: "SUCCEEDED", rows_inserted: 500 });
  await call(anew.url, "POST", `${at}/reset`).catch(() => undefined);
  await anew.ended;

  const committing = await startChild(databaseUrl, folder, "warehouse.read", 2);
  expect(await lastRun(committing.url, importId)).toMatchObject({
    ...{ status: "SUCCEEDED", attempts: 2, rows_inserted: 500, rows_duplicate: 0 },
  });
  expect(await storedIds(committing.url)).toHaveLength(500);
  const { body } = await call(committing.url, "POST", `${at}/verify`);
  expect(body.results).toMatchObject({ equal: true });
  await call(committing.url, "PUT", `${at}/manual-sync`).catch(() => undefined);
  await committing.ended;

  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query(
    "update warehouse_run set cancel_asked = true where ended_at is null returning state",
  );
  expect(rows).toEqual([{ state: "COMMITTING" }]);
  await database.end();
  const last = await startChild(databaseUrl, folder);
  expect(await lastRun(last.url, importId)).toMatchObject({ status: "CANCELLED", rows_total: 500 });
  last.process.kill("SIGTERM");
  await last.ended;
  await warehouse.close();
  await rm(folder, { recursive: true, force: true });
}, 90_000);
