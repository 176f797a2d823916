import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog } from "../../src/platform/log.ts";
import { type RunningPostgres, startPostgres } from "../../src/platform/postgres/index.ts";
import { copyRuntime } from "../../src/platform/postgres/runtime-copy.ts";
import {
  copyNative,
  endOwner,
  isRoot,
  makeFolder,
  ORDINARY_UID,
  query,
  removeFolder,
  startOwner,
} from "./postgres-harness.ts";

let folder: string;
let running: RunningPostgres | undefined;

beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  removeFolder(folder);
});

/** Where the other user may go, as /var/lib is. */
function makeOpenFolder(name: string): string {
  const path = join(folder, name);
  chmodSync(folder, 0o755);
  mkdirSync(path, { mode: 0o755 });
  return path;
}

test("clone and data under a folder that only its owner may enter", async () => {
  const closed = join(folder, "closed to others");
  mkdirSync(closed, { mode: 0o700 });
  const nativeFolder = copyNative(join(closed, "native"));
  const runtimeParents = [join(makeOpenFolder("open"), "runtime")];
  const dataFolder = join(closed, "data");
  mkdirSync(dataFolder, { mode: 0o700 });
  for (const round of [1, 2]) {
    running = await startPostgres({ dataFolder, nativeFolder, runtimeParents, log: silentLog });
    expect(await query(running.url, `select ${round} as round`)).toEqual([{ round }]);
    await running.close();
  }
  // As root it takes a copy, once; as an ordinary user the clone is our own and runs in place.
  const copies = existsSync(runtimeParents[0] ?? "") ? readdirSync(runtimeParents[0] ?? "") : [];
  expect(copies).toHaveLength(isRoot ? 1 : 0);
  expect([statSync(closed).mode & 0o777, statSync(dataFolder).mode & 0o777]).toEqual([0o700, 0o700]);
  expect(existsSync(join(nativeFolder, "lib", "libpq.so.5")) || process.platform === "darwin").toBe(true);
});

test("an ordinary user runs Postgres as itself", async () => {
  const nativeFolder = copyNative(join(makeOpenFolder("package"), "native"));
  const dataFolder = join(folder, "data");
  mkdirSync(dataFolder, { mode: 0o700 });
  if (isRoot) chownSync(dataFolder, ORDINARY_UID, ORDINARY_UID);
  const owner = await startOwner({ dataFolder, nativeFolder, uid: ORDINARY_UID });
  expect(owner.uid).toBe(ORDINARY_UID);
  expect(statSync(join(dataFolder, "postgres")).uid).toBe(ORDINARY_UID);
  expect(await query(owner.url, "show data_directory")).toEqual([
    { data_directory: join(dataFolder, "postgres") },
  ]);
  expect(await endOwner(owner)).toBe(0);

  // The same folder started by root afterwards keeps its owner, and goes back to that owner.
  running = await startPostgres({ dataFolder, nativeFolder, log: silentLog });
  expect(await query(running.url, "select count(*)::int as kept from kept")).toEqual([{ kept: 1 }]);
  await running.close();
  const again = await startOwner({ dataFolder, nativeFolder, uid: ORDINARY_UID });
  expect(again.kept).toBe(2);
  expect(await endOwner(again)).toBe(0);
});

test("an ordinary user whose node_modules may not be written to runs a copy in the data folder", async () => {
  const nativeFolder = copyNative(join(makeOpenFolder("package"), "native"));
  chmodSync(join(nativeFolder, "lib"), 0o555);
  const dataFolder = join(folder, "data");
  mkdirSync(dataFolder, { mode: 0o700 });
  if (isRoot) chownSync(dataFolder, ORDINARY_UID, ORDINARY_UID);
  const owner = await startOwner({ dataFolder, nativeFolder, uid: ORDINARY_UID });
  expect(await endOwner(owner)).toBe(0);
  chmodSync(join(nativeFolder, "lib"), 0o755);
  expect(readdirSync(join(dataFolder, "runtime"))).toHaveLength(process.platform === "linux" ? 1 : 0);
});

test("a cluster unpacked by root, or opened to a group, is made fit again", async () => {
  running = await startPostgres({ dataFolder: folder, log: silentLog });
  await running.close();
  const cluster = join(folder, "postgres");
  if (isRoot) {
    for (const name of readdirSync(cluster, { recursive: true }))
      lchownSync(join(cluster, String(name)), 0, 0);
    chownSync(cluster, 0, 0);
  }
  chmodSync(cluster, 0o775);
  running = await startPostgres({ dataFolder: folder, log: silentLog });
  expect(await query(running.url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(statSync(cluster).mode & 0o777).toBe(0o700);
  expect(statSync(join(cluster, "base")).uid === 0).toBe(false);
});

test("a runtime copy is made once by many, and made again when it lost a file", async () => {
  const nativeFolder = copyNative(join(folder, "native"));
  const parent = join(folder, "runtime");
  const copies = await Promise.all([1, 2, 3].map(() => copyRuntime(nativeFolder, parent)));
  expect(new Set(copies).size).toBe(1);
  const [runtime = ""] = copies;
  expect(readdirSync(parent)).toHaveLength(1);
  const before = statSync(runtime).ino;
  expect(await copyRuntime(nativeFolder, parent)).toBe(runtime);
  expect(statSync(runtime).ino).toBe(before);

  rmSync(join(runtime, "share", "postgresql", "postgres.bki"));
  expect(await copyRuntime(nativeFolder, parent)).toBe(runtime);
  expect(existsSync(join(runtime, "share", "postgresql", "postgres.bki"))).toBe(true);
  expect(readdirSync(dirname(runtime))).toHaveLength(1);
});

test("a runtime is not put into a folder that others may write to", async () => {
  const nativeFolder = copyNative(join(folder, "native"));
  const parent = join(folder, "planted");
  mkdirSync(parent);
  chmodSync(parent, 0o777);
  await expect(copyRuntime(nativeFolder, parent)).rejects.toThrow("somebody else");
});
