import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KEY, SECRET } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { tributary } from "../support/command-line.ts";
import type { TestServer } from "../support/test-server.ts";
import { DAY, startMigration } from "./support/start-migration.ts";

let started: Awaited<ReturnType<typeof startMigration>>;
let server: TestServer;
beforeEach(async () => {
  started = await startMigration();
  server = started.server;
  started.vendor.events = [vendorEvent(DAY)];
});
afterEach(() => started.close());

/** The origin lets credentials pass and then never sends an export: the job keeps running. */
const hold = () => {
  started.vendor.fault = ({ start, end }) => start !== end;
};
const begin = async () => (await started.migrate({}, "?wait=0")).body.results;
const bySecret = (secret: string) => ({ as: null, headers: { "x-job-secret": secret } });

const operations = (id: string) =>
  [
    ["GET", `/migrate/jobs/${id}`],
    ["POST", `/migrate/jobs/${id}/pause`],
    ["POST", `/migrate/jobs/${id}/resume`],
    ["DELETE", `/migrate/jobs/${id}`],
    ["GET", `/migrate/jobs/${id}/certificate`],
    ["POST", `/migrate/jobs/${id}/verify`],
    ["POST", `/migrate/jobs/${id}/rollback`],
    ["GET", "/migrate/jobs?project_id=1"],
  ] as const;

async function sql(text: string) {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("the public token neither follows nor changes a migration", async () => {
  hold();
  const { job_id } = await begin();
  const body = { PROJECT_TOKEN: started.vendor.token };
  for (const [method, path] of operations(job_id)) {
    const answer = await server.call(method, path, {
      as: null,
      headers: { "x-project-token": started.vendor.token },
      ...(method === "GET" ? {} : { body }),
    });
    expect([method, path, answer.status]).toEqual([method, path, 401]);
  }
  expect((await server.call("GET", `/migrate/jobs/${job_id}`)).body.results.state).toMatch(/queued|running/);
});

test("the first response carries a secret, once, with which its holder follows, pauses, resumes and cancels", async () => {
  hold();
  const { job_id, job_secret } = await begin();
  expect(job_secret).toMatch(/^[A-Za-z0-9]{43}$/);
  const at = `/migrate/jobs/${job_id}`;
  const looked = await server.call("GET", at, bySecret(job_secret));
  expect(looked).toMatchObject({ status: 202, body: { results: { job_id } } });
  expect(looked.body.results).not.toHaveProperty("job_secret");
  expect((await server.call("GET", at)).body.results).not.toHaveProperty("job_secret");
  await server.call("POST", `${at}/pause`, bySecret(job_secret));
  const state = async () => (await server.call("GET", at, bySecret(job_secret))).body.results.state;
  await expect.poll(state, { timeout: 20_000 }).toBe("paused");
  expect((await server.call("POST", `${at}/resume`, bySecret(job_secret))).status).toBe(202);
  expect((await server.call("DELETE", at, bySecret(job_secret))).status).toBeLessThan(300);
  await expect.poll(state, { timeout: 20_000 }).toBe("cancelled");
  expect((await server.call("GET", `${at}/certificate`, bySecret(job_secret))).status).toBe(200);
  expect((await server.call("POST", `${at}/verify`, bySecret(job_secret))).status).toBe(200);
  // It deletes events, so it takes the role.
  expect((await server.call("POST", `${at}/rollback`, bySecret(job_secret))).status).toBe(401);
  const log = (await server.call("GET", "projects/1/audit-log?target_type=migration")).body.results.entries;
  expect(log.map((line: Record<string, string>) => [line.action, line.principal_name]).reverse()).toEqual([
    ["migration.started", "project token"],
    ["migration.paused", "job secret"],
    ["migration.resumed", "job secret"],
    ["migration.cancelled", "job secret"],
  ]);
});

test("a wrong secret, and a secret of another job, are told no more than that of an unknown job", async () => {
  const first = (await started.migrate()).body.results;
  const second = (await started.migrate()).body.results;
  const unknown = "0".repeat(32);
  for (const secret of [second.job_secret, "x".repeat(43), ""]) {
    const wrong = await server.call("GET", `/migrate/jobs/${first.job_id}`, bySecret(secret));
    const none = await server.call("GET", `/migrate/jobs/${unknown}`, bySecret(secret));
    expect([wrong.status, wrong.body]).toEqual([none.status, none.body]);
    expect(wrong.status).toBe(404);
  }
  const [nobody, nothing] = await Promise.all([
    server.call("GET", `/migrate/jobs/${first.job_id}`, { as: null }),
    server.call("GET", `/migrate/jobs/${unknown}`, { as: null }),
  ]);
  expect([nobody.status, nobody.body]).toEqual([nothing.status, nothing.body]);
  expect(nobody.status).toBe(401);
});

test("a repeated request tells of the running job only with the origin's own credentials", async () => {
  hold();
  const { job_id } = await begin();
  const same = await started.migrate({}, "?wait=0");
  expect(same).toMatchObject({ status: 202, body: { results: { job_id } } });
  expect(same.body.results).not.toHaveProperty("job_secret");
  const otherDates = await started.migrate({ START_DATE: "2026-01-09" }, "?wait=0");
  expect(otherDates).toMatchObject({ status: 409, body: { type: "migration_running", job_id } });
  for (const wrong of [
    { SOURCE_API_SECRET: "another" },
    { SOURCE_API_KEY: "another" },
    { SOURCE_API_SECRET: "another", START_DATE: "2026-01-09" },
  ]) {
    const refused = await started.migrate(wrong, "?wait=0");
    expect(refused).toMatchObject({ status: 409, body: { type: "migration_running" } });
    expect(JSON.stringify([refused.body, ...refused.headers])).not.toContain(job_id);
  }
});

test("a stream of progress carries the secret in its first line alone", async () => {
  const response = await fetch(`${server.url}/migrate/amplitude`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/x-ndjson" },
    body: JSON.stringify(started.request()),
  });
  const lines = (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0].job_secret).toMatch(/^[A-Za-z0-9]{43}$/);
  expect(lines.slice(1).filter((line) => "job_secret" in line)).toEqual([]);
});

