import { Writable } from "node:stream";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { createLog } from "../../src/platform/log.ts";
import { FIRST_ACCOUNT, FIRST_CREDENTIALS } from "../support/test-config.ts";
import { createDatabase, startTestServer, type TestServer } from "../support/test-server.ts";

async function withServers(count: number, body: (...servers: TestServer[]) => Promise<void>): Promise<void> {
  const first = await startTestServer();
  const rest = await Promise.all(
    Array.from({ length: count - 1 }, () => startTestServer({ databaseUrl: first.databaseUrl })),
  );
  try {
    await body(first, ...rest);
  } finally {
    await Promise.all([first, ...rest].map((server) => server.close()));
  }
}

describe("several nodes on one control database", () => {
  test("an account deleted through one node stops working on the other", async () => {
    await withServers(2, async (one, two) => {
      const made = await one.call("POST", "organizations/1/service-accounts", {
        body: { username: "brief" },
      });
      const as = `${made.body.results.username}:${made.body.results.token}`;
      expect((await two.call("GET", "me", { as })).status).toBe(200);
      await one.call("DELETE", `organizations/1/service-accounts/${made.body.results.id}`);
      await expect.poll(async () => (await two.call("GET", "me", { as })).status).toBe(401);
    });
  });

  test("a role given through one node counts on the other", async () => {
    await withServers(2, async (one, two) => {
      const made = await one.call("POST", "organizations/1/service-accounts", { body: { username: "late" } });
      const { id, username, token } = made.body.results;
      const project = () => two.call("GET", "projects/1", { as: `${username}:${token}` });
      expect((await project()).status).toBe(403);
      await one.call("POST", "organizations/1/service-accounts/add-to-project", {
        body: { projects: [{ id: 1, role: "consumer" }], service_account_ids: [id] },
      });
      await expect.poll(async () => (await project()).status).toBe(200);
    });
  });

  test("a node that lost the line to the others asks the database every time", async () => {
    await withServers(1, async (node) => {
      expect((await node.call("GET", "me")).status).toBe(200);
      const client = new Client({ connectionString: node.databaseUrl });
      await client.connect();
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tributary listener' and datname = current_database()",
      );
      await client.query("update service_account set deleted_at = now()");
      await expect.poll(async () => (await node.call("GET", "me")).status).toBe(401);
      await client.query("update service_account set deleted_at = null");
      await client.end();
      await expect.poll(async () => (await node.call("GET", "me")).status).toBe(200);
    });
  });

  test("first starts at once on one empty database make one project", async () => {
    const databaseUrl = await createDatabase("template1");
    const nodes = await Promise.all(Array.from({ length: 3 }, () => startTestServer({ databaseUrl })));
    const made = nodes.flatMap(({ running }) => running.firstStart ?? []);
    expect(made).toHaveLength(1);
    for (const node of nodes) {
      const me = await node.call("GET", "me", { as: node.operator });
      expect(Object.keys(me.body.results.projects)).toEqual(["1"]);
    }
    await Promise.all(nodes.map((node) => node.close()));
  });
});

describe("regions", () => {
  test("a project of another residency is refused with the right address, and only to those who have a role in it", async () => {
    const us = await startTestServer();
    await us.call("POST", "organizations/1/service-accounts", { body: { username: "stranger" } });
    const stranger = await us.call("POST", "organizations/1/service-accounts", {
      body: { username: "stranger" },
    });
    const { databaseUrl } = us;
    await us.close();
    const eu = await startTestServer({
      databaseUrl,
      config: { REGION: "eu", REGION_URLS: { us: "https://us.example.com" } },
    });
    const answer = await eu.call("GET", "projects/1");
    expect(answer.status).toBe(403);
    expect(answer.body.type).toBe("other_region");
    expect(answer.body.error).toContain("https://us.example.com/api/app");
    const { username, token } = stranger.body.results;
    expect((await eu.call("GET", "projects/1", { as: `${username}:${token}` })).body.type).toBe("no_access");
    const elsewhere = await eu.call("POST", "organizations/1/projects", {
      body: { name: "x", region: "us" },
    });
    expect(elsewhere.status).toBe(403);
    expect(elsewhere.body.error).toContain("https://us.example.com/api/app");
    const here = await eu.call("POST", "organizations/1/projects", { body: { name: "x" } });
    expect(here.body.results.region).toBe("eu");
    await eu.close();
  });
});

