import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invite, query } from "../sign-in/support.ts";
import { findAccessibilityFaults, sidewaysScroll } from "../support/accessibility.ts";
import { openBrowser } from "../support/browser.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: Page;
let guest: Page;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await startTestServer({ empty: true });
  [owner, guest] = [await openPage(), await openPage()];
});
afterAll(async () => {
  for (const close of closers) await close();
  await server?.close();
});

/** A browser of its own: nobody shares cookies. */
async function openPage(): Promise<Page> {
  const { context, close } = await openBrowser();
  closers.push(close);
  return context.newPage();
}

const PASSWORD = "correct horse battery";

test("the first start's link makes an owner, whose sessions begin and end", async () => {
  const token = server.running.firstStart?.signIn.token;
  await owner.goto(`${server.url}/sign-in/link#${token}`);
  await owner.getByTestId("link.name").fill("Ana");
  await owner.getByTestId("link.email").fill("ana@localhost");
  await owner.getByTestId("link.password").fill("short");
  await owner.getByTestId("link.submit").click();
  await owner.getByText("Use at least 8 characters.").waitFor();
  expect(await findAccessibilityFaults(owner)).toEqual([]);
  await owner.getByTestId("link.password").fill(PASSWORD);
  await owner.getByTestId("link.submit").click();
  await owner.waitForURL("**/p/1/home");

  await owner.getByTestId("shell.user-menu").click();
  await owner.getByRole("menuitem", { name: "Sign out" }).click();
  // With nothing behind it: a question that was under way may lead there first, with the way back.
  await owner.waitForURL(`${server.url}/sign-in`);
  await owner.goto(`${server.url}/p/1/settings/members`);
  await owner.waitForURL("**/sign-in?*");
  await owner.setViewportSize({ width: 320, height: 700 });
  expect(await sidewaysScroll(owner)).toBe(0);
  expect(await findAccessibilityFaults(owner)).toEqual([]);
  await owner.setViewportSize({ width: 1280, height: 900 });

  await owner.getByTestId("sign-in.email").fill("ana@localhost");
  await owner.getByTestId("sign-in.password").fill("not the password");
  await owner.getByTestId("sign-in.submit").click();
  await owner.getByText("The e-mail address or the password is wrong.").waitFor();
  await owner.getByTestId("sign-in.password").fill(PASSWORD);
  await owner.getByTestId("sign-in.submit").click();
  await owner.waitForURL("**/p/1/settings/members");
  await owner.getByTestId("settings.members").getByText("ana@localhost").waitFor();
});

test("a person without an account accepts an invitation, and sees what their role allows", async () => {
  await owner.getByTestId("settings.invite").click();
  await owner.getByTestId("invite.email").fill("bo@localhost");
  await owner.getByTestId("invite.role").selectOption("consumer");
  await owner.getByTestId("invite.submit").click();
  const link = await owner.getByTestId("settings.link").locator("pre").textContent();
  expect(link).toContain(`${server.url}/sign-in/invitation#`);
  expect(await findAccessibilityFaults(owner)).toEqual([]);
  await owner.getByRole("button", { name: "Done" }).click();
  await owner.getByTestId("settings.members").getByText("Invitation pending").waitFor();
  expect(await findAccessibilityFaults(owner)).toEqual([]);

  await guest.goto(link ?? "");
  await guest.getByText("invites bo@localhost to").waitFor();
  expect(await guest.getByTestId("invitation.facts").textContent()).toContain("My project");
  await guest.setViewportSize({ width: 320, height: 700 });
  expect(await sidewaysScroll(guest)).toBe(0);
  expect(await findAccessibilityFaults(guest)).toEqual([]);
  await guest.setViewportSize({ width: 1280, height: 900 });
  await guest.getByTestId("invitation.name").fill("Bo");
  await guest.getByTestId("invitation.password").fill("short");
  await guest.getByTestId("invitation.submit").click();
  await guest.getByText("Use at least 8 characters.").waitFor();
  await guest.getByTestId("invitation.password").fill(PASSWORD);
  await guest.getByTestId("invitation.submit").click();
  await guest.waitForURL("**/p/1/home");
  for (const page of ["warehouse", "migrations", "usage"]) {
    await guest.goto(`${server.url}/p/1/${page}`);
    await guest.getByText("You don't have access").first().waitFor();
  }
  const offered = await guest.getByRole("navigation", { name: "Main" }).getByRole("link").allTextContents();
  expect(offered).toEqual([
    ...["Home", "Reports", "Events", "Dictionary", "Experiments", "Flags", "Settings", "API docs"],
  ]);
  await guest.goto(`${server.url}/p/1/settings/members`);
  await guest.getByTestId("settings.members").getByText("bo@localhost").waitFor();
  expect(await guest.getByTestId("settings.invite").getAttribute("aria-disabled")).toBe("true");

  const late = await openPage();
  await late.goto(link ?? "");
  await late.getByText("This invitation was accepted", { exact: false }).waitFor();
});

