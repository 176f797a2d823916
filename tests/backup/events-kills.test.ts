import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { spawnServer } from "../support/child-server.ts";
import { seededRandom } from "../support/random.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase, startTestServer } from "../support/test-server.ts";
import {
  type EventRecord,
  journalEnd,
  liveWithEvents,
  makeRecords,
  send,
  storeContent,
  usageOf,
} from "./events-support.ts";
import { emptyDatabase, inside, spawnCommand, tributary, usePlace } from "./support.ts";

const place = usePlace();

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

test("a backup that is killed at any moment leaves no file under its name and harms nothing", async () => {
  const random = seededRandom(11);
  const life = await liveWithEvents(await place.folder("before"), 3_000, random);
  const projects = Object.keys(life.records).map(Number);
  const content = await storeContent(life.folder, projects);
  const settings = ["--data-dir", life.folder, "--database-url", life.server.databaseUrl];
  const file = await place.path("backup.tar");
  let halves = 0;
  for (let round = 0; round < 6; round += 1) {
    const backup = spawnCommand(["backup", file, ...settings, "--force"]);
    // It begins to write beside its place once it has begun at all.
    for (let waited = 0; waited < 60_000 && !(await namesIn(join(file, ".."))).some(isHidden); waited += 5)
      await sleep(5);
    await sleep(Math.random() * 120);
    backup.kill();
    await backup.ended;
    if ((await namesIn(join(file, ".."))).includes("backup.tar")) {
      expect(await inside(["backup", "verify", file])).toMatchObject({ code: 0 });
      await rm(file);
    } else halves += 1;
    for (const name of (await namesIn(join(file, ".."))).filter(isHidden)) await rm(join(file, "..", name));
  }
  expect(halves).toBeGreaterThan(0);
  expect(await tributary(["backup", file, ...settings, "--force"])).toMatchObject({ code: 0, stderr: "" });
  expect(await storeContent(life.folder, projects)).toEqual(content);
  const [after, database] = [await place.folder("after"), await emptyDatabase()];
  const restore = await inside(["restore", file, "--data-dir", after, "--database-url", database]);
  expect(restore).toMatchObject({ code: 0, stderr: "" });
  expect(await storeContent(after, projects)).toEqual(content);
});

const isHidden = (name: string): boolean => name.startsWith(".backup.tar.");

test("a server that was killed under load is backed up as it lies, and the restored one loads the rest", async () => {
  const [folder, database] = [await place.folder("before"), await createDatabase(TEMPLATE)];
  const child = spawnServer(folder, ["--database-url", database]);
  const url = await child.ready;
  const random = seededRandom(12);
  const acknowledged: EventRecord[] = [];
  let stop = false;
  const sending = [0, 1, 2].map(async (client) => {
    for (let batch = 0; !stop; batch += 1) {
      const records = makeRecords(400, random, `${client}-${batch}`);
      const reply = await send(url, 1, records).catch(() => undefined);
      if (reply?.status === 200) acknowledged.push(...records);
    }
  });
  await sleep(2_500);
  while (acknowledged.length <= 400) await sleep(50);
  child.kill("SIGKILL");
  stop = true;
  await Promise.all(sending);
  await child.exited;
  expect(acknowledged.length).toBeGreaterThan(400);

  const file = await place.path("backup.tar");
  const settings = ["--data-dir", folder, "--database-url", database];
  expect(await inside(["backup", file, ...settings])).toMatchObject({ code: 0, stderr: "" });
  const [after, other] = [await place.folder("after"), await emptyDatabase()];
  expect(await inside(["restore", file, "--data-dir", after, "--database-url", other])).toMatchObject({
    code: 0,
    stderr: "",
  });
  await loadAll(after, other);
  await loadAll(folder, database);
  const [restored, old] = [await storeContent(after, [1]), await storeContent(folder, [1])];
  expect(restored[1]?.rows).toEqual(old[1]?.rows);
  const serials = restored[1]?.rows.map((row): string => JSON.parse(row).properties.serial) ?? [];
  expect(new Set(serials).size).toBe(serials.length);
  const found = new Set(serials);
  expect(acknowledged.filter(({ properties }) => !found.has(String(properties.serial)))).toEqual([]);
});

/** Starts a server and stops it once it has loaded everything. */
async function loadAll(dataFolder: string, databaseUrl: string): Promise<void> {
  const end = await journalEnd(dataFolder);
  const server = await startTestServer({ dataFolder, databaseUrl });
  // Undefined while the files are looked at after the start.
  const loaded = async () => (await usageOf(server.url, 1))?.position.live ?? -1;
  for (let waited = 0; waited < 30_000 && (await loaded()) < end; waited += 100) await sleep(100);
  expect(await loaded()).toBe(end);
  await server.close();
}
