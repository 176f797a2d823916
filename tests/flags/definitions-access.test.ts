import { afterAll, beforeAll, expect, test } from "vitest";
import { experimentsOf, flagBody } from "../experiments/support.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let token: string;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.call("GET", "projects/1")).body.results.token;
  const ruleset = { ...flagBody().ruleset, test: { users: { "qa@example.com": "treatment" } } };
  ({ key } = await experimentsOf(server).createFlag({ ruleset }));
});
afterAll(() => server.close());

const PATH = "/flags/definitions?project_id=1";
const byToken = (more = {}) => server.call("GET", PATH, { as: `${token}:`, ...more });
const byAccount = (more = {}) => server.call("GET", PATH, more);

test("the public token reads definitions without test users, a service account reads all of them", async () => {
  // In turn, so that a cache that mixed the two forms would show it.
  for (let turn = 0; turn < 2; turn += 1) {
    const open = await byToken();
    expect(open.body.flags).toMatchObject([{ key, ruleset: { variants: [{}, {}], rollout: [{}] } }]);
    expect(open.body.flags[0].ruleset).not.toHaveProperty("test");
    expect(JSON.stringify(open.body)).not.toContain("qa@example.com");
    const complete = await byAccount();
    expect(complete.body.flags[0].ruleset.test).toEqual({ users: { "qa@example.com": "treatment" } });
    expect(complete.headers.get("vary")).toMatch(/authorization/i);
  }
  const inAddress = await server.call("GET", `/flags/definitions?token=${token}`, { as: null });
  expect(JSON.stringify(inAddress.body)).not.toContain("qa@example.com");
});

test("an entity tag of one form does not stand for the other", async () => {
  const complete = await byAccount();
  const etag = complete.headers.get("etag") ?? "";
  expect((await byAccount({ headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await byToken({ headers: { "if-none-match": etag } })).status).toBe(200);
});

test("a server may require a service account for definitions; variants stay open to the token", async () => {
  const strict = await startTestServer({
    databaseUrl: server.databaseUrl,
    config: { FLAG_DEFINITIONS_ACCESS: "service-account" },
  });
  try {
    const refused = await strict.call("GET", PATH, { as: `${token}:` });
    expect(refused).toMatchObject({ status: 403, body: { type: "service_account_required" } });
    expect(refused.body.error).toContain("service account");
    expect((await strict.call("GET", PATH)).body.flags).toHaveLength(1);
    const context = encodeURIComponent('{"distinct_id":"a"}');
    expect((await strict.call("GET", `/flags?context=${context}`, { as: `${token}:` })).status).toBe(200);
  } finally {
    await strict.close();
  }
});
