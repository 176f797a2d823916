import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({
    config: { AUTH_FAILURES_PER_MINUTE: 0 },
    deps: { clock: { now: () => now } },
  });
});
afterAll(() => server.close());

const accounts = "organizations/1/service-accounts";

async function make(body: Record<string, unknown>, as?: string) {
  const made = await server.call("POST", accounts, {
    body: { username: "loader", ...body },
    ...(as ? { as } : {}),
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id, username, token } = made.body.results;
  return { id, username, token, credentials: `${username}:${token}`, record: made.body.results };
}

describe("creating", () => {
  test("the secret is in the answer and nowhere else", async () => {
    const { id, token, record } = await make({ projects: [{ id: 1, role: "analyst" }] });
    expect(token).toMatch(/^[A-Za-z0-9]{43}$/);
    expect(record).toMatchObject({
      role: "member",
      projects: [{ id: 1, role: "analyst" }],
      expires: null,
      last_used: null,
    });
    const one = await server.call("GET", `${accounts}/${id}`);
    expect(JSON.stringify(one.body)).not.toContain(token);
    const log = await server.call("GET", "organizations/1/audit-log");
    expect(JSON.stringify(log.body)).not.toContain(token);
  });

  test("getting one gives its fields in the envelope and beside it", async () => {
    const { id, username } = await make({});
    const { body } = await server.call("GET", `${accounts}/${id}`);
    expect(body).toMatchObject({ status: "ok", id, username, results: { id, username } });
  });

  test("project roles are taken as a role in the organization", async () => {
    expect((await make({ role: "consumer" })).record.role).toBe("member");
    expect((await make({ role: "admin" })).record.role).toBe("admin");
  });

  test.each([
    [{}, 400, "username"],
    [{ username: "" }, 400, "username"],
    [{ username: "x", role: "king" }, 400, "role"],
    [{ username: "x", expires: "tomorrow" }, 400, "expires"],
    [{ username: "x", expires: "2020-01-01T00:00:00Z" }, 400, "expires"],
    [{ username: "x", projects: [{ id: 1 }] }, 400, "projects[0].role"],
    [{ username: "x", projects: [{ id: 999, role: "admin" }] }, 404, "projects"],
    [{ username: "x", secret: "mine" }, 400, "secret"],
  ])("%j is refused with %i at %s", async (body, status, field) => {
    const before = await server.call("GET", accounts);
    const answer = await server.call("POST", accounts, { body });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status: "error", field });
    expect((await server.call("GET", accounts)).body.results).toHaveLength(before.body.results.length);
  });

  test("nobody grants a role above their own", async () => {
    const admin = await make({ role: "admin" });
    for (const body of [
      { username: "x", role: "owner" },
      { username: "x", projects: [{ id: 1, role: "owner" }] },
    ]) {
      const answer = await server.call("POST", accounts, { as: admin.credentials, body });
      expect(answer.status).toBe(403);
      expect(answer.body.type).toBe("role_above_own");
    }
    await make({ role: "admin", projects: [{ id: 1, role: "admin" }] }, admin.credentials);
  });
});

describe("expiry and last use", () => {
  test("after its time an account is as unknown as any other", async () => {
    const { credentials } = await make({ expires: new Date(now + 60_000).toISOString() });
    expect((await server.call("GET", "me", { as: credentials })).status).toBe(200);
    now += 61_000;
    expect((await server.call("GET", "me", { as: credentials })).status).toBe(401);
  });

  test("the last use is written, and at most once a minute", async () => {
    const { id, credentials } = await make({});
    const lastUsed = async () => (await server.call("GET", `${accounts}/${id}`)).body.results.last_used;
    expect(await lastUsed()).toBeNull();
    await server.call("GET", "me", { as: credentials });
    await expect.poll(lastUsed).toBe(new Date(now).toISOString());
    const first = new Date(now).toISOString();
    now += 30_000;
    await server.call("GET", "me", { as: credentials });
    expect(await lastUsed()).toBe(first);
    now += 31_000;
    await server.call("GET", "me", { as: credentials });
    await expect.poll(lastUsed).toBe(new Date(now).toISOString());
  });
});

