import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { backupJobs, bindJob, job, restoreJobs } from "../../../src/platform/jobs/index.ts";
import { until, useDatabases } from "./support.ts";

const database = useDatabases();

type Deps = { seen: string[]; hang?: boolean };

const save = job({
  name: "test.save",
  payload: Type.Object({ n: Type.Number() }),
  attemptsMax: 3,
  parallelMax: 1,
  retryDelayMs: 60_000,
  serialBy: ({ n }) => `key ${n}`,
  async run({ seen, hang }: Deps, { n }, { signal, attempt }) {
    seen.push(`${n} attempt ${attempt}`);
    if (n === 1 && attempt === 1) throw new Error("not yet");
    if (hang) await sleep(60_000, undefined, { signal });
  },
});

const nightly = job({
  name: "test.nightly",
  payload: Type.Object({}),
  attemptsMax: 1,
  schedule: { cron: "0 3 * * *", timeZone: "UTC", payload: {} },
  async run(_deps: object) {},
});

test("a backup carries every job that is not finished to an empty database", async () => {
  const from = await database();
  const before: Deps = { seen: [], hang: true };
  const old = await from.node({}, [bindJob(save, before), bindJob(nightly, {})]);
  await old.send(save, { n: 1 });
  await until("the first failed once", () => before.seen.length === 1);
  await old.send(save, { n: 2 });
  await until("the second runs", () => before.seen.length === 2);
  await old.send(save, { n: 3 });
  await old.send(save, { n: 4 }, { startAfter: new Date(Date.now() + 3_600_000) });
  const lines = await Array.fromAsync(backupJobs(from.pool));
  expect(lines).toHaveLength(5);

  const to = await database();
  const after: Deps = { seen: [] };
  const jobs = await to.node({}, [bindJob(save, after), bindJob(nightly, {})]);
  expect(await restoreJobs(to.pool, [...lines, ""])).toEqual({ restored: 4, present: 1 });
  await until("what was running and waiting ran", () => after.seen.length === 2);
  expect(after.seen).toEqual(["2 attempt 2", "3 attempt 1"]);
  const retrying = await jobs.list({ state: "retrying" });
  expect(retrying).toMatchObject({
    ok: true,
    value: { jobs: [{ payload: { n: 1 }, serialKey: "key 1", attempts: 1, error: { message: "not yet" } }] },
  });
  const waiting = await jobs.list({ state: "waiting" });
  expect(waiting.ok && waiting.value.jobs.map((view) => view.name).toSorted()).toEqual([
    "test.nightly",
    "test.save",
  ]);
  expect(await restoreJobs(to.pool, lines)).toEqual({ restored: 0, present: 5 });
});

test("jobs of a kind that is no longer declared are restored and wait", async () => {
  const from = await database();
  const old = await from.node({}, [bindJob(save, { seen: [] })]);
  await old.send(save, { n: 4 }, { startAfter: new Date(Date.now() + 3_600_000) });
  const lines = await Array.fromAsync(backupJobs(from.pool));
  const to = await database();
  const jobs = await to.node({}, []);
  expect(await restoreJobs(to.pool, lines)).toEqual({ restored: 1, present: 0 });
  expect(await jobs.list({})).toMatchObject({
    ok: true,
    value: { jobs: [{ name: "test.save", state: "waiting" }] },
  });
  await expect(restoreJobs(to.pool, ['{"name": "test.save"}'])).rejects.toThrow("line 1 of the saved jobs");
});
