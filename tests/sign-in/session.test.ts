import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createBrowser, makePerson, PASSWORD, query } from "./support.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
  await makePerson(server, { email: "Ana@localhost", projects: [{ id: 1, role: "analyst" }] });
});
afterAll(() => server.close());

describe("signing in", () => {
  test("gives a cookie that scripts cannot read and other sites cannot send", async () => {
    const browser = createBrowser(server);
    const answer = await browser.signIn("ana@LOCALHOST");
    expect(answer).toMatchObject({
      status: 200,
      body: { status: "ok", results: { user: { name: "Ana", email: "Ana@localhost" } } },
    });
    const cookies = answer.headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^tributary-[0-9a-f]{6}\.session_token=/);
    for (const word of ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=604800"])
      expect(cookies[0]).toContain(word);
    expect(cookies[0]).not.toContain("Secure");
    expect(JSON.stringify(answer.body)).not.toContain("token");
  });

  test("over https the cookie is for https alone", async () => {
    const secure = await startTestServer({
      databaseUrl: server.databaseUrl,
      config: { PUBLIC_URL: "https://analytics.example.com" },
    });
    const browser = createBrowser(secure);
    const answer = await browser.signIn("ana@localhost");
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-tributary.*Secure/);
    expect((await browser.call("GET", "me")).status).toBe(200);
    await secure.close();
  });

  test("behind a proxy that is trusted, what it says of https and host counts", async () => {
    const proxied = await startTestServer({
      databaseUrl: server.databaseUrl,
      config: { TRUST_PROXY: ["127.0.0.1"] },
    });
    const browser = createBrowser(proxied);
    const forwarded = {
      "x-forwarded-proto": "https",
      "x-forwarded-host": "analytics.example.com",
      origin: "https://analytics.example.com",
    };
    const body = { email: "ana@localhost", password: PASSWORD };
    const begun = await browser.call("POST", "/api/auth/sign-in/email", { body, headers: forwarded });
    expect(begun.headers.getSetCookie()[0]).toMatch(/^__Secure-tributary.*Secure/);
    expect((await browser.call("POST", "/api/auth/sign-out", { headers: forwarded })).status).toBe(200);
    const other = { ...forwarded, origin: "https://evil.example.com" };
    expect((await browser.call("POST", "/api/auth/sign-out", { headers: other })).status).toBe(403);
    await proxied.close();
  });

  test.each([
    ["a wrong password", "ana@localhost", "wrong password"],
    ["nobody's address", "nobody@localhost", PASSWORD],
    ["somebody without a password", "bo@localhost", PASSWORD],
  ])("%s is refused with the same words", async (_case, email, password) => {
    if (email === "bo@localhost") {
      const id = await makePerson(server, { email });
      await query(server, "delete from sign_in_password where user_id = $1", [id]);
    }
    const answer = await createBrowser(server).signIn(email, password);
    expect(answer).toMatchObject({
      status: 401,
      body: {
        status: "error",
        type: "wrong_password",
        error: "The e-mail address or the password is wrong.",
      },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get("www-authenticate")).toBeNull();
  });

  test("guessing is slowed down, and the right password passes all the same", async () => {
    const guarded = await startTestServer({
      databaseUrl: server.databaseUrl,
      config: { AUTH_FAILURES_PER_MINUTE: 2 },
    });
    const guesses = Array.from({ length: 6 }, (_, index) =>
      createBrowser(guarded).signIn("ana@localhost", `guess ${index}`),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const again = await createBrowser(guarded).signIn("ana@localhost", "guess 7");
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await createBrowser(guarded).signIn("ana@localhost")).status).toBe(200);
    await guarded.close();
  });

  test.each([
    [{}, "email"],
    [{ email: "ana@localhost" }, "password"],
    [{ email: "ana@localhost", password: 7 }, "password"],
    [{ email: "ana@localhost", password: "x", callbackURL: "https://elsewhere.example.com" }, "callbackURL"],
    [{ email: "a\u0000@localhost", password: "x" }, "email"],
  ])("the body %j is refused naming %s", async (body, field) => {
    const answer = await createBrowser(server).call("POST", "/api/auth/sign-in/email", { body });
    expect(answer).toMatchObject({ status: 400, body: { status: "error", field } });
  });

  test("nobody can sign up, and the library's other doors are not there", async () => {
    const browser = createBrowser(server);
    for (const path of ["sign-up/email", "update-user", "delete-user", "list-sessions", "ok"])
      expect((await browser.call("POST", `/api/auth/${path}`, { body: {} })).status).toBe(404);
  });
});

