import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityFaults, sidewaysScroll } from "../support/accessibility.ts";
import { sendEvents } from "../support/events.ts";
import { openSignedIn, type SignedIn } from "../support/signed-in.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let visit: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  visit = await openSignedIn(server);
});
afterAll(async () => {
  await visit?.close();
  await server?.close();
});

const open = (part: string) => visit.page.goto(`${server.url}/p/1/settings/${part}`);

test("a service account's secret is shown once and works; the audit log tells who made it", async () => {
  const { page } = visit;
  await open("service-accounts");
  await page.getByTestId("settings.new-account").click();
  await page.getByTestId("account.name").fill("loader");
  await page.getByTestId("account.submit").click();
  const secret = await page.getByTestId("secret").locator("pre").textContent();
  expect(await page.getByTestId("secret.done").getAttribute("aria-disabled")).toBe("true");
  await page.getByTestId("secret.stored").check();
  await page.getByTestId("secret.done").click();
  await page.getByTestId("secret").waitFor({ state: "detached" });
  expect((await server.call("GET", "me", { as: secret })).status).toBe(200);
  await page.reload();
  await page.getByTestId("settings.accounts").getByText("loader").first().waitFor();
  expect(await page.content()).not.toContain(secret?.split(":")[1]);

  await open("audit-log");
  await page.getByTestId("settings.audit").getByText("service_account").first().waitFor();
});

test("what was refused is counted and can be looked at; every part is usable by all, also on a phone", async () => {
  const { page } = visit;
  await sendEvents(server, [{ event: "", properties: { time: 1, distinct_id: "a", $insert_id: "1" } }]);
  await open("diagnostics");
  const samples = page.getByTestId("settings.samples");
  await samples.getByRole("button", { name: "Open the details" }).first().click();
  await samples.locator("pre").getByText("distinct_id").waitFor();
  const parts = [
    "project",
    "members",
    "service-accounts",
    "group-keys",
    "regions",
    "diagnostics",
    "audit-log",
    "you",
  ];
  await page.setViewportSize({ width: 320, height: 700 });
  for (const part of parts) {
    await open(part);
    await page.locator("main h2").first().waitFor();
    expect(await findAccessibilityFaults(page), part).toEqual([]);
    expect(await sidewaysScroll(page), part).toBe(0);
  }
  expect(visit.outbound).toEqual([]);
});
