import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { bindJob, job } from "../../../src/platform/jobs/index.ts";
import { idOf, until, useDatabases, withoutRounds } from "./support.ts";

const database = useDatabases();

type Deps = { seen: string[]; at?: number[] };

const greet = job({
  name: "test.greet",
  payload: Type.Object({ name: Type.String({ minLength: 1 }) }),
  attemptsMax: 3,
  async run(deps: Deps, { name }, { attempt, jobId }) {
    deps.seen.push(`${name} ${attempt} ${jobId.length}`);
    deps.at?.push(Date.now());
  },
});

test("a sent job runs once, with its payload, without waiting for the next look", async () => {
  withoutRounds();
  const db = await database();
  const deps: Deps = { seen: [] };
  const jobs = await db.node({}, [bindJob(greet, deps)]);
  for (let n = 1; n <= 9; n++) {
    const id = idOf(await jobs.send(greet, { name: `ana ${n}` }));
    await until("it ran", () => deps.seen.length === n);
    await until("it is recorded", async () => (await jobs.find(id))?.state === "completed");
  }
  await sleep(200);
  expect(deps.seen).toEqual(Array.from({ length: 9 }, (_, n) => `ana ${n + 1} 1 36`));
});

test("a payload that breaks its schema is not sent", async () => {
  const db = await database();
  const jobs = await db.node({}, [bindJob(greet, { seen: [] })]);
  await expect(jobs.send(greet, { name: "" })).rejects.toThrow(
    /does not fit the schema of job test.greet: \/name/,
  );
  // @ts-expect-error a payload of another type does not compile
  await expect(jobs.send(greet, { name: 7 })).rejects.toThrow(/\/name must be string/);
  // @ts-expect-error neither does one that lacks a field
  await expect(jobs.send(greet, {})).rejects.toThrow(/name/);
  await expect(jobs.send(greet, { name: "x".repeat(70_000) })).rejects.toThrow(/larger than/);
});

test("a deferred job waits for its time and then starts promptly", async () => {
  withoutRounds();
  const db = await database();
  const at: number[] = [];
  const deps: Deps = { seen: [], at };
  const jobs = await db.node({}, [bindJob(greet, deps)]);
  const startAfter = new Date(Date.now() + 700);
  await jobs.send(greet, { name: "later" }, { startAfter });
  await until("it ran", () => at.length === 1);
  expect(at[0]).toBeGreaterThanOrEqual(startAfter.getTime());
});

test("a job sent in a transaction exists only if the transaction commits", async () => {
  withoutRounds();
  const db = await database();
  const deps: Deps = { seen: [] };
  const jobs = await db.node({}, [bindJob(greet, deps)]);
  const client = await db.pool.connect();
  await client.query("begin");
  await jobs.send(greet, { name: "undone" }, { transaction: client });
  await client.query("rollback");
  await client.query("begin");
  await jobs.send(greet, { name: "done" }, { transaction: client });
  await sleep(200);
  expect(deps.seen).toEqual([]);
  await client.query("commit");
  client.release();
  await until("the committed one ran", () => deps.seen.length === 1);
  expect(deps.seen[0]).toMatch(/^done/);
  expect(await jobs.list({})).toMatchObject({ ok: true, value: { jobs: [{ payload: { name: "done" } }] } });
});

test("a Kysely transaction can carry the job too", async () => {
  const db = await database();
  const deps: Deps = { seen: [] };
  const jobs = await db.node({}, [bindJob(greet, deps)]);
  const kysely = new Kysely<Record<never, never>>({ dialect: new PostgresDialect({ pool: db.pool }) });
  const undone = kysely.transaction().execute(async (transaction) => {
    await jobs.send(greet, { name: "undone" }, { transaction });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  await kysely.transaction().execute((transaction) => jobs.send(greet, { name: "done" }, { transaction }));
  await until("the committed one ran", () => deps.seen.length === 1);
  await sleep(100);
  expect(deps.seen).toHaveLength(1);
});

test("while a job with a unique key waits, a second send does nothing", async () => {
  const db = await database();
  const seen: number[] = [];
  const gate = Promise.withResolvers<void>();
  const rebuild = job({
    name: "test.rebuild",
    payload: Type.Object({ projectId: Type.Number(), n: Type.Number() }),
    attemptsMax: 1,
    parallelMax: 1,
    uniqueBy: ({ projectId }) => String(projectId),
    async run(_deps: object, { n }) {
      seen.push(n);
      await gate.promise;
    },
  });
  const jobs = await db.node({}, [bindJob(rebuild, {})]);
  await jobs.send(rebuild, { projectId: 1, n: 1 });
  await until("the first runs", () => seen.length === 1);
  const kinds = await Promise.all(
    [2, 3, 4, 5].map(async (n) => (await jobs.send(rebuild, { projectId: 1, n })).kind),
  );
  expect(kinds.toSorted()).toEqual(["already_waiting", "already_waiting", "already_waiting", "sent"]);
  expect((await jobs.send(rebuild, { projectId: 2, n: 6 })).kind).toBe("sent");
  gate.resolve();
  await until("all ran", () => seen.length === 3);
  await sleep(100);
  expect(seen).toHaveLength(3);
});

test("a slow job does not hold up the jobs of another queue", async () => {
  const db = await database();
  const deps: Deps = { seen: [] };
  const slow = job({
    name: "test.slow",
    payload: Type.Object({}),
    attemptsMax: 1,
    async run(_deps: object, _payload, { signal }) {
      await sleep(60_000, undefined, { signal });
    },
  });
  const jobs = await db.node({}, [bindJob(slow, {}), bindJob(greet, deps)]);
  for (let n = 0; n < 20; n++) await jobs.send(slow, {});
  await jobs.send(greet, { name: "quick" });
  await until("the quick one ran", () => deps.seen.length === 1);
});
