import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { codeOf, createBrowser, makePerson, PASSWORD, query } from "./support.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
});
afterAll(() => server.close());

type Browser = ReturnType<typeof createBrowser>;
const post = (browser: Browser, path: string, body: Record<string, unknown>) =>
  browser.call("POST", `/api/auth/${path}`, { body });

/** A member with a second factor, as its browser left the account page. */
async function withSecondFactor(email: string, role = "member") {
  const id = await makePerson(server, { email, role, projects: [{ id: 1, role: "analyst" }] });
  const browser = createBrowser(server);
  await browser.signIn(email);
  const made = await post(browser, "second-factor/set-up", { password: PASSWORD });
  const { secret, uri, recovery_codes: codes } = made.body.results;
  const confirmed = await post(browser, "second-factor/confirm", { code: await codeOf(secret) });
  expect(confirmed.status).toBe(200);
  return { id, browser, secret, uri, codes: codes as string[] };
}

describe("codes of an authenticator app", () => {
  test("are set up with the password and switched on by a first code, which ends other sessions", async () => {
    await makePerson(server, { email: "ana@localhost" });
    const [browser, other] = [createBrowser(server), createBrowser(server)];
    await browser.signIn("ana@localhost");
    await other.signIn("ana@localhost");
    expect(await post(browser, "second-factor/set-up", { password: "not it at all" })).toMatchObject({
      status: 400,
      body: { type: "wrong_password", field: "password" },
    });
    const made = await post(browser, "second-factor/set-up", { password: PASSWORD });
    const { secret, uri, recovery_codes: codes } = made.body.results;
    expect(uri).toBe(
      `otpauth://totp/Tributary:ana%40localhost?secret=${secret}&issuer=Tributary&digits=6&period=30`,
    );
    expect(new Set(codes).size).toBe(10);
    expect((await browser.call("GET", "/api/auth/second-factor")).body.results.codes).toBe(false);
    expect(await post(browser, "second-factor/confirm", { code: "000000" })).toMatchObject({
      status: 400,
      body: { type: "wrong_code", field: "code" },
    });
    const confirmed = await post(browser, "second-factor/confirm", { code: await codeOf(secret) });
    expect(confirmed.status).toBe(200);
    expect((await browser.call("GET", "/api/auth/second-factor")).body.results).toEqual({
      codes: true,
      recovery_codes_left: 10,
      passkeys: [],
      session_has_second_factor: true,
    });
    expect((await other.call("GET", "me")).status).toBe(401);
    expect(await post(browser, "second-factor/set-up", { password: PASSWORD })).toMatchObject({
      status: 409,
      body: { type: "already_on" },
    });
  });

  test("are asked for after the password; there is no session before", async () => {
    const { secret } = await withSecondFactor("bo@localhost");
    const browser = createBrowser(server);
    const first = await browser.signIn("bo@localhost");
    expect(first).toMatchObject({
      status: 200,
      body: { results: { user: null, second_factor_required: true } },
    });
    expect((await browser.call("GET", "me")).status).toBe(401);
    expect((await post(browser, "sign-in/second-factor", { code: "000000" })).body.type).toBe("wrong_code");
    const done = await post(browser, "sign-in/second-factor", { code: await codeOf(secret, 1) });
    expect(done).toMatchObject({ status: 200, body: { results: { user: { email: "bo@localhost" } } } });
    expect((await browser.call("GET", "me")).status).toBe(200);
  });

  test("work once: a code that was used is refused although its time is not over", async () => {
    const { secret } = await withSecondFactor("cy@localhost");
    const code = await codeOf(secret, 1);
    const [first, second] = [createBrowser(server), createBrowser(server)];
    await first.signIn("cy@localhost");
    await second.signIn("cy@localhost");
    expect((await post(first, "sign-in/second-factor", { code })).status).toBe(200);
    expect(await post(second, "sign-in/second-factor", { code })).toMatchObject({
      status: 400,
      body: { type: "wrong_code" },
    });
    expect((await second.call("GET", "me")).status).toBe(401);
  });

  test("five wrong ones end the sign-in, ten in a row lock the second step", async () => {
    const { secret } = await withSecondFactor("di@localhost");
    const guess = async (browser: Browser) =>
      (await post(browser, "sign-in/second-factor", { code: "000000" })).body.type;
    const first = createBrowser(server);
    await first.signIn("di@localhost");
    const types = [];
    for (let index = 0; index < 6; index += 1) types.push(await guess(first));
    expect(types).toEqual([...Array(5).fill("wrong_code"), "no_challenge"]);
    const second = createBrowser(server);
    await second.signIn("di@localhost");
    for (let index = 0; index < 5; index += 1) await guess(second);
    const third = createBrowser(server);
    await third.signIn("di@localhost");
    expect(await post(third, "sign-in/second-factor", { code: await codeOf(secret, 1) })).toMatchObject({
      status: 429,
      body: { type: "locked" },
    });
  });

  test("a recovery code works once in place of a code, and new ones replace the old", async () => {
    const { browser, codes } = await withSecondFactor("ed@localhost");
    const [code = "", next = ""] = codes;
    const other = createBrowser(server);
    await other.signIn("ed@localhost");
    expect((await post(other, "sign-in/second-factor", { code })).status).toBe(200);
    const again = createBrowser(server);
    await again.signIn("ed@localhost");
    expect((await post(again, "sign-in/second-factor", { code })).body.type).toBe("wrong_code");
    expect((await browser.call("GET", "/api/auth/second-factor")).body.results.recovery_codes_left).toBe(9);
    const made = await post(browser, "second-factor/recovery-codes", { password: PASSWORD });
    expect(made.body.results.recovery_codes).toHaveLength(10);
    expect((await post(again, "sign-in/second-factor", { code: next })).body.type).toBe("wrong_code");
  });

  test("are turned off with the password; all of it is in the audit log", async () => {
    const { id, browser } = await withSecondFactor("fi@localhost");
    expect((await post(browser, "second-factor/turn-off", { password: "not it at all" })).status).toBe(400);
    expect((await post(browser, "second-factor/turn-off", { password: PASSWORD })).status).toBe(200);
    const signedIn = await createBrowser(server).signIn("fi@localhost");
    expect(signedIn.body.results.second_factor_required).toBe(false);
    const entries = await query(server, "select action from audit_entry where target_id = $1 order by id", [
      String(id),
    ]);
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["user.second_factor_on", "user.second_factor_off"]),
    );
  });

  test("stay readable when another key is put in front", async () => {
    const [old, fresh] = ["a".repeat(64), "b".repeat(64)];
    const first = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0, SECRET_KEY: [old] } });
    const id = await makePerson(first, { email: "gi@localhost" });
    const browser = createBrowser(first);
    await browser.signIn("gi@localhost");
    const { secret } = (await post(browser, "second-factor/set-up", { password: PASSWORD })).body.results;
    await post(browser, "second-factor/confirm", { code: await codeOf(secret) });
    const second = await startTestServer({
      databaseUrl: first.databaseUrl,
      config: { AUTH_FAILURES_PER_MINUTE: 0, SECRET_KEY: [fresh, old] },
    });
    const later = createBrowser(second);
    await later.signIn("gi@localhost");
    const done = await later.call("POST", "/api/auth/sign-in/second-factor", {
      body: { code: await codeOf(secret, 1) },
    });
    expect(done).toMatchObject({ status: 200, body: { results: { user: { id } } } });
    await second.close();
    await first.close();
  });
});

