import { afterAll, expect, test } from "vitest";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { refused } from "./support/orders-server.ts";
import { startServerBesidePostgres } from "./support/server-beside-postgres.ts";
import { createImport, endOfRun, IMPORTS, results, runImport, startRun } from "./support/warehouse.ts";

const { server, warehouse, sourceId, close } = await startServerBesidePostgres();
afterAll(close);

const verify = (id: number) => server.call("POST", `${IMPORTS}/${id}/verify`);
const follow = async (table: string): Promise<number> => {
  await warehouse.run(`create table ${table} (id int primary key, at timestamptz not null)`);
  await warehouse.run(`insert into ${table} values (1, '2026-01-01')`);
  const made = await createImport(server, {
    ...{ warehouse_source_id: sourceId, table_params: { table }, time_column_name: "at" },
    ...{ event_name: table, sync_mode: "mirror_mode" },
  });
  return made.id;
};
/** Whoever reads the table waits until it is let go. */
const hold = async (table: string) => {
  const holder = await warehouse.open();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await holder.query("commit");
    await holder.end();
  };
};
/** Sessions that wait for a lock in the warehouse. */
const waiting = async (): Promise<number> =>
  (
    await warehouse.run(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length;

test("a project has two imports verified at once; a third is told to come again", async () => {
  const id = await follow("places");
  await runImport(server, id);
  const letGo = await hold("places");
  const asked = [verify(id), verify(id)];
  await expect.poll(waiting).toBe(2);
  const third = await verify(id);
  expect(refused(third)).toEqual({ status: 429, type: "too_many_verifications", field: "import_id" });
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
  await letGo();
  for (const one of asked) expect(await results(one)).toMatchObject({ equal: true });
  expect(await results(verify(id))).toMatchObject({ equal: true });
});

test("a proof names what the warehouse does not take, and what to do about it", async () => {
  const id = await follow("changing");
  await runImport(server, id);
  await warehouse.run("alter table changing rename at to happened");
  const gone = await verify(id);
  expect(refused(gone)).toEqual({ status: 400, type: "column_missing", field: "time_column_name" });
  expect(gone.body.error).toMatch(/'at'.*Put the column back/);
  await warehouse.run("drop table changing");
  await warehouse.run(
    "create view changing as select 1 / (g - 1) as id, now() as at from generate_series(1, 2) g",
  );
  const broken = await verify(id);
  expect(refused(broken)).toEqual({ status: 400, type: "query_refused", field: "table_params" });
  expect(broken.body.error).toContain("division by zero");
});

test("whoever leaves takes the comparison along, and its place is free", async () => {
  const [id, other] = [await follow("leaving"), await follow("staying")];
  for (const one of [id, other]) await runImport(server, one);
  const letGo = await hold("leaving");
  const leaving = new AbortController();
  const headers = { authorization: `Basic ${btoa(FIRST_CREDENTIALS)}` };
  const ask = () =>
    fetch(`${server.url}/api/app/${IMPORTS}/${id}/verify`, {
      method: "POST",
      signal: leaving.signal,
      headers,
    });
  const asked = Promise.allSettled([ask(), ask()]);
  await expect.poll(waiting).toBe(2);
  expect(refused(await verify(other))).toMatchObject({ status: 429 });
  leaving.abort();
  expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect.poll(async () => (await verify(other)).status).toBe(200);
  await letGo();
  // The warehouse's own processes learn that nobody waits only when they have the lock.
  await expect.poll(waiting).toBe(0);
});

test("nothing is compared while a run of the import is at work, or with one that began meanwhile", async () => {
  const id = await follow("working");
  await runImport(server, id);
  const holdsRun = await hold("working");
  const run = await startRun(server, id);
  await expect.poll(waiting).toBe(1);
  expect(refused(await verify(id))).toEqual({ status: 409, type: "run_at_work", field: "import_id" });
  await holdsRun();
  expect(await endOfRun(server, id, run)).toMatchObject({ status: "SUCCEEDED" });
  const holdsProof = await hold("working");
  const asked = verify(id);
  await expect.poll(waiting).toBe(1);
  const next = await startRun(server, id);
  await expect.poll(waiting).toBe(2);
  await holdsProof();
  expect(await endOfRun(server, id, next)).toMatchObject({ status: "SUCCEEDED" });
  expect(refused(await asked)).toMatchObject({ status: 409, type: "run_at_work" });
  expect(await results(verify(id))).toMatchObject({ equal: true });
});
