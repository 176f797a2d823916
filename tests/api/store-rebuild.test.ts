import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const BASE = Date.now() - 100_000;
let folder: string;
let databaseUrl: string;
let lines: string[];
const start = (more: { databaseUrl?: string } = {}): Promise<TestServer> =>
  startTestServer({ dataFolder: folder, ...more });
const record = (n: number) => ({
  event: "Open",
  properties: { time: BASE + n, distinct_id: "a", $insert_id: `i${n}`, n },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-rebuild-"));
  const server = await start();
  databaseUrl = server.databaseUrl;
  await sendEvents(
    server,
    Array.from({ length: 500 }, (_, n) => record(n)),
  );
  await sendEvents(server, [
    record(3),
    { event: "Bare", properties: { time: Date.now() - 1000, distinct_id: "b" } },
  ]);
  await waitUntilLoaded(server);
  lines = await exportLines(server);
  await server.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function rebuild(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const main = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, "store", "rebuild", ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

test.each([[[]], [["1"]]])("the command %j says how much it made, and it is all there", async (args) => {
  for (let turn = 0; turn < 3; turn += 1) {
    const { code, stdout } = await rebuild(...args, "--json");
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      status: "ok",
      events: { 1: 501 },
      before: { 1: 501 },
    });
  }
  expect((await readdir(folder)).filter((name) => name.includes("before-rebuild"))).toEqual([]);
  expect((await readdir(join(folder, "store"))).filter((name) => name.includes("damaged"))).toEqual([]);
  const server = await start({ databaseUrl });
  await waitUntilLoaded(server);
  expect(await exportLines(server)).toEqual(lines);
  await server.close();
});

test("a lost store is made anew without being asked, and by the command", async () => {
  await rm(join(folder, "store"), { recursive: true });
  expect(await rebuild()).toMatchObject({ code: 0, stdout: expect.stringContaining("501 events") });
});

test("what was typed wrongly, and what is not there, is said", async () => {
  expect(await rebuild("one")).toMatchObject({ code: 2 });
  expect(await rebuild("99")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nothing of project 99"),
  });
  expect(await rebuild("--data-dir", join(folder, "nowhere"))).toMatchObject({ code: 1 });
  expect((await rebuild("--help")).stdout).toContain("--force");
});

test("a journal that was shortened is refused; with force the old files stay", async () => {
  const opened = await openJournal({
    folder: join(folder, "journal"),
    log: silentLog,
    onFatal: () => undefined,
  });
  if (!opened.ok) throw new Error("the journal does not open");
  await opened.value.rotate("live");
  await opened.value.append("live", [
    { kind: 7, project: 1, body: Buffer.from('{"receivedMs":1,"lineage":{"source":"x"},"counts":{}}') },
  ]);
  const { lastPosition } = opened.value.stats();
  expect(await opened.value.removeBefore({ position: lastPosition })).not.toEqual({ segments: 0 });
  await opened.value.close();
  expect(await rebuild()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("oldest part was removed"),
  });
  const forced = await rebuild("--force", "--json");
  expect(forced.code).toBe(1);
  const { old_files: kept } = JSON.parse(forced.stdout);
  expect(await readdir(kept)).toContain("1.duckdb");
});
