import { expect, test } from "vitest";
import { bindJob } from "../../../src/platform/jobs/index.ts";
import { endless } from "./child.ts";
import { useChildren } from "./children.ts";
import { idOf, until, useDatabases, withoutRounds } from "./support.ts";

const database = useDatabases();
const startChild = useChildren();

test("what a killed process ran is taken up at once when its node starts again", async () => {
  const db = await database();
  const child = await startChild(db.url, "one", 600_000);
  const attempts: number[] = [];
  const sender = await db.node({ nodeId: "sender" }, []);
  const id = idOf(await sender.send(endless, { forMs: 0 }));
  await until("the child runs it", () => child.said.length >= 2);
  await child.kill();
  withoutRounds();
  const lost: string[] = [];
  await db.node({ nodeId: "one", metrics: { jobFinished: (_name, outcome) => lost.push(outcome) } }, [
    bindJob(endless, { started: async (attempt) => void attempts.push(attempt) }),
  ]);
  await until("it ran again", () => attempts.length === 1);
  expect(attempts).toEqual([2]);
  expect(lost[0]).toBe("lost");
  await until("it is recorded", async () => (await sender.find(id))?.state === "completed");
});

test("a node whose lease is cut gets it back and goes on", async () => {
  withoutRounds();
  const db = await database();
  const attempts: number[] = [];
  const jobs = await db.node({ nodeId: "one" }, [
    bindJob(endless, { started: async (attempt) => void attempts.push(attempt) }),
  ]);
  const holders =
    "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
  await db.pool.query(`select pg_terminate_backend(pid, 5000) from (${holders}) lease`);
  await until("the lease is held again", async () => (await db.pool.query(holders)).rowCount === 1);
  const client = await db.pool.connect();
  await client.query("begin");
  await jobs.send(endless, { forMs: 0 }, { transaction: client });
  await client.query("commit");
  client.release();
  await until("it is notified", () => attempts.length === 1);
});

test("a job that kills its process every time is given up after its attempts", async () => {
  const db = await database();
  const sender = await db.node({ nodeId: "sender" }, []);
  let id = "";
  for (let attempt = 1; attempt <= 3; attempt++) {
    const child = await startChild(db.url, "one", 600_000);
    if (attempt === 1) id = idOf(await sender.send(endless, { forMs: 0 }));
    await until("the child runs it", () => child.said.length >= 2);
    expect(child.said[1]).toEqual({ started: attempt });
    await child.kill();
  }
  await db.node({ nodeId: "one" }, [bindJob(endless, { started: async () => undefined })]);
  // A start does not wait for ever until Postgres has freed the lock of the killed process.
  await until("it is given up", async () => (await sender.find(id))?.state === "failed");
  expect(await sender.find(id)).toMatchObject({
    attempts: 3,
    error: { message: "the node that ran this job stopped before it was finished" },
  });
});

test("losing every connection in the middle of a run neither loses the job nor repeats it", async () => {
  const db = await database();
  const attempts: number[] = [];
  const gate = Promise.withResolvers<void>();
  const declared = [
    bindJob(endless, {
      started: async (attempt) => {
        attempts.push(attempt);
        await gate.promise;
      },
    }),
  ];
  const jobs = await db.node({ nodeId: "one" }, declared);
  await db.node({ nodeId: "two" }, declared);
  const id = idOf(await jobs.send(endless, { forMs: 0 }));
  await until("it runs", () => attempts.length === 1);
  await db.pool.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  gate.resolve();
  await until(
    "it is recorded",
    async () => (await jobs.find(id).catch(() => undefined))?.state === "completed",
  );
  expect(attempts).toEqual([1]);
});
