import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { spawnServer } from "../support/child-server.ts";
import { seededRandom } from "../support/random.ts";
import { startTestServer } from "../support/test-server.ts";
import { liveWithEvents, type StoreContent, storeContent } from "./events-support.ts";
import {
  AUDIT_ROWS,
  ask,
  contentsOf,
  emptyDatabase,
  inside,
  spawnCommand,
  tributary,
  usePlace,
  withPostgresOf,
} from "./support.ts";

const place = usePlace();

const MARKER = "restore-unfinished.json";

async function backupOf(
  rows: number,
): Promise<{ file: string; contents: Awaited<ReturnType<typeof contentsOf>>; events: StoreContent }> {
  const folder = await place.folder("before");
  const { server, records } = await liveWithEvents(folder, 3_000, seededRandom(rows));
  await ask(server.databaseUrl, AUDIT_ROWS, [rows]);
  const file = await place.path("backup.tar");
  const settings = ["--data-dir", folder, "--database-url", server.databaseUrl];
  expect(await inside(["backup", file, ...settings])).toMatchObject({ code: 0 });
  const events = await storeContent(folder, Object.keys(records).map(Number));
  return { file, contents: await contentsOf(server.databaseUrl), events };
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Lets a restore run for a random while after it has begun to change things, then kills it. */
async function killRestore(
  args: string[],
  folder: string,
  longestMs: number,
  environment = {},
): Promise<void> {
  const restore = spawnCommand(args, environment);
  for (let waited = 0; waited < 10_000 && !(await namesIn(folder)).includes(MARKER); waited += 5)
    await sleep(5);
  await sleep(Math.random() * longestMs);
  restore.kill();
  await restore.ended;
}

test("a restore that is killed at any moment is finished by the next, and no server starts in between", async () => {
  const { file, contents, events } = await backupOf(20_000);
  const folder = await place.folder("after");
  const args = ["restore", file, "--data-dir", folder];
  let halves = 0;
  for (const longestMs of [200, 900, 1_800]) {
    await killRestore(args, folder, longestMs);
    if (!(await namesIn(folder)).includes(MARKER)) break;
    halves += 1;
  }
  expect(halves).toBeGreaterThan(0);
  if ((await namesIn(folder)).includes(MARKER)) {
    const server = spawnServer(folder);
    expect((await server.exited).code).toBe(1);
    expect(server.output()).toContain("did not finish. Run 'tributary restore <file>' again");
    const backup = await inside(["backup", await place.path("half.tar"), "--data-dir", folder]);
    expect(backup).toMatchObject({ code: 1, stderr: expect.stringContaining("did not finish") });
    expect(await tributary(args)).toMatchObject({ code: 0 });
  }
  expect(await namesIn(folder)).not.toContain(MARKER);
  expect(await withPostgresOf(folder, contentsOf)).toEqual(contents);
  expect(await storeContent(folder, Object.keys(events).map(Number))).toEqual(events);
});

test("a killed restore into a database elsewhere leaves nothing there, and the next one fills it", async () => {
  const { file, contents, events } = await backupOf(20_000);
  const [folder, database] = [await place.folder("after"), await emptyDatabase()];
  const settings = ["--data-dir", folder, "--database-url", database];
  for (const longestMs of [60, 200, 600]) {
    await killRestore(["restore", file, ...settings], folder, longestMs);
    if (!(await namesIn(folder)).includes(MARKER)) break;
  }
  if ((await namesIn(folder)).includes(MARKER)) {
    // Nothing, or all of it when the kill came between the commit and the end.
    const [found] = await ask<{ steps: string | null }>(
      database,
      "select to_regclass('schema_step') as steps",
    );
    if (found?.steps !== null) expect(await contentsOf(database)).toEqual(contents);
    expect(await inside(["restore", file, ...settings])).toMatchObject({ code: 0 });
  }
  expect(await contentsOf(database)).toEqual(contents);
  expect(await storeContent(folder, Object.keys(events).map(Number))).toEqual(events);
  const server = await startTestServer({ dataFolder: folder, databaseUrl: database });
  expect((await server.call("GET", "me")).status).toBe(200);
  await server.close();
});
