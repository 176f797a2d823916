import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tributary } from "../support/command-line.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createBrowser, invite, makePerson, PASSWORD, query } from "./support.ts";

/** Organization 1 and a stranger to it: another organization with an owner of its own. */
let server: TestServer;
let stranger: string;
let strangers: number;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
  const as = server.operator;
  strangers = (await server.call("POST", "organizations", { as, body: { name: "Strangers" } })).body.results
    .id;
  const path = `organizations/${strangers}/service-accounts`;
  const { username, token } = (
    await server.call("POST", path, { as, body: { username: "stranger", role: "owner" } })
  ).body.results;
  stranger = `${username}:${token}`;
});
afterAll(() => server.close());

type Browser = ReturnType<typeof createBrowser>;
const inspect = (token: string, browser = createBrowser(server)) =>
  browser.call("POST", "invitations/inspect", { body: { token } });
const accept = (body: Record<string, string>, browser: Browser = createBrowser(server)) =>
  browser.call("POST", "invitations/accept", { body });
const byStranger = (method: string, path: string, body?: unknown) =>
  server.call(method, `organizations/${strangers}/${path}`, { as: stranger, body });
const signedIn = async (email: string) => {
  const browser = createBrowser(server);
  await browser.signIn(email);
  return browser;
};

describe("a person known from another organization", () => {
  test("is told from an unknown address by nothing in the response", async () => {
    await makePerson(server, { email: "known@localhost", name: "Known Person" });
    const [known, unknown] = [
      await byStranger("POST", "users", { email: "known@localhost", role: "member" }),
      await byStranger("POST", "users", { email: "other@localhost", role: "member" }),
    ];
    expect([known.status, unknown.status]).toEqual([201, 201]);
    const shape = ({ body: { results } }: typeof known) => ({
      ...results,
      ...{ id: 0, email: "", token: "", created: "", expires: "", link: results.link.split("#")[0] },
    });
    expect(shape(known)).toEqual(shape(unknown));
    expect(known.headers.get("content-length")).toBe(unknown.headers.get("content-length"));
    const seen = [
      known.body,
      (await byStranger("GET", "invitations")).body,
      (await byStranger("GET", "users")).body,
      (await byStranger("GET", "audit-log")).body,
    ];
    expect(JSON.stringify(seen)).not.toContain("Known Person");
    expect((await byStranger("GET", "users")).body.results).toEqual([]);
  });

  test("is not changed, kept from other organizations or signed out by an invitation", async () => {
    const id = await makePerson(server, { email: "ana@localhost", name: "Ana" });
    const ana = await signedIn("ana@localhost");
    const before = await query(server, "select * from app_user where id = $1", [id]);
    await byStranger("POST", "users", { email: "ana@localhost", name: "Renamed", role: "owner" });
    const pending = (await byStranger("GET", "invitations")).body.results;
    const own = pending.find(({ email }: { email: string }) => email === "ana@localhost");
    expect((await byStranger("DELETE", `invitations/${own.id}`)).status).toBe(200);
    expect((await byStranger("DELETE", `users/${id}`)).status).toBe(404);
    expect((await byStranger("POST", `users/${id}/sign-in-link`)).status).toBe(404);
    expect(await query(server, "select * from app_user where id = $1", [id])).toEqual(before);
    expect((await ana.call("GET", "me")).status).toBe(200);
    // An organization can always invite, whoever has invited the address before.
    const other = await server.call("POST", "organizations", {
      as: server.operator,
      body: { name: "Third" },
    });
    const organization = other.body.results.id;
    await byStranger("POST", "users", { email: "ana@localhost" });
    await invite(server, { email: "ana@localhost", organization }, server.operator);
  });

  test("accepts while signed in, and leaves one organization without losing the session of the other", async () => {
    const id = await makePerson(server, { email: "bo@localhost", name: "Bo" });
    const bo = await signedIn("bo@localhost");
    const token = await invite(server, { email: "BO@localhost", organization: strangers }, stranger);
    expect((await inspect(token, bo)).body.results).toMatchObject({
      organization: { id: strangers, name: "Strangers" },
      inviter: stranger.split(":")[0],
      ...{ email: "BO@localhost", role: "member", signed_in_as: "bo@localhost" },
    });
    expect((await accept({ token }, bo)).status).toBe(200);
    expect((await bo.call("GET", "me")).body.results.organizations).toHaveProperty(String(strangers));
    expect((await byStranger("GET", "users")).body.results).toMatchObject([{ id, name: "Bo" }]);
    const log = (await byStranger("GET", "audit-log?action=user.add")).body.results.entries;
    expect(log[0]).toMatchObject({ principal_id: id, target_id: String(id), after: { role: "member" } });
    expect((await byStranger("POST", `users/${id}/sign-in-link`)).body.type).toBe("in_another_organization");

    expect((await byStranger("DELETE", `users/${id}`)).status).toBe(200);
    const me = (await bo.call("GET", "me")).body.results;
    expect(Object.keys(me.organizations)).toEqual(["1"]);
    expect((await bo.call("GET", `organizations/${strangers}`)).status).toBe(403);
  });
});

