import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "tributary-schemas-"));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const main = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");
const env = () => ({ PATH: process.env.PATH ?? "", DATA_DIR: server.dataFolder });
const run = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env: env() }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
const json = async (...args: string[]) => JSON.parse((await run(...args, "--json")).stdout);

test("the dictionary is kept from the shell: upload, show, history, restore, delete", async () => {
  const file = join(folder, "entries.json");
  await writeFile(
    file,
    JSON.stringify([{ entityType: "event", name: "a/b", schemaJson: { description: "1" } }]),
  );
  expect(await json("schema", "upload", "--file", file)).toEqual({ added: 1, deleted: 0 });
  await writeFile(file, JSON.stringify({ description: "2" }));
  expect(await json("schema", "replace", "event", "a/b", "--file", file)).toEqual({ status: "ok" });
  expect(await json("schema", "show", "event", "a/b")).toEqual({ description: "2" });
  expect((await json("schema", "history", "event", "a/b")).versions).toHaveLength(2);
  expect(await json("schema", "restore", "event", "a/b", "1")).toMatchObject({ version: 3 });
  expect(await json("schema", "list-type", "event")).toHaveLength(1);
  expect(await json("schema", "delete", "event", "a/b")).toEqual({ delete_count: 1 });
});

test("a file that is not there, or not JSON, is told before anything is asked", async () => {
  const file = join(folder, "broken.json");
  await writeFile(file, "{");
  for (const path of [join(folder, "nowhere.json"), file]) {
    const outcome = await run("schema", "upload", "--file", path);
    expect([outcome.code, outcome.stdout]).toEqual([2, ""]);
    expect(outcome.stderr).toContain("--file takes the path of a JSON file");
  }
});
