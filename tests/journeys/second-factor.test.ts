import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf, makePerson, PASSWORD } from "../sign-in/support.ts";
import { findAccessibilityFaults, sidewaysScroll } from "../support/accessibility.ts";
import { openBrowser } from "../support/browser.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let page: Page;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await startTestServer({});
  await makePerson(server, { email: "ana@localhost", role: "owner" });
  page = await openPage();
});
afterAll(async () => {
  for (const close of closers) await close();
  await server?.close();
});

async function openPage(): Promise<Page> {
  const { context, close } = await openBrowser();
  closers.push(close);
  return context.newPage();
}

/** Passkeys belong to host names, not to addresses. */
const at = (path: string) => `${server.url.replace("127.0.0.1", "localhost")}${path}`;

async function signIn(path: string, password = PASSWORD): Promise<void> {
  await page.goto(at(path));
  await page.getByTestId("sign-in.email").fill("ana@localhost");
  await page.getByTestId("sign-in.password").fill(password);
  await page.getByTestId("sign-in.submit").click();
}

async function signOut(): Promise<void> {
  await page.getByTestId("shell.user-menu").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/sign-in");
}

let secret = "";
let recoveryCode = "";

test("a member sets up an authenticator app, and signs in with its code", async () => {
  await signIn("/account");
  await page.getByTestId("account.set-up").click();
  await page.getByTestId("account.password").fill("not the password");
  await page.getByTestId("account.confirm").click();
  await page.getByText("is not your password.").waitFor();
  await page.getByTestId("account.password").fill(PASSWORD);
  await page.getByTestId("account.confirm").click();
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const [key, codes] = await page.locator("pre").allTextContents();
  secret = key?.trim() ?? "";
  recoveryCode = codes?.trim().split("\n")[0] ?? "";
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByTestId("account.code").fill("000000");
  await page.getByTestId("account.code-confirm").click();
  await page.getByText("is wrong, or was used before").waitFor();
  await page.getByTestId("account.code").fill(await codeOf(secret));
  await page.getByTestId("account.code-confirm").click();
  await page.getByText("10 recovery codes left").waitFor();

  await signOut();
  await signIn("/account");
  await page.getByTestId("sign-in.code").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByTestId("sign-in.code").fill(await codeOf(secret, 1));
  await page.getByTestId("sign-in.code-submit").click();
  await page.getByText("10 recovery codes left").waitFor();
});

test("a recovery code signs in once", async () => {
  await signOut();
  await signIn("/account");
  await page.getByTestId("sign-in.code").fill(recoveryCode);
  await page.getByTestId("sign-in.code-submit").click();
  await page.getByText("9 recovery codes left").waitFor();
});

test("a passkey is added, and signs in without a password", async () => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByTestId("account.add-passkey").click();
  await page.getByTestId("account.passkey-name").fill("Laptop");
  await page.getByTestId("account.password").fill(PASSWORD);
  await page.getByTestId("account.confirm").click();
  await page.getByTestId("account.passkeys").getByText("Laptop").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await signOut();
  await page.getByTestId("sign-in.passkey").click();
  await page.waitForURL("**/p/1/home");
  await cdp.detach();
});

test("an owner requires a second factor; a member without one is told how to get in, and gets in", async () => {
  await page.goto(at("/p/1/settings/security"));
  await page.getByTestId("security.required").click();
  await page.getByText("Saved.").waitFor();
  expect(await page.getByTestId("security.required").getAttribute("aria-checked")).toBe("true");

  await makePerson(server, { email: "bo@localhost", projects: [{ id: 1, role: "analyst" }] });
  const other = await openPage();
  await other.goto(at("/sign-in"));
  await other.getByTestId("sign-in.email").fill("bo@localhost");
  await other.getByTestId("sign-in.password").fill(PASSWORD);
  await other.getByTestId("sign-in.submit").click();
  await other.getByTestId("projects.locked").waitFor();
  expect(await findAccessibilityFaults(other)).toEqual([]);
  await other.getByTestId("projects.locked").click();
  await other.getByTestId("account.set-up").click();
  await other.getByTestId("account.password").fill(PASSWORD);
  await other.getByTestId("account.confirm").click();
  await other.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const [key] = await other.locator("pre").allTextContents();
  await other.getByTestId("account.code").fill(await codeOf(key?.trim() ?? ""));
  await other.getByTestId("account.code-confirm").click();
  await other.getByText("10 recovery codes left").waitFor();
  await other.goto(at("/"));
  await other.waitForURL("**/p/1/home");
});

test("turning the app off takes the second factor away from the session", async () => {
  await page.goto(at("/p/1/settings/you"));
  await page.getByTestId("account.codes-off").click();
  await page.getByTestId("account.password").fill(PASSWORD);
  await page.getByTestId("account.confirm").click();
  await page.getByText("Sign-in no longer asks for a code.").waitFor();
  await page.goto(at("/projects"));
  await page.getByTestId("projects.locked").waitFor();
});
