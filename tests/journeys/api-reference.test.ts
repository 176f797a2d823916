import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { FIRST_ACCOUNT } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  server = await startTestServer();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test("the API reference shows every group, asks only this server, and tries a request out", async () => {
  const page = await browser.context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${server.url}/docs`);
  for (const tag of ["Me", "Projects", "Service accounts", "Audit log", "Jobs"]) {
    await page.locator(".opblock-tag", { hasText: tag }).first().waitFor();
  }
  const folder = join(import.meta.dirname, "..", "..", ".tmp", "screenshots");
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, "api-reference.png") });

  await page.locator(".btn.authorize").click();
  await page.locator('input[aria-label="auth-basic-username"]').fill(FIRST_ACCOUNT.username);
  await page.locator('input[aria-label="auth-basic-password"]').fill(FIRST_ACCOUNT.secret);
  await page.locator(".auth-btn-wrapper .authorize").first().click();
  await page.locator(".btn-done").first().click();
  await page.locator(".opblock-tag", { hasText: "Me" }).first().click();
  await page.locator(".opblock-summary", { hasText: "/api/app/me" }).click();
  await page.locator(".btn.execute").click();
  const answer = page.locator(".responses-table.live-responses-table .microlight").first();
  await answer.waitFor();
  expect(await answer.textContent()).toContain("My organization");
  await page.screenshot({ path: join(folder, "api-reference-tried.png"), fullPage: false });

  expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"))).toEqual([]);
  expect(complaints).toEqual([]);
});
