import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { contentsOf, emptyDatabase, inside, usePlace } from "./support.ts";

const place = usePlace();

/** A stopped server whose control database is the run's own: nothing to start, so each command takes a moment. */
async function stopped(): Promise<{ settings: string[]; server: TestServer; folder: string }> {
  const folder = await place.folder("data");
  const server = await startTestServer({ dataFolder: folder });
  await server.close();
  return { settings: ["--data-dir", folder, "--database-url", server.databaseUrl], server, folder };
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test("a running server keeps both commands out", async () => {
  const folder = await place.folder("data");
  const server = await startTestServer({ dataFolder: folder });
  const settings = ["--data-dir", folder, "--database-url", server.databaseUrl];
  const file = await place.path("backup.tar");
  const backup = await inside(["backup", file, ...settings]);
  expect(backup).toMatchObject({ code: 1, stdout: "" });
  expect(backup.stderr).toContain(`is in use by another Tributary (process ${process.pid}, ${server.url})`);
  expect(await exists(file)).toBe(false);
  await server.close();

  const again = await startTestServer({ dataFolder: folder, databaseUrl: server.databaseUrl });
  const elsewhere = await place.folder("elsewhere");
  const other = await startTestServer({ dataFolder: elsewhere, databaseUrl: server.databaseUrl });
  await again.close();
  const beside = await inside(["backup", file, ...settings]);
  expect(beside.code).toBe(0);
  expect(beside.stderr).toContain("Another Tributary is connected to this database");
  const restore = await inside(["restore", file, "--data-dir", elsewhere, ...settings.slice(2)]);
  expect(restore.code).toBe(1);
  expect(restore.stderr).toContain("already holds data");
  expect((await other.call("GET", "me")).status).toBe(200);
  await other.close();
});

test("a file that exists is replaced only with --force, and no other file is left", async () => {
  const { settings } = await stopped();
  const file = await place.path("backup.tar");
  await writeFile(file, "mine");
  const refused = await inside(["backup", file, ...settings]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    `${file} exists already. Choose another name, or replace it with --force.`,
  );
  expect(JSON.parse((await inside(["backup", file, "--json", ...settings])).stderr)).toMatchObject({
    status: "error",
    error: expect.stringContaining("exists already"),
  });
  expect(await readFile(file, "utf8")).toBe("mine");
  expect(await inside(["backup", file, "--force", ...settings])).toMatchObject({ code: 0 });
  expect(await inside(["backup", "verify", file])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("is whole"),
  });
  expect((await readdir(dirname(file))).toSorted()).toEqual(["backup.tar", "data"]);
});

test("a place where nothing can be written is told as a sentence", async () => {
  const { settings, folder } = await stopped();
  const missing = await inside(["backup", await place.path("no/such/backup.tar"), ...settings]);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no such folder") });
  const within = await inside(["backup", join(folder, "backup.tar"), ...settings]);
  expect(within).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("lies in the data folder that it would save"),
  });
});

test("a backup of what is not there makes nothing", async () => {
  const [folder, file] = [await place.folder("nothing"), await place.path("backup.tar")];
  const none = await inside(["backup", file, "--data-dir", folder]);
  expect(none).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no data folder of Tributary with a database in it"),
  });
  expect(await exists(folder)).toBe(false);
  const { settings } = await stopped();
  const empty = ["--database-url", await emptyDatabase()];
  const nothing = await inside(["backup", file, ...settings.slice(0, 2), ...empty]);
  expect(nothing).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("holds nothing of Tributary yet"),
  });
  expect(await exists(file)).toBe(false);
});

test("a restore goes into an empty folder and an empty database only, and says what to do", async () => {
  const { settings, server } = await stopped();
  const file = await place.path("backup.tar");
  await inside(["backup", file, ...settings]);
  const before = await contentsOf(server.databaseUrl);

  const full = await place.folder("full");
  await mkdir(full);
  await writeFile(join(full, "holiday.jpg"), "");
  const intoFull = await inside(["restore", file, "--data-dir", full]);
  expect(intoFull.code).toBe(1);
  expect(intoFull.stderr).toContain(`The data folder ${full} already holds data`);
  expect(intoFull.stderr).toContain("--data-dir");
  expect(await readdir(full)).toEqual(["holiday.jpg"]);

  const fresh = await place.folder("fresh");
  const intoUsed = await inside(["restore", file, "--data-dir", fresh, ...settings.slice(2)]);
  expect(intoUsed.code).toBe(1);
  expect(intoUsed.stderr).toContain("The control database already holds data of Tributary");
  expect(await contentsOf(server.databaseUrl)).toEqual(before);
  // What a refused restore leaves does not stand in the way of one that is not.
  const database = await emptyDatabase();
  expect(await inside(["restore", file, "--data-dir", fresh, "--database-url", database])).toMatchObject({
    code: 0,
  });
  expect(await contentsOf(database)).toEqual(before);
});

test("what was typed wrongly is told with code 2, and help explains both commands", async () => {
  const wrong: [string[], string][] = [
    [["backup"], "'backup' needs <file>"],
    [["backup", "verify"], "'backup verify' needs <file>"],
    [["backup", "a", "b"], "'b' is one argument too many"],
    [["backup", "-"], "works on a file, not on a stream"],
    [["restore", "a", "--nope", "1"], "'--nope' is not a setting"],
    [["restore", "a", "--force"], "never overwrites"],
  ];
  for (const [args, message] of wrong) {
    expect(await inside(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  }
  for (const command of ["backup", "restore"]) {
    expect(await inside([command, "--help"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`tributary ${command} <file>`),
    });
  }
});
