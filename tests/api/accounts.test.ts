import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBrowser, invite, makePerson } from "../sign-in/support.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
const now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ deps: { clock: { now: () => now } } });
});
afterAll(() => server.close());

const post = (path: string, body: unknown, as?: string) =>
  server.call("POST", path, { body, ...(as ? { as } : {}) });

describe("me", () => {
  test("maps are keyed by id and hold what the caller can reach", async () => {
    const { body } = await server.call("GET", "me?include_workspace_users=false");
    expect(body.results.organizations["1"]).toMatchObject({
      ...{ id: 1, name: "My organization", role: "owner" },
    });
    expect(body.results.projects["1"]).toMatchObject({
      id: 1,
      organization_id: 1,
      timezone: "UTC",
      role: "owner",
    });
    expect(body.results.workspaces["1"]).toMatchObject({ id: 1, project_id: 1, is_global: true });
  });

  test("a member sees only the projects they have a role in", async () => {
    const second = await post("organizations/1/projects", { name: "Second" });
    const member = await post("organizations/1/service-accounts", {
      username: "member",
      projects: [{ id: second.body.results.id, role: "consumer" }],
    });
    const as = `${member.body.results.username}:${member.body.results.token}`;
    const me = await server.call("GET", "me", { as });
    expect(Object.keys(me.body.results.projects)).toEqual([String(second.body.results.id)]);
    const list = await server.call("GET", "organizations/1/projects", { as });
    expect(list.body.results.map((project: { name: string }) => project.name)).toEqual(["Second"]);
    expect(list.body.results[0].token).toBeNull();
  });
});

describe("projects", () => {
  test("a new project has a token, a secret shown once, and one default workspace", async () => {
    const made = await post("organizations/1/create-projects/", { name: "Shop", timezone: "Europe/Paris" });
    expect(made.status).toBe(201);
    const project = made.body.results;
    expect(project.creator).toBe("first.service-account");
    expect(project).toMatchObject({
      name: "Shop",
      timezone: "Europe/Paris",
      region: "us",
      is_b2b: false,
      id_mode: "simplified",
    });
    expect(project.token).toMatch(/^[0-9a-f]{32}$/);
    expect(project.api_secret).toMatch(/^[0-9a-f]{32}$/);
    const workspaces = await server.call("GET", `projects/${project.id}/workspaces`);
    expect(workspaces.body.results).toMatchObject([
      { name: "All Project Data", is_global: true, is_default: true },
    ]);
    const again = await server.call("GET", `projects/${project.id}`);
    expect(JSON.stringify(again.body)).not.toContain(project.api_secret);
  });

  test.each(["Mars/Olympus", "", "+02:00", "Europe/Paris; drop table project"])(
    "the time zone '%s' is refused",
    async (timezone) => {
      const answer = await post("organizations/1/projects", { name: "x", timezone });
      expect(answer.status).toBe(400);
      expect(answer.body.field).toBe("timezone");
    },
  );

  test("a change touches only the keys that are given", async () => {
    const { body } = await post("organizations/1/projects", { name: "Before", timezone: "Asia/Tokyo" });
    const changed = await server.call("PATCH", `projects/${body.results.id}`, {
      body: { name: "After", week_start: 7 },
    });
    expect(changed.body.results).toMatchObject({ name: "After", timezone: "Asia/Tokyo", week_start: 7 });
    const none = await server.call("PATCH", `projects/${body.results.id}`, { body: {} });
    expect(none.body.results).toMatchObject({ name: "After", week_start: 7 });
  });

  test("token and secret can be replaced, the secret switched off", async () => {
    const { body } = await post("organizations/1/projects", { name: "Keys" });
    const { id, token, api_secret: secret } = body.results;
    const rotated = await server.call("POST", `projects/${id}/rotate-token`);
    expect(rotated.body.results.token).toMatch(/^[0-9a-f]{32}$/);
    expect(rotated.body.results.token).not.toBe(token);
    const reset = await server.call("POST", `projects/${id}/reset-secret`);
    expect(reset.body.results.api_secret).not.toBe(secret);
    expect((await server.call("DELETE", `projects/${id}/secret`)).body).toEqual({ status: "ok" });
    expect((await server.call("GET", `projects/${id}`)).body.results.has_api_secret).toBe(false);
  });

  test("a deleted project is out of reach at once and can be restored", async () => {
    const { body } = await post("organizations/1/projects", { name: "Gone" });
    const { id } = body.results;
    const deleted = await server.call("DELETE", `projects/${id}`);
    expect(Date.parse(deleted.body.results.purge_after) - now).toBe(60 * 86_400_000);
    expect((await server.call("GET", `projects/${id}`)).status).toBe(403);
    const listed = await server.call("GET", "organizations/1/projects?deleted=true");
    expect(listed.body.results.map((project: { id: number }) => project.id)).toContain(id);
    const restored = await server.call("POST", `organizations/1/projects/${id}/restore`);
    expect(restored.body.results).toMatchObject({ id, deleted: null });
    expect((await server.call("GET", `projects/${id}`)).status).toBe(200);
    expect((await server.call("POST", `organizations/1/projects/${id}/restore`)).status).toBe(404);
  });
});

