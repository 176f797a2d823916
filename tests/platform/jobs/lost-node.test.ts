import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { bindJob } from "../../../src/platform/jobs/index.ts";
import { endless } from "./child.ts";
import { useChildren } from "./children.ts";
import { idOf, until, useDatabases } from "./support.ts";

const database = useDatabases();
const startChild = useChildren();

test("what a killed process ran is taken up by another node within seconds", async () => {
  const db = await database();
  const child = await startChild(db.url, "one", 600_000);
  const attempts: number[] = [];
  const sender = await db.node({ nodeId: "sender" }, []);
  await sender.send(endless, { forMs: 0 });
  await until("the child runs it", () => child.said.length >= 2);
  await db.node({ nodeId: "two" }, [
    bindJob(endless, { started: async (attempt) => void attempts.push(attempt) }),
  ]);
  await child.kill();
  await until("the other node ran it", () => attempts.length === 1, 60_000);
  expect(attempts).toEqual([2]);
});

test("a node that is only stalled keeps its job, however long it is silent", async () => {
  const db = await database();
  const child = await startChild(db.url, "one", 15_000);
  const attempts: number[] = [];
  const sender = await db.node({ nodeId: "sender" }, []);
  const id = idOf(await sender.send(endless, { forMs: 0 }));
  await until("the child runs it", () => child.said.length >= 2);
  child.process.kill("SIGSTOP");
  await db.node({ nodeId: "two" }, [
    bindJob(endless, { started: async (attempt) => void attempts.push(attempt) }),
  ]);
  await sleep(17_000);
  expect(attempts).toEqual([]);
  child.process.kill("SIGCONT");
  await until("the child ended it", async () => (await sender.find(id))?.state === "completed");
  expect(child.said).toContainEqual({ ended: 1 });
  expect(attempts).toEqual([]);
});
