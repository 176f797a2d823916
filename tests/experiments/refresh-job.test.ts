import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { event, exposure, runExperiment } from "./exposing.ts";
import { EXPERIMENTS, experimentsOf, flagBody } from "./support.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Brings the hour of the job forward. */
async function runHourlyJob(): Promise<void> {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rowCount } = await client.query(
    "update pgboss.job set start_after = now() where name = 'experiments.refresh-active' and state = 'created'",
  );
  await client.end();
  expect(rowCount).toBe(1);
}

test("what was erased while the numbers were computed does not come back with them", async () => {
  const at = experimentsOf(server);
  const test = { users: { ana: "treatment" } };
  const flag = await at.createFlag({ ruleset: { ...flagBody().ruleset, test } });
  const { id } = await at.create({ settings: { featureFlag: { id: flag.id } } });
  await at.launch(id);
  await at.decide(id, { success: true, variant: "treatment" });
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("select from experiment where id = $1 for update", [id]);
  const computing = server.call("POST", `${EXPERIMENTS}/${id}/compute`);
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 30_000 }).toBe(1);
  await client.query(
    `update experiment set results_cache = replace(results_cache, '"ana"', '"nobody"') where id = $1`,
    [id],
  );
  await client.query("commit");
  await client.end();
  expect((await computing).status).toBe(200);
  const { results_cache } = await at.get(id);
  expect(results_cache.decision.previous_ruleset.test.users).toEqual({ nobody: "treatment" });
});

test("the hourly job fills the caches of what runs, and of what ended since; a decided experiment stays as it is", async () => {
  const at = experimentsOf(server);
  const metrics = [{ id: "m", name: "M", event: { name: "Order" } }];
  const events = (name: string) => [
    exposure(name, `${name} a`, "control"),
    exposure(name, `${name} b`, "treatment"),
    event("Order", `${name} b`, 1),
  ];
  const [active, concluded, decided] = [
    await runExperiment(server, { metrics }, events),
    await runExperiment(server, { metrics }, events),
    await runExperiment(server, { metrics }, events),
  ];
  const draft = await at.create({ metrics });
  await at.conclude(concluded.id);
  const frozen = await at.decide(decided.id, { success: false });
  const before = await at.get(active.id);
  expect(before.exposures_cache).toEqual({});
  await runHourlyJob();
  for (let look = 0; look < 600; look += 1) {
    const records = await Promise.all([at.get(active.id), at.get(concluded.id)]);
    if (records.every(({ exposures_cache }) => "$overall" in exposures_cache)) break;
    await sleep(100);
  }
  const after = await at.get(active.id);
  expect(after).toMatchObject({ exposures_cache: { control: 1, treatment: 1 }, modified: before.modified });
  expect(after.results_cache.metrics.m.treatment.value).toBe(1);
  expect((await at.get(concluded.id)).results_cache.metrics.m.control.value).toBe(0);
  expect(await at.get(decided.id)).toEqual(frozen);
  expect((await at.get(draft.id)).results_cache).toEqual({});
});
