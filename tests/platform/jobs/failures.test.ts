import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { createBoss } from "../../../src/platform/jobs/boss.ts";
import { bindJob, job } from "../../../src/platform/jobs/index.ts";
import { silentLog } from "../../../src/platform/log.ts";
import { idOf, until, useDatabases, withoutRounds } from "./support.ts";

const database = useDatabases();

const Payload = Type.Object({ n: Type.Number() });

test("a job that throws is tried again, later each time, until its attempts are used up", async () => {
  withoutRounds();
  const db = await database();
  const at: number[] = [];
  const outcomes: string[] = [];
  const broken = job({
    name: "test.broken",
    payload: Payload,
    attemptsMax: 3,
    retryDelayMs: 200,
    async run(_deps: object, _payload, { attempt }) {
      at.push(performance.now());
      throw new Error(`attempt ${attempt} failed`, { cause: new Error("the disk is full") });
    },
  });
  const metrics = { jobFinished: (name: string, outcome: string) => outcomes.push(`${name} ${outcome}`) };
  const jobs = await db.node({ random: () => 0, metrics }, [bindJob(broken, {})]);
  const id = idOf(await jobs.send(broken, { n: 1 }));
  await until("it failed", async () => (await jobs.find(id))?.state === "failed");
  const [first = 0, second = 0, third = 0] = at;
  expect(second - first).toBeGreaterThan(190);
  expect(third - second).toBeGreaterThan(390);
  expect(at).toHaveLength(3);
  const view = await jobs.find(id);
  expect(view).toMatchObject({ attempts: 3, attemptsMax: 3, error: { message: "attempt 3 failed" } });
  expect(view?.error?.stack).toMatch(/failures\.test\.ts[\s\S]*caused by: Error: the disk is full/);
  expect(outcomes).toEqual(["test.broken retried", "test.broken retried", "test.broken failed"]);
});

test("a failed job is listed and can be tried again by hand", async () => {
  const db = await database();
  let healthy = false;
  const flaky = job({
    name: "test.flaky",
    payload: Payload,
    attemptsMax: 1,
    async run(_deps: object) {
      if (!healthy) throw new Error("x".repeat(50_000));
    },
  });
  const jobs = await db.node({}, [bindJob(flaky, {})]);
  const id = idOf(await jobs.send(flaky, { n: 1 }));
  await until("it failed", async () => (await jobs.find(id))?.state === "failed");
  const listed = await jobs.list({ state: "failed" });
  expect(listed).toMatchObject({ ok: true, value: { jobs: [{ id, name: "test.flaky" }], nextCursor: null } });
  expect((await jobs.find(id))?.error?.message).toHaveLength(2000);
  healthy = true;
  expect(await jobs.retry(id)).toMatchObject({ ok: true, value: { state: "retrying", attempts: 0 } });
  await until("it completed", async () => (await jobs.find(id))?.state === "completed");
  expect(await jobs.find(id)).toMatchObject({ error: null, attempts: 1 });
  expect(await jobs.retry(id)).toEqual({ ok: false, failure: { code: "job_state", state: "completed" } });
  expect(await jobs.retry("01a1dd3c-037e-7000-b794-8b51053396ae")).toEqual({
    ok: false,
    failure: { code: "job_not_found" },
  });
  expect(await jobs.find("no id at all")).toBeUndefined();
});

test("a payload that does not fit fails its job with the reason and leaves the others alone", async () => {
  const db = await database();
  const seen: number[] = [];
  const count = job({
    name: "test.count",
    payload: Payload,
    attemptsMax: 5,
    async run(_deps: object, { n }) {
      seen.push(n);
    },
  });
  const jobs = await db.node({}, [bindJob(count, {})]);
  await db.pool.query(`insert into pgboss.job (name, data, retry_limit) values
    ('test.count', '{"count": 1}', 4), ('test.count', '[1, 2]', 4), ('test.count', null, 4)`);
  await jobs.send(count, { n: 1 });
  await until("the good one ran", () => seen.length === 1);
  await until("the others failed", async () => {
    const failed = await jobs.list({ state: "failed" });
    return failed.ok && failed.value.jobs.length === 3;
  });
  const failed = await jobs.list({ state: "failed" });
  const reasons = failed.ok ? failed.value.jobs.map((view) => view.error?.message) : [];
  for (const reason of reasons) expect(reason).toMatch(/does not fit the schema of job test\.count/);
  expect(reasons.join()).toMatch(/must have required properties n/);
});

test("a job that takes too long is told to stop and tried again", async () => {
  const db = await database();
  const attempts: number[] = [];
  const slow = job({
    name: "test.slow",
    payload: Payload,
    attemptsMax: 2,
    timeoutMs: 200,
    retryDelayMs: 1,
    async run(_deps: object, _payload, { signal, attempt }) {
      attempts.push(attempt);
      await sleep(60_000, undefined, { signal });
    },
  });
  const jobs = await db.node({}, [bindJob(slow, {})]);
  const id = idOf(await jobs.send(slow, { n: 1 }));
  await until("it failed", async () => (await jobs.find(id))?.state === "failed");
  expect(attempts).toEqual([1, 2]);
  expect((await jobs.find(id))?.error?.message).toBe("the job took longer than it may");
});