test("a person with an account signs in first, joins by the same link, and can be uninvited", async () => {
  const other = await server.call("POST", "organizations", { as: server.operator, body: { name: "Second" } });
  const organization = other.body.results.id;
  const token = await invite(server, { email: "bo@localhost", organization }, server.operator);
  const address = `${server.url}/sign-in/invitation#${token}`;
  await owner.goto(address);
  await owner.getByTestId("invitation.other-account").waitFor();
  expect(await owner.getByTestId("invitation.other-account").textContent()).toContain(
    "You are signed in as ana@localhost",
  );
  expect(await findAccessibilityFaults(owner)).toEqual([]);

  const fresh = await openPage();
  await fresh.goto(address);
  await fresh.getByTestId("invitation.sign-in").waitFor();
  expect(await findAccessibilityFaults(fresh)).toEqual([]);
  await fresh.getByTestId("invitation.sign-in").click();
  await fresh.getByTestId("sign-in.email").fill("bo@localhost");
  expect(fresh.url()).not.toContain(token);
  await fresh.getByTestId("sign-in.password").fill(PASSWORD);
  await fresh.getByTestId("sign-in.submit").click();
  await fresh.getByTestId("invitation.accept").click();
  await fresh.waitForURL("**/projects");
  const me = (await fresh.evaluate("fetch('/api/app/me').then((answer) => answer.json())")) as {
    results: { user_id: number };
  };
  expect(me).toMatchObject({ results: { organizations: { [organization]: { name: "Second" } } } });
  await server.call("DELETE", `organizations/${organization}/users/${me.results.user_id}`, {
    as: server.operator,
  });

  await owner.goto(`${server.url}/p/1/settings/members`);
  await owner.getByTestId("settings.invite").click();
  await owner.getByTestId("invite.email").fill("cy@localhost");
  await owner.getByTestId("invite.submit").click();
  await owner.getByRole("button", { name: "Done" }).click();
  await owner.getByTestId("settings.withdraw").click();
  await owner.getByTestId("confirm.do").click();
  await owner.getByText("The invitation of cy@localhost is withdrawn").waitFor();
  await expect.poll(() => owner.getByTestId("settings.withdraw").count()).toBe(0);
});

test("whoever is removed is out at once", async () => {
  await owner.goto(`${server.url}/p/1/settings/members`);
  await owner.getByRole("button", { name: "Actions for Bo" }).click();
  await owner.getByRole("menuitem", { name: "Remove…" }).click();
  await owner.getByRole("dialog").getByRole("textbox").fill("bo@localhost");
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await owner.getByText("Bo has no access any more").waitFor();
  await guest.goto(`${server.url}/p/1/home`);
  await guest.waitForURL("**/sign-in?*");
  await guest.getByTestId("sign-in.email").fill("bo@localhost");
  await guest.getByTestId("sign-in.password").fill(PASSWORD);
  await guest.getByTestId("sign-in.submit").click();
  await guest.getByText("The e-mail address or the password is wrong.").waitFor();
  expect(new URL(guest.url()).pathname).toBe("/sign-in");
});

test("a browser that does not keep the session is told so", async () => {
  const forgetful = await openPage();
  await forgetful.route("**/api/auth/sign-in/email", async (route) => {
    const response = await route.fetch();
    const { "set-cookie": _dropped, ...headers } = response.headers();
    await forgetful.context().clearCookies();
    await route.fulfill({ response, headers });
  });
  await forgetful.goto(`${server.url}/sign-in`);
  await forgetful.getByTestId("sign-in.email").fill("ana@localhost");
  await forgetful.getByTestId("sign-in.password").fill(PASSWORD);
  await forgetful.getByTestId("sign-in.submit").click();
  await forgetful.getByText("did not keep the session", { exact: false }).waitFor();
});

test("before a session ends it is said, and staying draws it out", async () => {
  const { context, close } = await openBrowser();
  closers.push(close);
  const late = await context.newPage();
  await late.clock.install();
  await late.goto(`${server.url}/sign-in`);
  await late.getByTestId("sign-in.email").fill("ana@localhost");
  await late.getByTestId("sign-in.password").fill(PASSWORD);
  await late.getByTestId("sign-in.submit").click();
  await late.waitForURL("**/p/1/home");
  await late.goto(`${server.url}/p/1/settings/regions`);
  await late.getByText("Addresses of this project").waitFor();
  expect(await late.getByTestId("shell.session-end").count()).toBe(0);
  for (const _day of [1, 2, 3, 4, 5, 6]) await late.clock.fastForward("24:00:00");
  await late.clock.fastForward("23:58:30");
  await late.getByTestId("shell.session-end").waitFor();
  expect(await findAccessibilityFaults(late)).toEqual([]);
  await query(server, "update sign_in_session set expires_at = now() + interval '1 minute'");
  await late.getByTestId("shell.stay").click();
  await expect
    .poll(() => query(server, "select 1 from sign_in_session where expires_at > now() + interval '6 days'"))
    .toHaveLength(1);
});