test("of twenty deletions and twenty restores at once, one deletes and one restores", async () => {
  const { body } = await post("organizations/1/projects", { name: "Raced" });
  const { id } = body.results;
  const twenty = (method: string, path: string) =>
    Promise.all(Array.from({ length: 20 }, async () => (await server.call(method, path)).status));
  expect((await twenty("DELETE", `projects/${id}`)).filter((status) => status === 200)).toHaveLength(1);
  const restored = await twenty("POST", `organizations/1/projects/${id}/restore`);
  expect(restored.filter((status) => status === 200)).toHaveLength(1);
  const log = await server.call("GET", `projects/${id}/audit-log`);
  expect(log.body.results.entries.map((entry: { action: string }) => entry.action)).toEqual([
    "project.restore",
    "project.delete",
    "project.create",
  ]);
});

test("a change that changes nothing leaves no line", async () => {
  const { body } = await post("organizations/1/projects", { name: "Same" });
  const path = `projects/${body.results.id}`;
  await server.call("PATCH", path, { body: { name: "Same" } });
  await server.call("DELETE", `${path}/secret`);
  await server.call("DELETE", `${path}/secret`);
  const log = await server.call("GET", `${path}/audit-log`);
  expect(log.body.results.entries.map((entry: { action: string }) => entry.action)).toEqual([
    "project.disable_api_secret",
    "project.create",
  ]);
});

describe("organizations", () => {
  test("one with projects cannot be deleted, an empty one is gone at once", async () => {
    const made = await post("organizations", { name: "Brief" }, server.operator);
    const { id } = made.body.results;
    const account = await post(
      `organizations/${id}/service-accounts`,
      { username: "boss", role: "owner" },
      server.operator,
    );
    const as = `${account.body.results.username}:${account.body.results.token}`;
    const project = await post(`organizations/${id}/projects`, { name: "P" }, as);
    expect((await server.call("DELETE", `organizations/${id}`, { as })).status).toBe(409);
    await server.call("DELETE", `projects/${project.body.results.id}`, { as });
    expect((await server.call("DELETE", `organizations/${id}`, { as })).status).toBe(200);
    expect((await server.call("GET", `organizations/${id}`, { as })).status).toBe(403);
    expect((await server.call("GET", `organizations/${id}`, { as: server.operator })).status).toBe(403);
  });
});

describe("group keys", () => {
  test("the company key makes the project B2B, and there is one at most", async () => {
    const { body } = await post("organizations/1/projects", { name: "B2B" });
    const keys = `projects/${body.results.id}/group-keys`;
    const team = await post(keys, { property_name: "team", is_company_key: true });
    expect(team.status).toBe(201);
    const company = await post(keys, {
      property_name: "company_id",
      display_name: "Company",
      is_company_key: true,
    });
    const list = await server.call("GET", keys);
    expect(list.body.results.map((key: { is_company_key: boolean }) => key.is_company_key)).toEqual([
      false,
      true,
    ]);
    expect((await server.call("GET", `projects/${body.results.id}`)).body.results).toMatchObject({
      is_b2b: true,
      company_key: "company_id",
    });
    await server.call("DELETE", `${keys}/${company.body.results.data_group_id}`);
    expect((await server.call("GET", `projects/${body.results.id}`)).body.results.is_b2b).toBe(false);
  });

  test("a property is declared once, and an unknown key is 404", async () => {
    expect((await post("projects/1/group-keys", { property_name: "plan" })).status).toBe(201);
    const twice = await post("projects/1/group-keys", { property_name: "plan" });
    expect(twice.status).toBe(409);
    expect(twice.body.field).toBe("property_name");
    expect((await server.call("PATCH", "projects/1/group-keys/99999", { body: {} })).status).toBe(404);
  });

  test("sixteen company keys declared at once leave one", async () => {
    const { body } = await post("organizations/1/projects", { name: "Race" });
    const keys = `projects/${body.results.id}/group-keys`;
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        post(keys, { property_name: `k${index}`, is_company_key: true }),
      ),
    );
    const list = await server.call("GET", keys);
    expect(list.body.results).toHaveLength(16);
    expect(list.body.results.filter((key: { is_company_key: boolean }) => key.is_company_key)).toHaveLength(
      1,
    );
  });
});

