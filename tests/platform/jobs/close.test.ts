import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { bindJob, job } from "../../../src/platform/jobs/index.ts";
import { idOf, until, useDatabases, withoutRounds } from "./support.ts";

const database = useDatabases();

/** A close that waited for its bound, and not for the jobs, would outlast the test. */
const LONGER_THAN_A_TEST_MS = 600_000;

type Deps = { attempts: number[]; work: (signal: AbortSignal) => Promise<void> };

const work = job({
  name: "test.work",
  payload: Type.Object({}),
  attemptsMax: 1,
  async run(deps: Deps, _payload, { signal, attempt }) {
    deps.attempts.push(attempt);
    await deps.work(signal);
  },
});

test("closing waits for a job that finishes in time, and it counts as done", async () => {
  const db = await database();
  const deps: Deps = { attempts: [], work: () => sleep(300) };
  const jobs = await db.node({ nodeId: "one" }, [bindJob(work, deps)]);
  const id = idOf(await jobs.send(work, {}));
  await until("it runs", () => deps.attempts.length === 1);
  await jobs.close({ timeoutMs: LONGER_THAN_A_TEST_MS });
  const again = await db.node({ nodeId: "one" }, [bindJob(work, deps)]);
  expect((await again.find(id))?.state).toBe("completed");
});

test("a job that obeys the signal is given back without costing an attempt", async () => {
  const db = await database();
  const deps: Deps = { attempts: [], work: (signal) => sleep(60_000, undefined, { signal }) };
  const jobs = await db.node({ nodeId: "one" }, [bindJob(work, deps)]);
  await jobs.send(work, {});
  await until("it runs", () => deps.attempts.length === 1);
  await jobs.close({ timeoutMs: LONGER_THAN_A_TEST_MS });
  await db.node({ nodeId: "two" }, [bindJob(work, { ...deps, work: () => Promise.resolve() })]);
  await until("another node took it up", () => deps.attempts.length === 2);
  expect(deps.attempts).toEqual([1, 1]);
});

test("a job that ignores the signal is left after the bound and taken up at once by the next start", async () => {
  const db = await database();
  const gate = Promise.withResolvers<void>();
  const first: Deps = { attempts: [], work: () => gate.promise };
  const jobs = await db.node({ nodeId: "one" }, [bindJob(work, first)]);
  const id = idOf(await jobs.send(work, {}));
  await until("it runs", () => first.attempts.length === 1);
  await jobs.close({ timeoutMs: 300 });
  withoutRounds();
  const second: Deps = { attempts: [], work: () => Promise.resolve() };
  const again = await db.node({ nodeId: "one" }, [bindJob(work, second)]);
  await until("it was taken up", () => second.attempts.length === 1);
  expect(second.attempts).toEqual([1]);
  await until("it is recorded", async () => (await again.find(id))?.state === "completed");
  gate.resolve();
});

test("nothing new starts while a node closes, and closing twice is one close", async () => {
  const db = await database();
  const gate = Promise.withResolvers<void>();
  const deps: Deps = { attempts: [], work: () => gate.promise };
  const jobs = await db.node({ database: { pool: db.pool } }, [bindJob(work, deps)]);
  await jobs.send(work, {});
  await until("it runs", () => deps.attempts.length === 1);
  const closing = jobs.close({ timeoutMs: LONGER_THAN_A_TEST_MS });
  const id = idOf(await jobs.send(work, {}));
  gate.resolve();
  await Promise.all([closing, jobs.close({ timeoutMs: LONGER_THAN_A_TEST_MS })]);
  expect(deps.attempts).toHaveLength(1);
  // Claimed in the moment of closing it goes back, and is `retrying`; otherwise it was never touched.
  const left = await jobs.find(id);
  expect(left?.attempts).toBe(0);
  expect(["waiting", "retrying"]).toContain(left?.state);
});
