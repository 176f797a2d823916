import { once } from "node:events";
import { getPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const IN_THREAD = `
  import { getPriority } from "node:os";
  import { parentPort } from "node:worker_threads";
  import { stepBack } from ${JSON.stringify(new URL("./step-back.ts", import.meta.url).href)};
  stepBack();
  parentPort.postMessage(getPriority(0));`;

test("a thread steps back alone, where threads can", async () => {
  const before = getPriority(0);
  const url = new URL(`data:text/javascript,${encodeURIComponent(IN_THREAD)}`);
  const worker = new Worker(url);
  const [inThread] = await once(worker, "message");
  await worker.terminate();
  expect(inThread).toBe(process.platform === "linux" ? Math.max(before, 10) : before);
  expect(getPriority(0)).toBe(before);
});