test("only a digest of the secret is stored", async () => {
  const { job_secret } = (await started.migrate()).body.results;
  const rows = await sql("select * from migration_job");
  expect(rows[0].secret_digest).toHaveLength(32);
  expect(JSON.stringify(rows)).not.toContain(job_secret);
});

test("a job from before secrets existed is open to admins alone", async () => {
  const { job_id, job_secret } = (await started.migrate()).body.results;
  await sql("update migration_job set secret_digest = null");
  expect((await server.call("GET", `/migrate/jobs/${job_id}`, bySecret(job_secret))).status).toBe(404);
  expect((await server.call("GET", `/migrate/jobs/${job_id}`)).status).toBe(200);
});

test("an analyst of the project and an owner of another organization do not follow it", async () => {
  const { job_id } = (await started.migrate()).body.results;
  const made = await server.call("POST", "organizations/1/service-accounts", {
    body: { username: "analyst", role: "member", projects: [{ id: 1, role: "analyst" }] },
  });
  const analyst = `${made.body.results.username}:${made.body.results.token}`;
  const foreign = await server.call("POST", "organizations", { as: server.operator, body: { name: "B" } });
  const owner = await server.call("POST", `organizations/${foreign.body.results.id}/service-accounts`, {
    as: server.operator,
    body: { username: "other", role: "owner" },
  });
  const other = `${owner.body.results.username}:${owner.body.results.token}`;
  const unknown = await server.call("GET", `/migrate/jobs/${"0".repeat(32)}`, { as: other });
  for (const [method, path] of operations(job_id)) {
    expect([path, (await server.call(method, path, { as: analyst })).status]).toEqual([path, 403]);
    const answer = await server.call(method, path, { as: other });
    if (path.startsWith("/migrate/jobs/"))
      expect([path, answer.status, answer.body]).toEqual([path, unknown.status, unknown.body]);
    else expect(answer.status).toBe(403);
  }
});

test("the shell prints the secret of a migration it starts with a token, and follows one by its secret", async () => {
  const run = (...words: string[]) =>
    tributary(words, { DATA_DIR: server.dataFolder, SOURCE_API_KEY: KEY, SOURCE_API_SECRET: SECRET });
  const dates = ["--start-date", "2026-01-10", "--end-date", "2026-01-10"];
  const done = await run("migrate", "amplitude", ...dates, "--token", started.vendor.token);
  expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/Job secret [A-Za-z0-9]{43}/) });
  const [, id = ""] = /Migration ([0-9a-f]{32})/.exec(done.stdout) ?? [];
  const [, secret = ""] = /Job secret (\w{43})/.exec(done.stdout) ?? [];
  const shown = await tributary(["migrate", "show", id, "--job-secret", secret], {
    TRIBUTARY_URL: server.url,
    TRIBUTARY_CREDENTIALS: "nobody:at-all",
  });
  expect(shown.stdout).toContain("completed: Migrated 1 events");
  const own = await run("migrate", "amplitude", ...dates);
  expect(own.stdout).not.toContain("Job secret");
});
