import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
const DAY = new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  server = await startTestServer();
  const time = Date.now() - 1000;
  const records = [1, 2, 3].map((n) => ({
    event: n === 3 ? "Other" : "Open",
    properties: { time: time + n, distinct_id: "a", n },
  }));
  await sendEvents(server, records);
  await waitUntilLoaded(server);
});
afterAll(() => server.close());

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: server.dataFolder };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, "export", ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}
const days = ["--from-date", "2020-01-01", "--to-date", DAY];
const numbers = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line).properties.n);

test("export writes lines, filtered as asked, to the terminal or a file", async () => {
  const all = await run(...days);
  expect(all).toMatchObject({ code: 0, stderr: "" });
  expect(numbers(all.stdout)).toEqual([1, 2, 3]);
  expect(numbers((await run(...days, "--event", "Open", "--where", 'properties["n"] > 1')).stdout)).toEqual([
    2,
  ]);
  const file = join(server.dataFolder, "out.ndjson");
  expect(await run(...days, "--limit", "2", "--out", file)).toMatchObject({ code: 0, stdout: "" });
  expect(numbers(await readFile(file, "utf8"))).toEqual([1, 2]);
});

test("what was typed wrongly, and what the server refuses, is said", async () => {
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("--from-date") });
  expect(await run("--nonsense")).toMatchObject({ code: 2 });
  expect(await run(...days, "--where", "properties[")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("where"),
  });
  expect((await run("--help")).stdout).toContain("--time-in-ms");
});
