import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { bindJob } from "../../../src/platform/jobs/index.ts";
import { endless } from "./child.ts";
import { idOf, until, useDatabases } from "./support.ts";

const database = useDatabases();
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** A node in a process of its own, so that it can really be killed or stopped. */
async function startChild(
  url: string,
  nodeId: string,
  forMs: number,
): Promise<{ child: ChildProcess; said: unknown[] }> {
  const child = fork(fileURLToPath(new URL("./child.ts", import.meta.url)), [url, nodeId, String(forMs)], {
    execArgv: [],
  });
  children.push(child);
  const said: unknown[] = [];
  child.on("message", (message) => said.push(message));
  await until("the child is ready", () => said.length > 0);
  return { child, said };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("what a killed process ran is taken up at once when its node starts again", async () => {
  const db = await database();
  const { child, said } = await startChild(db.url, "one", 600_000);
  const attempts: number[] = [];
  const sender = await db.node({ nodeId: "sender" }, []);
  const id = idOf(await sender.send(endless, { forMs: 0 }));
  await until("the child runs it", () => said.length === 2);
  await kill(child);
  const before = performance.now();
  const lost: string[] = [];
  await db.node({ nodeId: "one", metrics: { jobFinished: (_name, outcome) => lost.push(outcome) } }, [
    bindJob(endless, { started: async (attempt) => void attempts.push(attempt) }),
  ]);
  await until("it ran again", () => attempts.length === 1, 2_000);
  expect(performance.now() - before).toBeLessThan(2_000);
  expect(attempts).toEqual([2]);
  expect(lost[0]).toBe("lost");
  await until("it is recorded", async () => (await sender.find(id))?.state === "completed");
});

test("what a killed process ran is taken up by another node within seconds", async () => {
  const db = await database();
  const { child, said } = await startChild(db.url, "one", 600_000);
  const attempts: number[] = [];
  const sender = await db.node({ nodeId: "sender" }, []);
  await sender.send(endless, { forMs: 0 });
  await until("the child runs it", () => said.length === 2);
  await db.node({ nodeId: "two" }, [
    bindJob(endless, { started: async (attempt) => void attempts.push(attempt) }),
  ]);
  await sleep(12_000);
  expect(attempts, "a live node keeps its job").toEqual([]);
  const before = performance.now();
  await kill(child);
  await until("the other node ran it", () => attempts.length === 1);
  expect(performance.now() - before).toBeLessThan(16_000);
  expect(attempts).toEqual([2]);
});

test("a node that is only stalled keeps its job, however long it is silent", async () => {
  const db = await database();
  const { child, said } = await startChild(db.url, "one", 1_000);
  const attempts: number[] = [];
  const sender = await db.node({ nodeId: "sender" }, []);
  const id = idOf(await sender.send(endless, { forMs: 0 }));
  await until("the child runs it", () => said.length === 2);
  child.kill("SIGSTOP");
  await db.node({ nodeId: "two" }, [
    bindJob(endless, { started: async (attempt) => void attempts.push(attempt) }),
  ]);
  await sleep(22_000);
  expect(attempts).toEqual([]);
  child.kill("SIGCONT");
  await until("the child ended it", async () => (await sender.find(id))?.state === "completed");
  expect(said).toContainEqual({ ended: 1 });
  expect(attempts).toEqual([]);
});

test("a node whose lease is cut gets it back and goes on", async () => {
  const db = await database();
  const attempts: number[] = [];
  const jobs = await db.node({ nodeId: "one" }, [
    bindJob(endless, { started: async (attempt) => void attempts.push(attempt) }),
  ]);
  const holders =
    "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
  await db.pool.query(`select pg_terminate_backend(pid) from (${holders}) lease`);
  await until("the lease is held again", async () => (await db.pool.query(holders)).rowCount === 1, 3_000);
  const client = await db.pool.connect();
  await client.query("begin");
  await jobs.send(endless, { forMs: 0 }, { transaction: client });
  await client.query("commit");
  client.release();
  await until("it is notified", () => attempts.length === 1, 200);
});

test("a job that kills its process every time is given up after its attempts", async () => {
  const db = await database();
  const sender = await db.node({ nodeId: "sender" }, []);
  let id = "";
  for (let attempt = 1; attempt <= 3; attempt++) {
    const { child, said } = await startChild(db.url, "one", 600_000);
    if (attempt === 1) id = idOf(await sender.send(endless, { forMs: 0 }));
    await until("the child runs it", () => said.length === 2);
    expect(said[1]).toEqual({ started: attempt });
    await kill(child);
  }
  await db.node({ nodeId: "one" }, [bindJob(endless, { started: async () => undefined })]);
  expect(await sender.find(id)).toMatchObject({
    state: "failed",
    attempts: 3,
    error: { message: "the node that ran this job stopped before it was finished" },
  });
});