describe("the link of an invitation", () => {
  test("lets an address without an account choose a name and a password, once", async () => {
    const token = await invite(server, {
      ...{ email: "new@localhost", name: "Suggested", role: "admin", projects: [{ id: 1, role: "analyst" }] },
    });
    expect((await inspect(token)).body.results).toMatchObject({
      ...{ email: "new@localhost", name: "Suggested", role: "admin", signed_in_as: null },
      projects: [{ id: 1, name: "My project", role: "analyst" }],
    });
    expect(await accept({ token })).toMatchObject({ status: 400, body: { field: "name" } });
    expect(await accept({ token, name: "New", password: "short" })).toMatchObject({
      status: 400,
      body: { field: "password" },
    });
    const attempts = await Promise.all(
      [1, 2].map(() => accept({ token, name: "New", password: PASSWORD }, createBrowser(server))),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    expect(attempts.find(({ status }) => status !== 200)?.status).toBeGreaterThanOrEqual(401);
    const [done] = attempts.filter(({ status }) => status === 200);
    expect(done?.body.results).toMatchObject({ organization: { id: 1 }, project_id: 1 });
    expect(done?.headers.getSetCookie()).not.toEqual([]);
    const me = (await (await signedIn("new@localhost")).call("GET", "me")).body.results;
    expect(me).toMatchObject({ user_name: "New", organizations: { "1": { role: "admin" } } });
    expect(await inspect(token)).toMatchObject({ status: 410, body: { type: "link_used" } });
  });

  test("asks an address with an account to sign in, and works for no other account", async () => {
    await makePerson(server, { email: "cy@localhost" });
    await makePerson(server, { email: "dee@localhost" });
    const token = await invite(server, { email: "cy@localhost", organization: strangers }, stranger);
    const unknown = await invite(server, { email: "unknown@localhost", organization: strangers }, stranger);
    const [forKnown, forUnknown] = [await inspect(token), await inspect(unknown)].map(
      ({ body }) => body.results,
    );
    expect(Object.keys(forKnown)).toEqual(Object.keys(forUnknown));
    expect({ ...forKnown, email: "", expires: "" }).toEqual({ ...forUnknown, email: "", expires: "" });
    for (const half of [{}, { name: "X" }, { name: "X", password: "short" }])
      expect((await accept({ token, ...half })).body.type).toBe(
        (await accept({ token: unknown, ...half })).body.type,
      );
    const nobody = await accept({ token, name: "Taken", password: "a password of mine" });
    expect(nobody).toMatchObject({ status: 401, body: { type: "sign_in_first" } });
    const dee = await signedIn("dee@localhost");
    const other = await accept({ token }, dee);
    expect(other).toMatchObject({ status: 403, body: { type: "other_account" } });
    expect(other.body.error).toContain("dee@localhost");
    expect(other.body.error).toContain("cy@localhost");
    const fresh = await invite(server, { email: "nobody@localhost", organization: strangers }, stranger);
    const forNew = await accept({ token: fresh, name: "X", password: PASSWORD }, dee);
    expect(forNew).toMatchObject({ status: 403, body: { type: "other_account" } });
    expect((await accept({ token }, await signedIn("cy@localhost"))).status).toBe(200);
  });

  test("counts only from our own pages", async () => {
    const token = await invite(server, { email: "page@localhost" });
    const headers = { origin: "https://evil.example" };
    const foreign = await createBrowser(server).call("POST", "invitations/accept", {
      headers,
      body: { token, name: "X", password: PASSWORD },
    });
    expect(foreign).toMatchObject({ status: 403, body: { type: "foreign_page" } });
  });

  test("ends after a week, when it is withdrawn, and when a newer one is made", async () => {
    const first = await invite(server, { email: "eve@localhost" });
    const second = await invite(server, { email: "EVE@localhost" });
    expect((await inspect(first)).body.type).toBe("link_used");
    const [row] = await query(
      server,
      "select extract(epoch from expires_at - created_at) / 86400 as days from invitation where ended_at is null and lower(email) = 'eve@localhost'",
    );
    expect(Math.round(Number(row.days))).toBe(7);
    await query(server, "update invitation set expires_at = now() where lower(email) = 'eve@localhost'");
    expect(await accept({ token: second, name: "Eve", password: PASSWORD })).toMatchObject({
      status: 410,
      body: { type: "link_expired" },
    });
    const third = await invite(server, { email: "eve@localhost" });
    const [open] = (await server.call("GET", "organizations/1/invitations")).body.results.filter(
      ({ email }: { email: string }) => email === "eve@localhost",
    );
    expect((await byStranger("DELETE", `invitations/${open.id}`)).status).toBe(404);
    expect((await server.call("DELETE", `organizations/1/invitations/${open.id}`)).status).toBe(200);
    expect((await server.call("DELETE", `organizations/1/invitations/${open.id}`)).status).toBe(404);
    expect((await inspect(third)).body.type).toBe("link_used");
    expect((await inspect("made up")).status).toBe(404);
    const log = (await server.call("GET", "organizations/1/audit-log?target_type=invitation")).body.results;
    const actions = log.entries.map(({ action }: { action: string }) => action);
    expect(actions.slice(0, 2)).toEqual(["invitation.withdraw", "invitation.create"]);
    expect(JSON.stringify(log)).not.toContain(third);
  });

  test("is worth what its sender may do when it is accepted", async () => {
    const senderId = await makePerson(server, { email: "sender@localhost", role: "admin" });
    const sender = await signedIn("sender@localhost");
    const send = async (email: string) =>
      (await sender.call("POST", "organizations/1/users", { body: { email, role: "admin" } })).body.results
        .token;
    const [demoted, removed] = [await send("fay@localhost"), await send("gus@localhost")];
    const path = `organizations/1/users/${senderId}`;
    await server.call("PATCH", path, { body: { role: "member" } });
    expect(await accept({ token: demoted, name: "Fay", password: PASSWORD })).toMatchObject({ status: 410 });
    await server.call("DELETE", path);
    expect(await accept({ token: removed, name: "Gus", password: PASSWORD })).toMatchObject({ status: 410 });
    expect(
      await query(server, "select from app_user where email in ('fay@localhost', 'gus@localhost')"),
    ).toEqual([]);
  });

  test("begins an account again for a person who has left every organization", async () => {
    const id = await makePerson(server, { email: "hal@localhost", name: "Hal" });
    await server.call("DELETE", `organizations/1/users/${id}`);
    const token = await invite(server, { email: "hal@localhost" });
    expect((await accept({ token, name: "Hal again", password: "another password" })).status).toBe(200);
    expect((await createBrowser(server).signIn("hal@localhost")).status).toBe(401);
    const hal = createBrowser(server);
    expect((await hal.signIn("hal@localhost", "another password")).status).toBe(200);
    expect((await hal.call("GET", "me")).body.results).toMatchObject({ user_id: id, user_name: "Hal again" });
  });
});

test("the shell invites, lists and withdraws", async () => {
  const run = (...words: string[]) =>
    tributary([...words, "--organization", "1"], { DATA_DIR: server.dataFolder });
  const made = await run("user", "invite", "--email", "ida@localhost", "--projects", "1:consumer", "--json");
  const { id, link, token } = JSON.parse(made.stdout);
  expect(link).toBe(`${server.url}/sign-in/invitation#${token}`);
  expect((await run("user", "invitations")).stdout).toContain("ida@localhost");
  expect((await run("user", "withdraw-invitation", String(id))).code).toBe(0);
  expect((await run("user", "invitations")).stdout).not.toContain("ida@localhost");
});