test("cancelling stops a running job at once on its own node and forgets a waiting one", async () => {
  withoutRounds();
  const db = await database();
  const stopped: unknown[] = [];
  const long = job({
    name: "test.long",
    payload: Payload,
    attemptsMax: 3,
    parallelMax: 1,
    async run(_deps: object, _payload, { signal }) {
      await sleep(60_000, undefined, { signal }).catch((error: unknown) => {
        stopped.push(signal.reason.code);
        throw error;
      });
    },
  });
  const jobs = await db.node({}, [bindJob(long, {})]);
  const running = idOf(await jobs.send(long, { n: 1 }));
  await until("it runs", async () => (await jobs.find(running))?.state === "running");
  const waiting = idOf(await jobs.send(long, { n: 2 }));
  expect(await jobs.cancel(waiting)).toMatchObject({ ok: true, value: { state: "cancelled" } });
  expect(await jobs.cancel(running)).toMatchObject({ ok: true, value: { state: "running" } });
  await until("it is cancelled", async () => (await jobs.find(running))?.state === "cancelled");
  expect(stopped).toEqual(["cancelled"]);
  expect(await jobs.cancel(running)).toEqual({
    ok: false,
    failure: { code: "job_state", state: "cancelled" },
  });
});

test("a job that runs on another node is cancelled at its next sign of life", async () => {
  const db = await database();
  const long = job({
    name: "test.long",
    payload: Payload,
    attemptsMax: 3,
    async run(_deps: object, _payload, { signal }) {
      await sleep(60_000, undefined, { signal });
    },
  });
  const runs = await db.node({ nodeId: "runs" }, [bindJob(long, {})]);
  const asks = await db.node({ nodeId: "asks" }, []);
  const id = idOf(await asks.send(long, { n: 1 }));
  await until("it runs", async () => (await runs.find(id))?.nodeId === "runs");
  expect(await asks.cancel(id)).toMatchObject({ ok: true, value: { state: "running" } });
  await until("it is cancelled", async () => (await asks.find(id))?.state === "cancelled");
});

test("finished jobs are deleted after their days; waiting ones never are", async () => {
  const db = await database();
  const kept = job({ name: "test.kept", payload: Payload, attemptsMax: 1, async run(_deps: object) {} });
  const jobs = await db.node({ finishedDays: 3 }, [bindJob(kept, {})]);
  for (let n = 0; n < 2; n++) await jobs.send(kept, { n });
  await jobs.send(kept, { n: 2 }, { startAfter: new Date(Date.now() + 3_600_000) });
  await until("two are finished", async () => {
    const listed = await jobs.list({ state: "completed" });
    return listed.ok && listed.value.jobs.length === 2;
  });
  await db.pool.query(
    `update pgboss.job set completed_on = now() - interval '4 days' where data = '{"n": 0}'`,
  );
  await db.pool.query(`update pgboss.job set created_on = now() - interval '1 year' where data = '{"n": 2}'`);
  const boss = createBoss(db.pool, silentLog, () => undefined);
  await boss.start();
  await boss.supervise();
  await boss.stop({ close: false, graceful: false });
  const left = await jobs.list({});
  expect(left.ok && left.value.jobs.map((view) => view.payload)).toEqual([{ n: 1 }, { n: 2 }]);
});

test("lists page through jobs from the newest, by state and by name", async () => {
  const db = await database();
  const make = (name: string) => job({ name, payload: Payload, attemptsMax: 1, async run(_deps: object) {} });
  const [a, b] = [make("test.a"), make("test.b")];
  const jobs = await db.node({}, [bindJob(a, {}), bindJob(b, {})]);
  const startAfter = new Date(Date.now() + 3_600_000);
  for (let n = 0; n < 5; n++) await jobs.send(a, { n }, { startAfter });
  await jobs.send(b, { n: 9 }, { startAfter });
  const seen: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page++) {
    const listed = await jobs.list({
      state: "waiting",
      name: "test.a",
      limit: 2,
      ...(cursor ? { cursor } : {}),
    });
    if (!listed.ok) throw new Error("the cursor was refused");
    seen.push(...listed.value.jobs.map((view) => view.payload));
    cursor = listed.value.nextCursor ?? undefined;
  }
  expect(seen).toEqual([4, 3, 2, 1, 0].map((n) => ({ n })));
  expect(cursor).toBeUndefined();
  expect(await jobs.list({ cursor: "nonsense" })).toEqual({ ok: false, failure: { code: "cursor_invalid" } });
});