describe("a session", () => {
  test("says who is signed in, and reaches what the person's roles reach", async () => {
    const browser = createBrowser(server);
    expect((await browser.call("GET", "/api/auth/get-session")).body.results).toBeNull();
    await browser.signIn("ana@localhost");
    expect((await browser.call("GET", "/api/auth/get-session")).body.results.user.name).toBe("Ana");
    const me = await browser.call("GET", "me");
    expect(me.body.results).toMatchObject({ user_name: "Ana", user_email: "Ana@localhost" });
    expect(me.body.results.projects["1"].role).toBe("analyst");
    expect((await browser.call("GET", "projects/1/dictionary")).status).toBe(200);
    const refused = await browser.call("PATCH", "projects/1", { body: { name: "Mine" } });
    expect(refused).toMatchObject({ status: 403, body: { type: "role_too_low" } });
  });

  test("also opens the query API and the live stream, and no door of ingestion", async () => {
    const browser = createBrowser(server);
    await browser.signIn("ana@localhost");
    const days = "from_date=2026-01-01&to_date=2026-01-02";
    expect((await browser.call("GET", `/api/2.0/export?project_id=1&${days}`)).status).toBe(200);
    const live = await fetch(`${server.url}/api/app/projects/1/events/live`, {
      headers: { cookie: browser.cookie() },
    });
    expect(live.status).toBe(200);
    await live.body?.cancel();
    const events = await browser.call("POST", "/import?project_id=1", { body: [] });
    expect(events.status).toBe(401);
  });

  test("without one a page is not shown the browser's own window for credentials", async () => {
    const answer = await createBrowser(server).call("GET", "me");
    expect(answer).toMatchObject({ status: 401, body: { type: "unauthenticated" } });
    expect(answer.headers.get("www-authenticate")).toBeNull();
    const script = await server.call("GET", "me", { as: null });
    expect(script.headers.get("www-authenticate")).toContain("Basic");
  });

  test("counts for nothing beside credentials that are wrong", async () => {
    const browser = createBrowser(server);
    await browser.signIn("ana@localhost");
    const headers = { cookie: browser.cookie() };
    expect((await server.call("GET", "me", { as: "nobody:at-all", headers })).status).toBe(401);
  });

  test("that is not signed by this server is worth nothing", async () => {
    const browser = createBrowser(server);
    await browser.signIn("ana@localhost");
    const [[name = "", value = ""] = []] = browser.jar;
    const [token = ""] = decodeURIComponent(value).split(".");
    for (const forged of [token, `${token}.`, `${token}.AAAA`, "%", `x${value}`, ""]) {
      browser.jar.set(name, forged);
      expect((await browser.call("GET", "me")).status, forged).toBe(401);
    }
  });

  test("ends by signing out, also for whoever kept the cookie", async () => {
    const browser = createBrowser(server);
    await browser.signIn("ana@localhost");
    const kept = browser.cookie();
    expect((await browser.call("POST", "/api/auth/sign-out")).status).toBe(200);
    expect(browser.jar.size).toBe(0);
    expect((await server.call("GET", "me", { as: null, headers: { cookie: kept } })).status).toBe(401);
  });

  test("is drawn out when it is used, and ends when it is not", async () => {
    const browser = createBrowser(server);
    await browser.signIn("ana@localhost");
    await query(server, "update sign_in_session set expires_at = now() + interval '2 days'");
    await browser.call("GET", "/api/auth/get-session");
    const used = await browser.call("GET", "me");
    expect(used.headers.getSetCookie()[0]).toContain("Max-Age=604800");
    const [row] = await query(
      server,
      "select max(expires_at) > now() + interval '6 days' as later from sign_in_session",
    );
    expect(row.later).toBe(true);
    expect((await browser.call("GET", "me")).headers.getSetCookie()).toEqual([]);
    await query(server, "update sign_in_session set expires_at = now() - interval '1 second'");
    expect((await browser.call("GET", "me")).status).toBe(401);
  });

  test("ends when the person is taken out of the organization", async () => {
    const id = await makePerson(server, { email: "cy@localhost" });
    const browser = createBrowser(server);
    await browser.signIn("cy@localhost");
    expect((await browser.call("GET", "me")).status).toBe(200);
    expect((await server.call("DELETE", `organizations/1/users/${id}`)).status).toBe(200);
    expect((await browser.call("GET", "me")).status).toBe(401);
    expect(await query(server, "select from sign_in_session where user_id = $1", [id])).toHaveLength(0);
    expect((await createBrowser(server).signIn("cy@localhost")).status).toBe(401);
  });
});

describe("changing the password", () => {
  const change = (browser: ReturnType<typeof createBrowser>, currentPassword: string, newPassword: string) =>
    browser.call("POST", "/api/auth/change-password", { body: { currentPassword, newPassword } });

  test("ends all other sessions, keeps this one, and is in the audit log with the person's name", async () => {
    await makePerson(server, { email: "dee@localhost", name: "Dee" });
    const [here, there] = [createBrowser(server), createBrowser(server)];
    await here.signIn("dee@localhost");
    await there.signIn("dee@localhost");
    expect((await change(here, PASSWORD, "staple of the horse")).status).toBe(200);
    expect((await here.call("GET", "me")).status).toBe(200);
    expect((await there.call("GET", "me")).status).toBe(401);
    expect((await there.signIn("dee@localhost")).status).toBe(401);
    expect((await there.signIn("dee@localhost", "staple of the horse")).status).toBe(200);
    const log = await server.call("GET", "organizations/1/audit-log?action=user.change_password");
    expect(log.body.results.entries[0]).toMatchObject({ principal_name: "Dee" });
  });

  test("needs the password until now, and one that is long enough", async () => {
    await makePerson(server, { email: "eve@localhost" });
    const browser = createBrowser(server);
    expect((await change(browser, PASSWORD, "staple of the horse")).status).toBe(401);
    await browser.signIn("eve@localhost");
    const wrong = await change(browser, "not it", "staple of the horse");
    expect(wrong).toMatchObject({ status: 400, body: { field: "currentPassword" } });
    const short = await change(browser, PASSWORD, "short");
    expect(short).toMatchObject({ status: 400, body: { field: "newPassword" } });
    expect(short.body.error).toContain("8 to 128");
    expect((await browser.call("GET", "me")).status).toBe(200);
  });
});