describe("an organization that requires a second factor", () => {
  test("lets in only sessions with one, and says what to do; service accounts are not affected", async () => {
    const owner = await withSecondFactor("olga@localhost", "owner");
    await makePerson(server, { email: "hal@localhost", projects: [{ id: 1, role: "admin" }] });
    const hal = createBrowser(server);
    await hal.signIn("hal@localhost");
    expect((await hal.call("GET", "projects/1")).status).toBe(200);
    const changed = await owner.browser.call("PATCH", "organizations/1", {
      body: { second_factor_required: true },
    });
    expect(changed).toMatchObject({ status: 200, body: { results: { second_factor_required: true } } });
    for (const path of ["projects/1", "organizations/1"])
      expect(await hal.call("GET", path)).toMatchObject({
        status: 403,
        body: { type: "second_factor_required" },
      });
    const query2 = await hal.call("GET", "/api/2.0/events/names?project_id=1");
    expect(query2.status).toBe(403);
    const me = (await hal.call("GET", "me")).body.results;
    expect(me.organizations["1"]).toMatchObject({ second_factor_required: true });
    expect(me.projects).toEqual({});
    expect((await owner.browser.call("GET", "projects/1")).status).toBe(200);
    expect((await server.call("GET", "projects/1")).status).toBe(200);
    // Set up now, the same browser comes in.
    const made = await post(hal, "second-factor/set-up", { password: PASSWORD });
    await post(hal, "second-factor/confirm", { code: await codeOf(made.body.results.secret) });
    expect((await hal.call("GET", "projects/1")).status).toBe(200);
    // A new password keeps what the session has.
    const next = await post(hal, "change-password", {
      currentPassword: PASSWORD,
      newPassword: `${PASSWORD} 2`,
    });
    expect(next.status).toBe(200);
    expect((await hal.call("GET", "projects/1")).status).toBe(200);
    await owner.browser.call("PATCH", "organizations/1", { body: { second_factor_required: false } });
  });

  test("cannot be made so by an admin whose own session lacks one", async () => {
    await makePerson(server, { email: "ivy@localhost", role: "owner" });
    const browser = createBrowser(server);
    await browser.signIn("ivy@localhost");
    expect(
      await browser.call("PATCH", "organizations/1", { body: { second_factor_required: true } }),
    ).toMatchObject({
      status: 409,
      body: { type: "own_second_factor_missing", field: "second_factor_required" },
    });
  });
});

