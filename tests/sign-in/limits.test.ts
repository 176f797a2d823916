import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createBrowser, makePerson, PASSWORD, query } from "./support.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0, SESSION_MAX_DAYS: 20 } });
  await makePerson(server, { email: "ana@localhost", projects: [{ id: 1, role: "analyst" }] });
});
afterAll(() => server.close());

test("a session ends so many days after the sign-in, however often it is used", async () => {
  const browser = createBrowser(server);
  await browser.signIn("ana@localhost");
  const age = (days: number) =>
    query(server, "update sign_in_session set created_at = now() - make_interval(days => $1)", [days]);
  await age(18);
  await query(server, "update sign_in_session set expires_at = now() + interval '1 hour'");
  const answer = await browser.call("GET", "me");
  expect(answer.status).toBe(200);
  // It was extended, to the last moment and no further; so was the cookie.
  const [row] = await query(
    server,
    "select expires_at between created_at + interval '19 days 23 hours' and created_at + interval '20 days 1 minute' as capped from sign_in_session",
  );
  expect(row.capped).toBe(true);
  const seconds = Number(/Max-Age=(\d+)/.exec(answer.headers.getSetCookie()[0] ?? "")?.[1]);
  expect(seconds).toBeGreaterThan(160_000);
  expect(seconds).toBeLessThanOrEqual(172_800);
  await age(21);
  expect((await browser.call("GET", "me")).status).toBe(401);
});

test.each(["password1", "PASSWORD1", "12345678", "qwertyuiop"])(
  "the common password %s is refused, with the reason",
  async (newPassword) => {
    const browser = createBrowser(server);
    await browser.signIn("ana@localhost");
    const answer = await browser.call("POST", "/api/auth/change-password", {
      body: { currentPassword: PASSWORD, newPassword },
    });
    expect(answer).toMatchObject({ status: 400, body: { type: "password_common", field: "newPassword" } });
  },
);

test("guesses for one account from many addresses are slowed down, and the right password passes", async () => {
  const guarded = await startTestServer({
    databaseUrl: server.databaseUrl,
    config: { AUTH_FAILURES_PER_MINUTE: 2, TRUST_PROXY: ["127.0.0.1"] },
  });
  const signIn = (address: string, password: string) =>
    createBrowser(guarded).call("POST", "/api/auth/sign-in/email", {
      body: { email: "ana@localhost", password },
      headers: { "x-forwarded-for": address },
    });
  expect((await signIn("198.51.100.1", "wrong 1")).status).toBe(401);
  expect((await signIn("198.51.100.2", "wrong 2")).status).toBe(401);
  const guesses = Array.from({ length: 12 }, (_, index) => signIn(`203.0.113.${index}`, `guess ${index}`));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(6);
  expect(
    statuses.filter((status) => status !== 401).every((status) => status === 503 || status === 429),
  ).toBe(true);
  expect((await signIn("192.0.2.1", PASSWORD)).status).toBe(200);
  await guarded.close();
});

test("a session reads nothing for another site, which browsers name", async () => {
  const browser = createBrowser(server);
  await browser.signIn("ana@localhost");
  const read = (site: string) => browser.call("GET", "projects/1", { headers: { "sec-fetch-site": site } });
  for (const site of ["same-origin", "none"]) expect((await read(site)).status).toBe(200);
  for (const site of ["cross-site", "same-site", "odd"])
    expect(await read(site)).toMatchObject({ status: 403, body: { type: "foreign_page" } });
  // Without a session nothing is at stake: a service account's credentials never come by themselves.
  expect(
    (await server.call("GET", "projects/1", { headers: { "sec-fetch-site": "cross-site" } })).status,
  ).toBe(200);
});
