import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tributary } from "../support/command-line.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createBrowser, invite, makePerson, PASSWORD, query } from "./support.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ empty: true, config: { AUTH_FAILURES_PER_MINUTE: 0 } });
});
afterAll(() => server.close());

const redeem = (body: Record<string, unknown>, browser = createBrowser(server)) =>
  browser.call("POST", "/api/app/sign-in-links/redeem", { body });
const inspect = (token: string) =>
  createBrowser(server).call("POST", "/api/app/sign-in-links/inspect", { body: { token } });
const asOwner = { as: "" };

test("the first start's link makes an owner, once", async () => {
  const { token, email } = server.running.firstStart?.signIn ?? {};
  expect(email).toBeNull();
  expect((await inspect(token ?? "")).body.results).toMatchObject({ user: null });
  const browser = createBrowser(server);
  const faults = [
    [{ token, password: "short", name: "Ana", email: "ana@localhost" }, "password"],
    [{ token, password: PASSWORD, email: "ana@localhost" }, "name"],
    [{ token, password: PASSWORD, name: " ", email: "ana@localhost" }, "name"],
    [{ token, password: PASSWORD, name: "Ana" }, "email"],
    [{ token, password: PASSWORD, name: "Ana", email: "no address" }, "email"],
    [{ password: PASSWORD, name: "Ana" }, "token"],
  ] as const;
  for (const [body, field] of faults)
    expect(await redeem(body)).toMatchObject({ status: 400, body: { field } });
  const body = { token, password: PASSWORD, name: "Ana", email: "ana@localhost" };
  const [first, second] = await Promise.all([
    redeem(body, browser),
    redeem({ ...body, email: "bo@localhost" }),
  ]);
  const statuses = [first.status, second.status].sort();
  expect(statuses).toEqual([200, 410]);
  expect((await redeem({ ...body, email: "cy@localhost" })).body.type).toBe("link_used");
  const owners = await query(server, "select email from app_user");
  expect(owners).toHaveLength(1);
  const owner = createBrowser(server);
  expect((await owner.signIn(owners[0].email)).status).toBe(200);
  const me = await owner.call("GET", "me");
  expect(me.body.results.organizations["1"].role).toBe("owner");
  const log = await owner.call("GET", "organizations/1/audit-log?action=user.add");
  expect(log.body.results.entries[0]).toMatchObject({ principal_name: "Ana", after: { role: "owner" } });
});

