import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/client/commands.ts";
import { DIRECT_COMMANDS } from "../../src/cli/client/direct-commands.ts";
import { createBrowser, PASSWORD } from "../sign-in/support.ts";
import { tributary as run } from "../support/command-line.ts";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const tributary = (
  args: readonly string[],
  environment: Record<string, string> = { DATA_DIR: server.dataFolder },
) => run(args, environment);
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await tributary([...args, "--json"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
};

test("a whole story: project, account, role, rotation, restore, audit", async () => {
  const project = await json("project", "create", "--name", "From the shell", "--timezone=Europe/Paris");
  expect(project).toMatchObject({ name: "From the shell", timezone: "Europe/Paris" });
  const id = String(project.id);
  const account = await json(
    "service-account",
    "create",
    "--name",
    "loader",
    "--projects",
    `1:analyst,${id}:admin`,
  );
  expect(account.token).toMatch(/^\w{43}$/);
  expect(account.projects).toEqual([
    { id: 1, role: "analyst" },
    { id: project.id, role: "admin" },
  ]);
  const rotated = await json("service-account", "rotate", String(account.id), "--overlap-s", "60");
  expect(rotated.token).not.toBe(account.token);
  expect(await json("service-account", "secrets", String(account.id))).toHaveLength(2);
  expect(
    await json("group-key", "create", "--project", id, "--property-name", "company", "--company"),
  ).toMatchObject({
    is_company_key: true,
  });
  const invited = await json("user", "invite", "--email", "ana@example.com", "--projects", "1:admin");
  const ana = createBrowser(server);
  const accepting = { token: invited.token, name: "Ana", password: PASSWORD };
  await ana.call("POST", "invitations/accept", { body: accepting });
  const { user_id: anaId } = (await ana.call("GET", "me")).body.results;
  expect(await json("user", "update", String(anaId), "--projects", "1:none")).toMatchObject({
    projects: [],
  });
  await json(
    "service-account",
    "remove-from-project",
    "--projects",
    `1,${id}`,
    "--accounts",
    String(account.id),
  );
  expect(await json("service-account", "show", String(account.id))).toMatchObject({ projects: [] });
  await json("project", "delete", id);
  expect((await json("project", "list", "--deleted")).map((one: { id: number }) => one.id)).toContain(
    project.id,
  );
  await json("project", "restore", id);
  const log = await json("audit-log", "project", "--project", id);
  expect(log.entries.map((entry: { action: string }) => entry.action)).toContain("project.restore");
  const jobs = (await json("jobs")).jobs.map((job: { name: string }) => job.name);
  expect(jobs).toContain("projects.purge-deleted");
});

test("lists are tables for people", async () => {
  const { stdout, code } = await tributary(["project", "list", "--organization", "1"]);
  expect(code).toBe(0);
  expect(stdout.split("\n")[0]).toMatch(/^id +name +token/);
  expect(stdout).toContain("My project");
});

test("another server is reached by address and credentials", async () => {
  const env = { TRIBUTARY_URL: server.url, TRIBUTARY_CREDENTIALS: FIRST_CREDENTIALS };
  const me = await tributary(["me", "--json"], env);
  expect(JSON.parse(me.stdout).user_name).toBe("first.service-account");
  const forbidden = await tributary(["jobs"], env);
  expect(forbidden).toMatchObject({ code: 1 });
  expect(forbidden.stderr).toContain("operator");
});

describe("mistakes", () => {
  test.each([
    [["fly"], 2, "'fly' is not a command"],
    [["project", "create"], 2, "needs --name"],
    [["project", "show"], 2, "needs <id>"],
    [["project", "show", "1", "2"], 2, "one argument too many"],
    [["project", "create", "--nmae", "x"], 2, "no flag --nmae"],
    [["project", "create", "--name"], 2, "--name needs a value"],
    [["project", "create", "--name", "--json"], 2, "--name needs a value"],
    [["service-account", "create", "--name", "x", "--projects", "one"], 2, "PROJECT:ROLE"],
    [["project", "show", "nine"], 1, "whole number"],
    [["project", "show", "999"], 1, "does not exist"],
    [["service-account", "show", "999"], 1, "no such service account"],
  ])("%j", async (args, code, words) => {
    const outcome = await tributary(args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(words);
    expect(outcome.stdout).toBe("");
  });

  test("with --json a refusal is JSON too, with its type and field", async () => {
    const outcome = await tributary(["project", "create", "--name", "x", "--timezone", "Nowhere", "--json"]);
    expect(outcome.code).toBe(1);
    expect(JSON.parse(outcome.stderr)).toMatchObject({
      status: "error",
      type: "unknown_timezone",
      field: "timezone",
    });
    const typed = await tributary(["fly", "--json"]);
    expect(JSON.parse(typed.stderr)).toMatchObject({ status: "error" });
  });

  test("without a server, the message says how to reach one", async () => {
    const empty = await mkdtemp(join(tmpdir(), "tributary-empty-"));
    const outcome = await tributary(["me"], { DATA_DIR: empty });
    await rm(empty, { recursive: true });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("npm start");
  });

  test("a server that does not answer is named", async () => {
    const outcome = await tributary(["me", "--url", "http://127.0.0.1:1", "--credentials", "a:b"]);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("http://127.0.0.1:1 does not answer");
  });
});

describe("help", () => {
  test("lists every command", async () => {
    const { stdout } = await tributary(["help"]);
    for (const { words } of [...COMMANDS, ...DIRECT_COMMANDS]) expect(stdout).toContain(words);
  });
  test("explains one command with its flags", async () => {
    const { stdout, code } = await tributary(["service-account", "create", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("--projects");
    expect(stdout).toContain("(required)");
  });
  test("every route has a command, apart from a second name for one", () => {
    const asked = COMMANDS.map(({ method, path }) => `${method} /api/app${path.replace(/\{\w+\}/g, "{}")}`);
    const without = server.running.routes
      .map(({ method, url }) => `${method} ${url.replace(/:\w+/g, "{}")}`)
      .filter((route) => !asked.includes(route));
    expect(without).toEqual(["POST /api/app/organizations/{}/create-projects"]);
  });
  test("every command asks for a route that exists", () => {
    const known = server.running.routes.map(({ method, url }) => `${method} ${url.replace(/:\w+/g, "{}")}`);
    for (const { method, path } of COMMANDS)
      expect(known).toContain(`${method} /api/app${path.replace(/\{\w+\}/g, "{}")}`);
  });
});
