import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  openDataFolder,
  readOrCreateSecretFile,
  readServerFile,
  removeServerFile,
  writeServerFile,
} from "../../src/platform/data-folder/index.ts";
import { type Randomness, systemRandomness } from "../../src/platform/secrets.ts";

let parent: string;
let path: string;
const openers: ChildProcess[] = [];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "tributary-test-"));
  path = join(parent, "data folder");
});
afterEach(() => {
  for (const opener of openers.splice(0)) opener.kill("SIGKILL");
  rmSync(parent, { recursive: true, force: true });
});

async function openElsewhere(): Promise<{ opener: ChildProcess; opened: unknown }> {
  const script = fileURLToPath(new URL("./data-folder-opener.ts", import.meta.url));
  const opener = spawn(process.execPath, [script, path], { stdio: ["pipe", "pipe", "inherit"] });
  openers.push(opener);
  const [line] = await once(createInterface(opener.stdout), "line");
  return { opener, opened: JSON.parse(String(line)) };
}

async function getOpen(): Promise<{ close(): Promise<void> }> {
  const opened = await openDataFolder(path);
  if (!opened.ok) throw new Error(`refused: ${opened.failure.code}`);
  return opened.value;
}

test("a new folder is private to its owner and opens again after it was closed", async () => {
  const folder = await getOpen();
  expect(statSync(path).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o777).toBe(0o600);
  await folder.close();
  await folder.close();
  await (await getOpen()).close();
});

test("a second opener is refused and told who has the folder, without the credential", async () => {
  const { opener } = await openElsewhere();
  const refused = await openDataFolder(path);
  expect(refused).toEqual({
    ok: false,
    failure: {
      code: "data_folder_in_use",
      path,
      holder: { pid: opener.pid, url: "http://127.0.0.1:1" },
    },
  });
});

test("a second opener in the same process is refused, and its refusal does not free the folder", async () => {
  const folder = await getOpen();
  expect(await openDataFolder(path)).toMatchObject({ ok: false, failure: { code: "data_folder_in_use" } });
  expect((await openElsewhere()).opened).toEqual({
    ok: false,
    failure: { code: "data_folder_in_use", path },
  });
  await folder.close();
});

test("kill -9 of the holder frees the folder, and what it said about itself is forgotten", async () => {
  const { opener } = await openElsewhere();
  const gone = once(opener, "exit");
  opener.kill("SIGKILL");
  await gone;
  expect(await readServerFile(path)).toBeDefined();
  const folder = await getOpen();
  expect(await readServerFile(path)).toBeUndefined();
  await folder.close();
});

test("closing in the holder frees the folder and takes the server file away", async () => {
  const { opener } = await openElsewhere();
  const gone = once(opener, "exit");
  opener.stdin?.end();
  await gone;
  expect(existsSync(join(path, "server.json"))).toBe(false);
  await (await getOpen()).close();
});

test("a file in the folder's place, or above it, is refused", async () => {
  writeFileSync(path, "");
  expect(await openDataFolder(path)).toEqual({
    ok: false,
    failure: { code: "data_folder_not_a_folder", path },
  });
  const below = join(path, "below");
  expect(await openDataFolder(below)).toEqual({
    ok: false,
    failure: { code: "data_folder_not_a_folder", path: below },
  });
});

test("a folder that may not be written to is refused", async () => {
  // Root may write wherever the disk lets it, so there it is the kernel's own file system that refuses.
  const closed = process.getuid?.() === 0 ? "/proc/tributary" : path;
  if (closed === path) {
    await (await getOpen()).close();
    chmodSync(path, 0o500);
  }
  expect(await openDataFolder(closed)).toEqual({
    ok: false,
    failure: { code: "data_folder_not_writable", path: closed },
  });
  if (closed === path) chmodSync(path, 0o700);
});

test("a folder of a later release is refused and given back", async () => {
  await (await getOpen()).close();
  writeFileSync(join(path, "version.json"), '{"format":2}');
  const refusal = { ok: false, failure: { code: "data_folder_too_new", path, found: 2, known: 1 } };
  expect(await openDataFolder(path)).toEqual(refusal);
  expect(await openDataFolder(path)).toEqual(refusal);
});

test("a version file that says nothing is not guessed at", async () => {
  await (await getOpen()).close();
  writeFileSync(join(path, "version.json"), "{}");
  await expect(openDataFolder(path)).rejects.toThrow("data format");
});

test("the server file is private, is read back as written, and a text of somebody else counts as none", async () => {
  const folder = await getOpen();
  const server = { pid: 7, url: "http://127.0.0.1:8888", credential: "secret", startedAt: 1_700_000_000_000 };
  await writeServerFile(path, server);
  expect(statSync(join(path, "server.json")).mode & 0o777).toBe(0o600);
  expect(await readServerFile(path)).toEqual(server);
  for (const text of ["", "[]", "null", '{"pid":"7"}', '{"pid":7,"url":"u","credential":"c"}']) {
    writeFileSync(join(path, "server.json"), text);
    expect(await readServerFile(path)).toBeUndefined();
  }
  await removeServerFile(path);
  await removeServerFile(path);
  await folder.close();
});

test("a secret is made once, private, and kept", async () => {
  const folder = await getOpen();
  const counting: Randomness = { bytes: (count) => Buffer.alloc(count, 0xab) };
  const secret = await readOrCreateSecretFile(path, "sealing-key", counting);
  expect(secret).toBe("ab".repeat(32));
  expect(statSync(join(path, "sealing-key")).mode & 0o777).toBe(0o600);
  chmodSync(join(path, "sealing-key"), 0o644);
  expect(await readOrCreateSecretFile(path, "sealing-key", systemRandomness)).toBe(secret);
  expect(statSync(join(path, "sealing-key")).mode & 0o777).toBe(0o600);
  expect(readdirSync(path).filter((name) => name.startsWith("."))).toEqual([]);
  await folder.close();
});

test("a damaged secret is never replaced", async () => {
  const folder = await getOpen();
  writeFileSync(join(path, "sealing-key"), "");
  await expect(readOrCreateSecretFile(path, "sealing-key", systemRandomness)).rejects.toThrow("backup");
  await folder.close();
});