describe("a link for somebody of the organization", () => {
  let owner: ReturnType<typeof createBrowser>;
  beforeAll(async () => {
    owner = createBrowser(server);
    const [{ email }] = await query(server, "select email from app_user");
    await owner.signIn(email);
    asOwner.as = `${server.running.firstStart?.username}:${server.running.firstStart?.secret}`;
  });
  const person = (email: string, role = "member") =>
    makePerson(
      { ...server, call: (method, path, more) => server.call(method, path, { ...asOwner, ...more }) },
      { email, role, name: "New" },
    );
  const linkFor = (id: number, browser = owner) =>
    browser.call("POST", `organizations/1/users/${id}/sign-in-link`);

  test("lets them choose a password and a name, and signs them in", async () => {
    const id = await person("dee@localhost");
    const made = await linkFor(id);
    expect(made.status).toBe(201);
    const { link, token, expires } = made.body.results;
    expect(link).toBe(`${server.url}/sign-in/link#${token}`);
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(23 * 3600 * 1000);
    const open = await owner.call("GET", "organizations/1/sign-in-links");
    expect(open.body.results).toMatchObject([{ user: { id, email: "dee@localhost" } }]);
    expect(JSON.stringify(open.body)).not.toContain(token);
    expect((await inspect(token)).body.results.user).toMatchObject({ name: "New", email: "dee@localhost" });
    const browser = createBrowser(server);
    const elsewhere = await redeem({ token, password: PASSWORD, email: "other@localhost" });
    expect(elsewhere).toMatchObject({ status: 400, body: { type: "email_fixed" } });
    expect((await redeem({ token, password: PASSWORD, name: "Dee" }, browser)).status).toBe(200);
    const me = (await browser.call("GET", "me")).body.results;
    expect(me).toMatchObject({ user_name: "Dee", user_kind: "user", projects: {} });
    expect((await owner.call("GET", "organizations/1/sign-in-links")).body.results).toEqual([]);
    const log = await owner.call("GET", "organizations/1/audit-log?action=user.set_password");
    expect(log.body.results.entries[0]).toMatchObject({ principal_id: id, target_id: String(id) });
  });

  test("helps who has forgotten the password, and ends the sessions until then", async () => {
    const id = await person("eve@localhost");
    const before = createBrowser(server);
    await before.signIn("eve@localhost");
    const { token } = (await linkFor(id)).body.results;
    expect((await redeem({ token, password: "staple of the horse" })).status).toBe(200);
    expect((await before.call("GET", "me")).status).toBe(401);
    expect((await before.signIn("eve@localhost", PASSWORD)).status).toBe(401);
    expect((await before.signIn("eve@localhost", "staple of the horse")).status).toBe(200);
  });
  test("ends after a day, when it is withdrawn, and when a newer one is made", async () => {
    const id = await person("fay@localhost");
    const [old, newer] = [await linkFor(id), await linkFor(id)].map(({ body }) => body.results.token);
    expect((await redeem({ token: old, password: PASSWORD })).body.type).toBe("link_used");
    await query(
      server,
      "update sign_in_link set expires_at = now() - interval '1 second' where user_id = $1",
      [id],
    );
    expect(await inspect(newer)).toMatchObject({ status: 410, body: { type: "link_expired" } });
    expect((await redeem({ token: newer, password: PASSWORD })).body.type).toBe("link_expired");
    const third = (await linkFor(id)).body.results.token;
    const [open] = (await owner.call("GET", "organizations/1/sign-in-links")).body.results;
    expect((await owner.call("DELETE", `organizations/1/sign-in-links/${open.id}`)).status).toBe(200);
    expect((await owner.call("DELETE", `organizations/1/sign-in-links/${open.id}`)).status).toBe(404);
    expect((await redeem({ token: third, password: PASSWORD })).status).toBe(410);
    expect((await redeem({ token: "made up", password: PASSWORD })).status).toBe(404);
  });

  test("cannot be made for somebody above, nor for somebody of another organization", async () => {
    const adminId = await person("gus@localhost", "admin");
    const admin = createBrowser(server);
    const { token } = (await linkFor(adminId)).body.results;
    await redeem({ token, password: PASSWORD }, admin);
    const [{ id: ownerId }] = await query(server, "select id from app_user order by id");
    expect((await linkFor(ownerId, admin)).body.type).toBe("role_above_own");
    const shared = await person("hal@localhost");
    const other = await server.call("POST", "organizations", {
      as: server.operator,
      body: { name: "Other" },
    });
    const organization = other.body.results.id;
    const invitation = await invite(
      server,
      { email: "hal@localhost", role: "owner", organization },
      server.operator,
    );
    const hal = createBrowser(server);
    await hal.signIn("hal@localhost");
    expect((await hal.call("POST", "invitations/accept", { body: { token: invitation } })).status).toBe(200);
    expect(await linkFor(shared)).toMatchObject({ status: 409, body: { type: "in_another_organization" } });
    const command = await tributary(["sign-in-link", "--email", "HAL@localhost", "--json"], {
      DATA_DIR: server.dataFolder,
    });
    const rescued = JSON.parse(command.stdout);
    expect((await inspect(rescued.token)).body.results.user.email).toBe("hal@localhost");
  });

  test("is worth what its maker may do when it is used", async () => {
    const makeAdmin = async (email: string) => {
      const id = await person(email, "admin");
      const browser = createBrowser(server);
      await redeem({ token: (await linkFor(id)).body.results.token, password: PASSWORD }, browser);
      return { id, browser };
    };
    const [leaving, staying] = [await makeAdmin("ida@localhost"), await makeAdmin("jim@localhost")];
    const kay = await person("kay@localhost");
    const made = (await linkFor(kay, leaving.browser)).body.results.token;
    await owner.call("DELETE", `organizations/1/users/${leaving.id}`);
    expect(await redeem({ token: made, password: PASSWORD })).toMatchObject({ status: 410 });
    const before = (await linkFor(kay, staying.browser)).body.results.token;
    await owner.call("PATCH", `organizations/1/users/${kay}`, { body: { role: "owner" } });
    expect(await redeem({ token: before, password: PASSWORD })).toMatchObject({ status: 410 });
    await owner.call("PATCH", `organizations/1/users/${kay}`, { body: { role: "member" } });
    const now = (await linkFor(kay, staying.browser)).body.results.token;
    expect((await redeem({ token: now, password: PASSWORD })).status).toBe(200);
  });

  test("the operator makes one for anybody, or for a new owner", async () => {
    const unknown = await server.call("POST", "sign-in-links", {
      as: server.operator,
      body: { email: "nobody@localhost" },
    });
    expect(unknown).toMatchObject({ status: 404, body: { field: "email" } });
    const made = await server.call("POST", "sign-in-links", { as: server.operator, body: {} });
    expect((await inspect(made.body.results.token)).body.results.user).toBeNull();
    const taken = await redeem({
      token: made.body.results.token,
      password: PASSWORD,
      name: "X",
      email: "DEE@localhost",
    });
    expect(taken).toMatchObject({ status: 409, body: { type: "email_taken" } });
  });
});

test("a preset owner can sign in at once", async () => {
  const preset = await startTestServer({
    empty: true,
    config: { BOOTSTRAP_ADMIN: { email: "Admin@localhost", password: "a:b c d e" } },
  });
  expect(preset.running.firstStart?.signIn).toEqual({ email: "Admin@localhost", token: null });
  const browser = createBrowser(preset);
  expect((await browser.signIn("admin@localhost", "a:b c d e")).status).toBe(200);
  expect((await browser.call("GET", "me")).body.results.organizations["1"].role).toBe("owner");
  await preset.close();
});