describe("users", () => {
  test("a person is a member once, whatever the case of the address, and keeps one identity across organizations", async () => {
    const id = await makePerson(server, {
      email: "Ana@example.com",
      projects: [{ id: 1, role: "analyst" }],
    });
    const [member] = (await server.call("GET", "organizations/1/users")).body.results;
    expect(member).toMatchObject({ id, role: "member", projects: [{ id: 1, role: "analyst" }] });
    expect((await post("organizations/1/users", { email: "ana@EXAMPLE.com" })).status).toBe(409);
    const other = await post("organizations", { name: "Second home" }, server.operator);
    const organization = other.body.results.id;
    const token = await invite(server, { email: "ana@example.com", organization }, server.operator);
    const ana = createBrowser(server);
    await ana.signIn("ana@example.com");
    expect((await ana.call("POST", "invitations/accept", { body: { token } })).status).toBe(200);
    const there = await server.call("GET", `organizations/${organization}/users`, { as: server.operator });
    expect(there.body.results).toMatchObject([{ id }]);
  });

  test("roles change, go, and the person with them", async () => {
    const id = await makePerson(server, { email: "bo@example.com", projects: [{ id: 1, role: "admin" }] });
    const path = `organizations/1/users/${id}`;
    const changed = await server.call("PATCH", path, {
      body: { role: "admin", projects: [{ id: 1, role: null }] },
    });
    expect(changed.body.results).toMatchObject({ role: "admin", projects: [] });
    expect((await server.call("DELETE", path)).status).toBe(200);
    expect((await server.call("PATCH", path, { body: {} })).status).toBe(404);
  });

  test("the last owner of an organization stays its owner until there is another", async () => {
    const made = await post("organizations", { name: "Owned" }, server.operator);
    const organization = made.body.results.id;
    const add = async (email: string) => {
      const id = await makePerson(server, { email, role: "owner", organization }, server.operator);
      return `organizations/${organization}/users/${id}`;
    };
    const first = await add("first@example.com");
    const as = { as: server.operator };
    const demote = (path: string) => server.call("PATCH", path, { ...as, body: { role: "member" } });
    for (const refused of [await demote(first), await server.call("DELETE", first, as)])
      expect(refused).toMatchObject({ status: 409, body: { type: "last_owner" } });
    const second = await add("second@example.com");
    const outcomes = await Promise.all([demote(first), demote(second)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each(["no-at-sign", "a@b c", "", "@"])("the address '%s' is refused", async (email) => {
    const answer = await post("organizations/1/users", { email });
    expect(answer.status).toBe(400);
    expect(answer.body.field).toBe("email");
  });
});

describe("audit log", () => {
  test("every change says who, what, before and after", async () => {
    const { body } = await post("organizations/1/projects", { name: "Audited" });
    const { id } = body.results;
    await server.call("PATCH", `projects/${id}`, {
      body: { name: "Renamed" },
      headers: { "x-request-id": "audit-test" },
    });
    await server.call("POST", `projects/${id}/rotate-token`);
    const log = await server.call("GET", `projects/${id}/audit-log`);
    expect(log.body.results.entries.map((entry: { action: string }) => entry.action)).toEqual([
      "project.rotate_token",
      "project.update",
      "project.create",
    ]);
    expect(log.body.results.entries[1]).toMatchObject({
      principal_name: "first.service-account",
      target_id: String(id),
      before: { name: "Audited" },
      after: { name: "Renamed" },
      request_id: "audit-test",
    });
  });

  test("pages follow each other without gap or repeat, and filters narrow", async () => {
    const { body } = await post("organizations/1/projects", { name: "Paged" });
    const path = `projects/${body.results.id}`;
    for (let index = 0; index < 7; index += 1)
      await server.call("PATCH", path, { body: { name: `n${index}` } });
    const seen: number[] = [];
    let before: number | null = null;
    do {
      const page = await server.call(
        "GET",
        `${path}/audit-log?limit=3${before === null ? "" : `&before=${before}`}`,
      );
      seen.push(...page.body.results.entries.map((entry: { id: number }) => entry.id));
      before = page.body.results.next;
    } while (before !== null);
    expect(seen).toHaveLength(8);
    expect(new Set(seen).size).toBe(8);
    const created = await server.call("GET", `${path}/audit-log?action=project.create`);
    expect(created.body.results.entries).toHaveLength(1);
  });

  test.each(["limit=0", "limit=501", "limit=many", "before=x", "from=yesterday", "nonsense=1"])(
    "the query %s is refused",
    async (query) => {
      const answer = await server.call("GET", `projects/1/audit-log?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.field).toBe(query.split("=")[0]);
    },
  );

  test("a refused change leaves no line", async () => {
    const before = await server.call("GET", "organizations/1/audit-log?limit=1");
    await post("organizations/1/projects", { name: "x", timezone: "Nowhere" });
    const after = await server.call("GET", "organizations/1/audit-log?limit=1");
    expect(after.body).toEqual(before.body);
  });
});
