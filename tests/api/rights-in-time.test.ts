import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePerson } from "../sign-in/support.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
});
afterAll(() => server.close());

const accounts = "organizations/1/service-accounts";

async function make(body: Record<string, unknown>) {
  const made = await server.call("POST", accounts, { body: { username: "x", ...body } });
  const { id, username, token } = made.body.results;
  return { id, credentials: `${username}:${token}` };
}

test("an account that is deleted while its request's body arrives can no longer finish it", async () => {
  const admin = await make({ role: "admin" });
  const body = JSON.stringify({ username: "too-late", role: "admin" });
  const answer = await new Promise<{ status: number }>((resolve, reject) => {
    const sent = request(
      `${server.url}/api/app/${accounts}`,
      {
        method: "POST",
        auth: admin.credentials,
        headers: { "content-type": "application/json", "content-length": body.length },
      },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0 });
      },
    );
    sent.on("error", reject);
    sent.write(body.slice(0, 5));
    setTimeout(async () => {
      await server.call("DELETE", `${accounts}/${admin.id}`);
      sent.end(body.slice(5));
    }, 200);
  });
  expect(answer.status).toBe(401);
  const list = await server.call("GET", accounts);
  expect(list.body.results.map((account: { label: string }) => account.label)).not.toContain("too-late");
});

test("a role in a deleted project still protects its account: restored, it would be worth as much", async () => {
  const admin = await make({ role: "admin" });
  const project = await server.call("POST", "organizations/1/projects", { body: { name: "Brief" } });
  const { id } = project.body.results;
  const owner = await make({ projects: [{ id, role: "owner" }] });
  const rotate = () => server.call("POST", `${accounts}/${owner.id}/rotate`, { as: admin.credentials });
  expect((await rotate()).status).toBe(403);
  await server.call("DELETE", `projects/${id}`);
  expect((await rotate()).status).toBe(403);
});

test("calls that move the same accounts in opposite orders at once all succeed", async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, async () => (await make({})).id));
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      server.call("POST", `${accounts}/add-to-project`, {
        body: {
          projects: [{ id: 1, role: "analyst" }],
          service_account_ids: index % 2 === 0 ? ids : [...ids].reverse(),
        },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
});

test("more than a thousand pairs at once are refused, and nothing is changed", async () => {
  const { id, credentials } = await make({});
  const answer = await server.call("POST", `${accounts}/add-to-project`, {
    body: {
      projects: [
        { id: 1, role: "analyst" },
        { id: 1, role: "admin" },
      ],
      service_account_ids: Array(600).fill(id),
    },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.type).toBe("too_many_placements");
  expect((await server.call("GET", "projects/1", { as: credentials })).status).toBe(403);
});

describe("headers and bodies made to hurt", () => {
  test("a header of spaces is refused at once", async () => {
    const began = performance.now();
    const answer = await server.call("GET", "me", {
      as: null,
      headers: { authorization: `Basic a${" ".repeat(200_000)}b` },
    });
    expect(answer.status).toBe(401);
    // Not a bound on speed: the fault this guards against took minutes.
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  test("JSON nested deeper than the stack is refused like any other", async () => {
    const body = `${"[".repeat(200_000)}"\\u0000"${"]".repeat(200_000)}`;
    const answer = await server.call("POST", "organizations/1/projects", { body });
    expect(answer.status).toBe(400);
  });

  test("an unknown path and a wrong method are told without reading the body", async () => {
    expect((await server.call("POST", "nothing", { as: null, body: "{bad" })).status).toBe(404);
    expect((await server.call("POST", "me", { as: null, body: "{bad" })).status).toBe(405);
    expect((await server.call("POST", "/healthz", { as: null })).status).toBe(405);
  });

  test("letters whose lower case depends on whom one asks make one person, not a fault", async () => {
    await makePerson(server, { email: "İ@x.y" });
    const again = await server.call("POST", "organizations/1/users", { body: { email: "İ@x.y" } });
    expect(again.status).toBe(409);
  });
});

describe("the audit log", () => {
  const actionsIn = async (path: string) => {
    const log = await server.call("GET", `${path}/audit-log?limit=200`);
    return log.body.results.entries as {
      action: string;
      target_id: string;
      before: unknown;
      after: unknown;
    }[];
  };

  test("begins with what the first start made", async () => {
    const fresh = await startTestServer();
    const log = await fresh.call("GET", "organizations/1/audit-log");
    expect(log.body.results.entries.map((entry: { action: string }) => entry.action).reverse()).toEqual([
      "organization.create",
      "project.create",
      "service_account.create",
    ]);
    await fresh.close();
  });

  test("shows in the project's own log who got, changed and lost a role there, with the role before", async () => {
    const made = await server.call("POST", "organizations/1/projects", { body: { name: "Roles" } });
    const { id } = made.body.results;
    const account = await make({ projects: [{ id, role: "consumer" }] });
    const place = { projects: [{ id, role: "admin" }], service_account_ids: [account.id] };
    await server.call("POST", `${accounts}/add-to-project`, { body: place });
    await server.call("DELETE", `${accounts}/${account.id}`);
    const lines = (await actionsIn(`projects/${id}`)).filter(
      ({ target_id }) => target_id === String(account.id),
    );
    expect(lines.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["service_account.remove_from_project", { role: "admin" }, { role: null }],
      ["service_account.add_to_project", { role: "consumer" }, { role: "admin" }],
      ["service_account.add_to_project", { role: null }, { role: "consumer" }],
    ]);
  });

  test("shows which key lost the company mark", async () => {
    const made = await server.call("POST", "organizations/1/projects", { body: { name: "Keys" } });
    const keys = `projects/${made.body.results.id}/group-keys`;
    await server.call("POST", keys, { body: { property_name: "a", is_company_key: true } });
    await server.call("POST", keys, { body: { property_name: "b", is_company_key: true } });
    const lines = await actionsIn(`projects/${made.body.results.id}`);
    expect(lines.map(({ action }) => action)).toEqual([
      "group_key.create",
      "group_key.update",
      "group_key.create",
      "project.create",
    ]);
    expect(lines[1]).toMatchObject({ before: { is_company_key: true }, after: { is_company_key: false } });
  });
});
