import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seededRandom } from "../support/random.ts";
import { startTestServer } from "../support/test-server.ts";
import {
  liveWithEvents,
  makeRecords,
  send,
  setAsideOf,
  storeContent,
  untilStored,
  usageOf,
} from "./events-support.ts";
import { emptyDatabase, inside, usePlace } from "./support.ts";

const place = usePlace();

const filesOf = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), "base64")]),
    ),
  );

test("events come back to the last row, are counted as before, and go on being accepted and told apart", async () => {
  const random = seededRandom(5);
  const { server, folder, records } = await liveWithEvents(await place.folder("before"), 4_000, random);
  const projects = Object.keys(records).map(Number);
  const [first = 0, second = 0] = projects;
  const file = await place.path("events.tar");
  const backup = await inside(["backup", file, "--data-dir", folder, "--database-url", server.databaseUrl]);
  expect(backup).toMatchObject({ code: 0, stderr: "" });
  expect(backup.stdout).toMatch(/ journal\/live-0000000001-0000000000000001\.seg\.zst +[\d.]+ kB\n/);
  expect(backup.stdout).toMatch(/ store\/1\.duckdb\.zst +[\d.]+ [kM]B {2}4,000 rows\n/);
  expect(backup.stdout).toMatch(/ catalogs\/1\.json +[\d.]+ k?B\n/);
  expect(backup.stdout).toMatch(/ loader\/set-aside\.json +[\d.]+ k?B\n/);
  expect(await inside(["backup", "verify", file])).toMatchObject({ code: 0 });

  const [after, database] = [await place.folder("after"), await emptyDatabase()];
  const settings = ["--data-dir", after, "--database-url", database];
  expect(await inside(["restore", file, ...settings])).toMatchObject({ code: 0, stderr: "" });
  for (const name of ["journal", "catalogs", "loader"]) {
    expect(await filesOf(join(after, name))).toEqual(await filesOf(join(folder, name)));
  }
  const content = await storeContent(folder, projects);
  expect(content[first]?.rows).toHaveLength(4_000);
  expect(await storeContent(after, projects)).toEqual(content);

  const old = await startTestServer({ dataFolder: folder, databaseUrl: server.databaseUrl });
  const restored = await startTestServer({ dataFolder: after, databaseUrl: database });
  for (const project of projects) {
    expect(await usageOf(restored.url, project)).toEqual(await usageOf(old.url, project));
  }
  expect(await setAsideOf(old)).toHaveLength(1);
  expect(await setAsideOf(restored)).toEqual(await setAsideOf(old));
  await old.close();

  const repeated = (records[second] ?? []).filter(({ properties }) => "$insert_id" in properties);
  const fresh = makeRecords(500, random, "fresh");
  expect((await send(restored.url, second, [...repeated.slice(0, 300), ...fresh])).status).toBe(200);
  const expected = (records[second]?.length ?? 0) + fresh.length;
  await untilStored(restored.url, second, expected);
  expect((await usageOf(restored.url, second)).events).toBe(expected);
  await restored.close();
  expect((await storeContent(after, projects))[second]?.rows).toHaveLength(expected);
});
