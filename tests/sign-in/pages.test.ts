import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createBrowser, makePerson, PASSWORD } from "./support.ts";

/** Which pages may use a session: our own for everything, others for nothing that changes or can be read. */
let server: TestServer;
let browser: ReturnType<typeof createBrowser>;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 3 } });
  await makePerson(server, { email: "ana@localhost", name: "Ana", role: "admin" });
  browser = createBrowser(server);
  await browser.signIn("ana@localhost");
});
afterAll(() => server.close());

const without = { "x-tributary-ui": "", origin: "" };
const foreign: [string, () => Record<string, string>][] = [
  ["of another site", () => ({ origin: "https://evil.example" })],
  ["of another port of this machine", () => ({ origin: "http://127.0.0.1:1" })],
  ["that hides its origin", () => ({ origin: "null" })],
  ["of another site, as its browser says", () => ({ origin: server.url, "sec-fetch-site": "cross-site" })],
  [
    "of a neighbouring site, as its browser says",
    () => ({ origin: server.url, "sec-fetch-site": "same-site" }),
  ],
];

/** `fetch` sends no header whose value is undefined, and cannot take one back. */
const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: {
      cookie: browser.cookie(),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== "")),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe.each(foreign)("a page %s", (_case, headers) => {
  test("changes nothing, and is told why", async () => {
    const page = { "x-tributary-ui": "1", ...headers() };
    const answer = await send("PATCH", "/api/app/projects/1", page, { name: "Taken" });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ status: "error", type: "foreign_page" });
    const project = await server.call("GET", "projects/1");
    expect(project.body.results.name).not.toBe("Taken");
  });

  test("signs nobody in or out, and sets no password", async () => {
    const page = { "x-tributary-ui": "1", ...headers() };
    const body = { email: "ana@localhost", password: PASSWORD };
    expect((await send("POST", "/api/auth/sign-in/email", page, body)).status).toBe(403);
    expect((await send("POST", "/api/auth/sign-out", page, {})).status).toBe(403);
    const passwords = { currentPassword: PASSWORD, newPassword: "staple of the horse" };
    expect((await send("POST", "/api/auth/change-password", page, passwords)).status).toBe(403);
    const link = { token: "x", password: PASSWORD };
    expect((await send("POST", "/api/app/sign-in-links/redeem", page, link)).status).toBe(403);
  });
});

describe("our own pages", () => {
  const rename = (headers: Record<string, string>) =>
    send("PATCH", "/api/app/projects/1", headers, { name: "Shop" });

  test("change things, and the audit log names the person", async () => {
    expect((await rename({ "x-tributary-ui": "1", origin: server.url })).status).toBe(200);
    expect((await rename({ "x-tributary-ui": "1", "sec-fetch-site": "same-origin" })).status).toBe(200);
    const log = await server.call("GET", "projects/1/audit-log?action=project.update");
    expect(log.body.results.entries[0]).toMatchObject({ principal_name: "Ana" });
  });

  test("need both the header and an origin: a form of ours would have only one", async () => {
    for (const headers of [
      without,
      { "x-tributary-ui": "1" },
      { origin: server.url },
      { "sec-fetch-site": "same-origin" },
    ])
      expect((await rename(headers)).status, JSON.stringify(headers)).toBe(403);
  });

  test("credentials count alone: a cookie beside them changes nothing", async () => {
    const answer = await server.call("PATCH", "projects/1", {
      body: { name: "My project" },
      headers: { cookie: browser.cookie(), origin: "https://evil.example" },
    });
    expect(answer.status).toBe(200);
  });
});

test("a script of another site cannot read with the session either", async () => {
  for (const path of [
    "/api/app/me",
    "/api/2.0/export?project_id=1&from_date=2026-01-01&to_date=2026-01-02",
  ]) {
    const answer = await send("GET", path, { origin: "https://evil.example" });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  }
  expect((await send("GET", "/api/app/me", {})).status).toBe(200);
});

test("after too many failures from one address further ones wait, and the right password passes", async () => {
  const guess = () => createBrowser(server).signIn("ana@localhost", "wrong password");
  const statuses = [];
  for (let tried = 0; tried < 4; tried += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
  const refused = await guess();
  expect(refused.body).toMatchObject({ type: "too_many_failures" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await server.call("GET", "me", { as: "nobody:at-all" })).status).toBe(429);
  expect((await createBrowser(server).signIn("ana@localhost")).status).toBe(200);
});