describe("projects", () => {
  test("adding twice gives the new role, removing takes it away at once", async () => {
    const { id, credentials } = await make({});
    const project = () => server.call("GET", "projects/1", { as: credentials });
    expect((await project()).status).toBe(403);
    const add = (role: string) =>
      server.call("POST", `${accounts}/add-to-project`, {
        body: { projects: [{ id: 1, role }], service_account_ids: [id] },
      });
    expect((await add("consumer")).body).toEqual({ status: "ok" });
    expect((await project()).body.results.token).toBeNull();
    await add("admin");
    expect((await project()).body.results.token).toMatch(/^[0-9a-f]{32}$/);
    const listed = await server.call("GET", "projects/1/service-accounts");
    expect(listed.body.results.find((account: { id: number }) => account.id === id)).toMatchObject({
      role: "admin",
      role_order: 1,
      hasSensitiveAccess: true,
      target_type: "individual",
    });
    const removed = await server.call("POST", `${accounts}/remove-from-project`, {
      body: { projects: [{ id: 1, service_account_ids: [id] }] },
    });
    expect(removed.body).toEqual({ status: "ok" });
    expect((await project()).status).toBe(403);
  });

  test("one unknown account or project among good ones changes nothing", async () => {
    const { id, credentials } = await make({});
    const bodies = [
      { projects: [{ id: 1, role: "admin" }], service_account_ids: [id, 999999] },
      {
        projects: [
          { id: 1, role: "admin" },
          { id: 999999, role: "admin" },
        ],
        service_account_ids: [id],
      },
    ];
    for (const body of bodies) {
      expect((await server.call("POST", `${accounts}/add-to-project`, { body })).status).toBe(404);
      expect((await server.call("GET", "projects/1", { as: credentials })).status).toBe(403);
    }
  });

  test("an account of another organization cannot be moved from here", async () => {
    const other = await server.call("POST", "organizations", {
      as: server.operator,
      body: { name: "Other" },
    });
    const foreign = await server.call("POST", `organizations/${other.body.results.id}/service-accounts`, {
      as: server.operator,
      body: { username: "foreign" },
    });
    const { id } = foreign.body.results;
    expect((await server.call("GET", `${accounts}/${id}`)).status).toBe(404);
    expect((await server.call("DELETE", `${accounts}/${id}`)).status).toBe(404);
    const body = { projects: [{ id: 1, role: "admin" }], service_account_ids: [id] };
    expect((await server.call("POST", `${accounts}/add-to-project`, { body })).status).toBe(404);
  });
});

describe("rotation", () => {
  const works = async (credentials: string) =>
    (await server.call("GET", "me", { as: credentials })).status === 200;

  test("two secrets are live during the overlap, then the old one stops", async () => {
    const { id, username, credentials } = await make({});
    const rotated = await server.call("POST", `${accounts}/${id}/rotate`, { body: { overlap_s: 600 } });
    expect(rotated.status).toBe(201);
    const fresh = `${username}:${rotated.body.results.token}`;
    expect([await works(credentials), await works(fresh)]).toEqual([true, true]);
    const third = await server.call("POST", `${accounts}/${id}/rotate`);
    expect(third.status).toBe(409);
    expect(third.body.type).toBe("two_secrets_live");
    now += 601_000;
    expect([await works(credentials), await works(fresh)]).toEqual([false, true]);
    expect((await server.call("POST", `${accounts}/${id}/rotate`)).status).toBe(201);
  });

  test("the old secret can be retired at once, the last one cannot", async () => {
    const { id, credentials } = await make({});
    await server.call("POST", `${accounts}/${id}/rotate`);
    const secrets = await server.call("GET", `${accounts}/${id}/secrets`);
    const [old, fresh] = secrets.body.results;
    expect((await server.call("DELETE", `${accounts}/${id}/secrets/${old.id}`)).status).toBe(200);
    expect(await works(credentials)).toBe(false);
    const last = await server.call("DELETE", `${accounts}/${id}/secrets/${fresh.id}`);
    expect(last.status).toBe(409);
    expect((await server.call("DELETE", `${accounts}/${id}/secrets/${old.id}`)).status).toBe(404);
  });

  test("an admin can neither rotate nor delete the account of an owner", async () => {
    const owner = await make({ role: "owner" });
    const admin = await make({ role: "admin" });
    for (const [method, path] of [
      ["POST", `${accounts}/${owner.id}/rotate`],
      ["DELETE", `${accounts}/${owner.id}`],
    ] as const) {
      const answer = await server.call(method, path, { as: admin.credentials });
      expect(answer.status).toBe(403);
      expect(answer.body.type).toBe("role_above_own");
    }
    expect(await works(owner.credentials)).toBe(true);
  });

  test("sixteen rotations at once leave two live secrets", async () => {
    const { id } = await make({});
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => server.call("POST", `${accounts}/${id}/rotate`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(409)]);
    expect((await server.call("GET", `${accounts}/${id}/secrets`)).body.results).toHaveLength(2);
  });
});

describe("deleting", () => {
  test("the account stops at once, and may be the one that asks", async () => {
    const { id, credentials } = await make({ role: "admin" });
    expect((await server.call("DELETE", `${accounts}/${id}`, { as: credentials })).body).toEqual({
      status: "ok",
    });
    expect((await server.call("GET", "me", { as: credentials })).status).toBe(401);
    expect((await server.call("GET", `${accounts}/${id}`)).status).toBe(404);
  });
});
