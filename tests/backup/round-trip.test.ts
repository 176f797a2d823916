import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { restoreJobs } from "../../src/platform/jobs/index.ts";
import { createBrowser } from "../sign-in/support.ts";
import { spawnServer } from "../support/child-server.ts";
import { type Answer, call } from "../support/test-server.ts";
import {
  AUDIT_ROWS,
  ask,
  contentsOf,
  emptyDatabase,
  tributary,
  usePlace,
  withPostgresOf,
} from "./support.ts";

const place = usePlace();

const OWNER = "ci:a-secret-of-my-own";
const PERSON = { email: "bo@localhost", password: "correct horse battery" };

const idOf = ({ body }: Answer): number => body.results.id;

/** A server's whole life: started, used, stopped; then what no API puts there. */
async function liveIn(folder: string): Promise<{ account: string; projectId: number; cookie: string }> {
  const server = spawnServer(folder, [], {
    BOOTSTRAP_SERVICE_ACCOUNT: OWNER,
    BOOTSTRAP_ADMIN: `${PERSON.email}:${PERSON.password}`,
  });
  const url = await server.ready;
  const post = (path: string, body: unknown) => call(url, "POST", path, { as: OWNER, body });
  const projectId = idOf(await post("organizations/1/projects", { name: "Läden\t& \\N ☃" }));
  const made = await post("organizations/1/service-accounts", {
    username: "loader",
    projects: [{ id: projectId, role: "admin" }],
  });
  await post("organizations/1/users", { email: "ana@example.com", name: "Ana", role: "admin" });
  const browser = createBrowser({ url });
  await browser.signIn(PERSON.email, PERSON.password);
  server.kill("SIGTERM");
  await server.exited;
  await withPostgresOf(folder, async (database) => {
    await ask(database, AUDIT_ROWS, [2_000]);
    await ask(database, "update audit_entry set at = 'infinity' where id = 2");
    await ask(database, "update audit_entry set at = '0044-03-15 12:00:00.123456+00 BC' where id = 3");
    // A number that was given out and then not used must not be given out again.
    await ask(database, "select nextval(pg_get_serial_sequence('project', 'id'))");
    await waitingJob(database);
  });
  await writeFile(join(folder, "sealing-key"), Buffer.from([0, 1, 2, 255, 10, 13]), { mode: 0o600 });
  const account = `${made.body.results.username}:${made.body.results.token}`;
  return { account, projectId, cookie: browser.cookie() };
}

async function waitingJob(database: string): Promise<void> {
  const pool = new Pool({ connectionString: database });
  pool.on("connect", (client) => client.on("error", () => undefined));
  const job = {
    id: "0195f1f4-0000-7000-8000-000000000001",
    name: "test.later",
    state: "retry",
    data: { text: "one\u2028two\u2029three\nfour" },
    output: null,
    retry_count: 1,
    retry_limit: 3,
    started_on: "2026-01-01T00:00:00.123456+00:00",
    start_after: "2099-01-01T00:00:00+00:00",
    created_on: "2026-01-01T00:00:00.000001+00:00",
    keep_until: "2099-02-01T00:00:00+00:00",
    expire_seconds: 60,
    deletion_seconds: 60,
    group_id: "serial",
    singleton_key: null,
  };
  await restoreJobs(pool, [JSON.stringify(job)]);
  await pool.end();
}

test("a backup brings accounts, secrets, people and their sessions, rows, ids, files and waiting jobs to another folder, and on to a database elsewhere", async () => {
  const [before, after] = [await place.folder("before"), await place.folder("aft er")];
  const file = await place.path("first.tar");
  const { account, projectId, cookie } = await liveIn(before);
  const contents = await withPostgresOf(before, contentsOf);

  const backup = await tributary(["backup", file, "--data-dir", before]);
  expect(backup).toMatchObject({ code: 0, stderr: "" });
  expect(backup.stdout).toMatch(/control\/tables\/audit_entry\.copy\.zst +[\d.]+ kB {2}2,00\d rows/);
  expect(backup.stdout).toMatch(/Wrote .+first\.tar: [\d.]+ kB, 2,0\d\d rows, [\d.]+ s/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await withPostgresOf(before, contentsOf)).toEqual(contents);

  const restore = await tributary(["restore", file, "--data-dir", after]);
  expect(restore).toMatchObject({ code: 0, stderr: "" });
  expect(restore.stdout).toMatch(/Restored 2,0\d\d rows .+ in [\d.]+ s/);
  expect(await withPostgresOf(after, contentsOf)).toEqual(contents);
  expect(await readFile(join(after, "sealing-key"))).toEqual(Buffer.from([0, 1, 2, 255, 10, 13]));
  expect(await readdir(after)).not.toContain("node-id");
  expect(await readFile(join(after, "postgres-password"))).not.toEqual(
    await readFile(join(before, "postgres-password")),
  );

  const database = await emptyDatabase();
  const [elsewhere, again] = [await place.folder("elsewhere"), await place.path("again.tar")];
  const moved = { DATABASE_URL: database, DATA_DIR: elsewhere };
  expect(await tributary(["restore", file], moved)).toMatchObject({ code: 0 });
  expect(await contentsOf(database)).toEqual(contents);

  // And out of there again: the rows have been compared, so their numbers will do.
  const rowsOf = ({ stdout }: { stdout: string }) =>
    JSON.parse(stdout).entries.map((entry: { name: string; rows?: number }) => [entry.name, entry.rows]);
  const second = await tributary(["backup", again, "--json"], moved);
  expect(rowsOf(second)).toEqual(rowsOf(await tributary(["backup", "verify", file, "--json"])));

  const server = spawnServer(after);
  const url = await server.ready;
  expect(server.output()).not.toContain("These lines are shown this once");
  const mine = await call(url, "GET", "me", { as: account });
  expect(Object.keys(mine.body.results.projects)).toEqual([String(projectId)]);
  const made = await call(url, "POST", "organizations/1/projects", { as: OWNER, body: { name: "Next" } });
  const session = await call(url, "GET", "me", { as: null, headers: { cookie } });
  expect(session.body.results.user_email).toBe(PERSON.email);
  expect((await createBrowser({ url }).signIn(PERSON.email, PERSON.password)).status).toBe(200);
  // One number was burnt.
  expect(idOf(made)).toBe(projectId + 2);
  server.kill("SIGTERM");
  await server.exited;
});