describe("failed sign-ins", () => {
  test("after ten a minute the address gets 429, and a right secret still passes", async () => {
    let now = Date.now();
    const server = await startTestServer({ deps: { clock: { now: () => now } } });
    const wrong = () => server.call("GET", "me", { as: "first.service-account:wrong" });
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await wrong()).status).toBe(401);
    const refused = await wrong();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await server.call("GET", "me")).status).toBe(200);
    expect((await server.call("GET", "me", { as: null })).status).toBe(401);
    now += 60_000;
    expect((await wrong()).status).toBe(401);
    await server.close();
  });

  test("an unknown user and a wrong secret are answered alike", async () => {
    const server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
    const bodies = await Promise.all([
      server.call("GET", "me", { as: "nobody-at-all:some-secret" }),
      server.call("GET", "me", { as: `${FIRST_ACCOUNT.username}:some-secret` }),
    ]);
    expect(bodies[0]?.body).toEqual(bodies[1]?.body);
    expect(bodies[0]?.status).toBe(bodies[1]?.status);
    await server.close();
  });

  test("behind a trusted proxy the client's own address counts, behind an unknown one it does not", async () => {
    const server = await startTestServer({
      config: { AUTH_FAILURES_PER_MINUTE: 1, TRUST_PROXY: ["127.0.0.1"] },
    });
    const wrong = (forwarded: string) =>
      server.call("GET", "me", { as: "x:wrong", headers: { "x-forwarded-for": forwarded } });
    expect((await wrong("203.0.113.1")).status).toBe(401);
    expect((await wrong("203.0.113.2")).status).toBe(401);
    expect((await wrong("203.0.113.1")).status).toBe(429);
    await server.close();
    const direct = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 1 } });
    const forged = (forwarded: string) =>
      direct.call("GET", "me", { as: "x:wrong", headers: { "x-forwarded-for": forwarded } });
    expect((await forged("203.0.113.1")).status).toBe(401);
    expect((await forged("203.0.113.2")).status).toBe(429);
    await direct.close();
  });
});

describe("logs", () => {
  test("a whole session at the finest level holds no secret", async () => {
    let written = "";
    const destination = new Writable({
      write(chunk, _encoding, done) {
        written += chunk;
        done();
      },
    });
    const log = createLog({ level: "trace", format: "json", destination });
    const server = await startTestServer({ deps: { log } });
    const made = await server.call("POST", "organizations/1/service-accounts", {
      body: { username: "logged" },
    });
    const project = await server.call("POST", "organizations/1/projects", { body: { name: "Logged" } });
    await server.call("GET", `me?api_key=${project.body.results.token}`);
    await server.call("GET", "me", { as: "first.service-account:wrong-secret-typed-by-hand" });
    await server.call("GET", "projects/1", { headers: { "x-request-id": "find-me" } });
    await server.close();
    const secrets = [
      made.body.results.token,
      project.body.results.token,
      project.body.results.api_secret,
      FIRST_ACCOUNT.secret,
      Buffer.from(FIRST_CREDENTIALS).toString("base64"),
      "wrong-secret-typed-by-hand",
      server.running.operatorCredential,
      new URL(server.databaseUrl).password,
    ];
    expect(written).toContain('"requestId":"find-me"');
    for (const secret of secrets) {
      expect(secret).toBeTruthy();
      expect(written).not.toContain(secret);
    }
  });
});
