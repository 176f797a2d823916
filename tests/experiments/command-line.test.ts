import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tributary } from "../support/command-line.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { flagBody } from "./support.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "tributary-experiments-"));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function json(...args: string[]) {
  const { code, stdout, stderr } = await tributary([...args, "--json"], { DATA_DIR: server.dataFolder });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

async function file(name: string, content: object): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

test("a whole story from the shell: flag, experiment, launch, decision, ledger", async () => {
  const flag = await json("flag", "create", "--file", await file("flag.json", flagBody()));
  const plan = { name: "From the shell", settings: { featureFlag: { key: flag.key } } };
  const experiment = await json("experiment", "create", "--file", await file("experiment.json", plan));
  expect(experiment.feature_flag.id).toBe(flag.id);
  expect(await json("experiment", "launch", experiment.id)).toMatchObject({ status: "active" });
  const decided = await json(
    "experiment",
    "decide",
    experiment.id,
    "--success",
    "true",
    "--variant",
    "treatment",
    "--message",
    "Why not",
  );
  expect(decided).toMatchObject({ status: "success", results_cache: { message: "Why not" } });
  const [decision] = await json("experiment", "decisions", experiment.id);
  const again = await json("experiment", "recompute", experiment.id, String(decision.id));
  expect(again).toMatchObject({ is_identical: true, differences: [] });
  const size = await json("experiment", "sample-size", "--baseline", "0.05", "--lift", "0.2");
  expect(size.units_per_variant).toBe(8155);
  const { stdout } = await tributary(["flag", "list"], { DATA_DIR: server.dataFolder });
  expect(stdout).toContain(flag.key);
});

test("of several workspaces one has to be named", async () => {
  const made = await server.call("POST", "organizations/1/projects", { body: { name: "Second" } });
  const unclear = await tributary(["experiment", "list"], { DATA_DIR: server.dataFolder });
  expect(unclear).toMatchObject({ code: 1 });
  expect(unclear.stderr).toContain("Which workspace? Name one with --workspace");
  expect(await json("experiment", "list", "--project", String(made.body.results.id))).toEqual([]);
  expect(await json("experiment", "list", "--workspace", "1")).toHaveLength(1);
});