test("the operator removes a lost second factor; the password stays and sessions end", async () => {
  const { browser } = await withSecondFactor("jo@localhost");
  const reset = (email: string) =>
    server.call("POST", "second-factor-resets", { as: server.operator, body: { email } });
  expect((await reset("nobody@localhost")).status).toBe(404);
  expect(await reset("JO@localhost")).toMatchObject({
    status: 200,
    body: { results: { codes: true, passkeys: 0 } },
  });
  expect((await browser.call("GET", "me")).status).toBe(401);
  expect((await browser.signIn("jo@localhost")).body.results).toMatchObject({
    user: { email: "jo@localhost" },
    second_factor_required: false,
  });
});

describe("passkeys", () => {
  test("what is no credential, has no challenge or another's id is refused", async () => {
    await makePerson(server, { email: "kim@localhost" });
    const browser = createBrowser(server);
    await browser.signIn("kim@localhost");
    const credential = JSON.stringify({ id: "abc", rawId: "abc", type: "public-key", response: {} });
    expect(await post(browser, "passkeys/prepare", { password: "not it at all" })).toMatchObject({
      status: 400,
    });
    expect(await post(browser, "passkeys/add", { name: "Laptop", response: credential })).toMatchObject({
      status: 400,
      body: { type: "no_challenge" },
    });
    const prepared = await post(browser, "passkeys/prepare", { password: PASSWORD });
    expect(prepared.body.results.options).toMatchObject({
      rp: { name: "Tributary" },
      user: { name: "kim@localhost" },
      authenticatorSelection: { userVerification: "required", residentKey: "required" },
    });
    for (const response of ["{", "[]", "null", '{"id":7}'])
      expect(await post(browser, "passkeys/add", { name: "Laptop", response })).toMatchObject({
        status: 400,
        body: { field: "response" },
      });
    expect(await post(browser, "passkeys/add", { name: "Laptop", response: credential })).toMatchObject({
      status: 400,
      body: { type: "passkey_refused" },
    });
    expect((await post(browser, "passkeys/remove", { id: "1" })).status).toBe(404);
    const stranger = createBrowser(server);
    expect(await post(stranger, "sign-in/passkey", { response: credential })).toMatchObject({
      status: 400,
      body: { type: "no_challenge" },
    });
    await post(stranger, "sign-in/passkey/prepare", {});
    expect(await post(stranger, "sign-in/passkey", { response: credential })).toMatchObject({
      status: 401,
      body: { type: "unknown_passkey" },
    });
  });
});
