import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityFaults, sidewaysScroll } from "../support/accessibility.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
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

test("projects are made, told apart, found by the palette, deleted and brought back", async () => {
  const { page } = visit;
  await page.goto(`${server.url}/projects`);
  await page.getByTestId("projects.new").click();
  await page.getByTestId("projects.name").fill("Second <i>shop</i>");
  await page.getByTestId("projects.create").click();
  await page.getByTestId("shell.project-switcher").getByText("Second <i>shop</i>").waitFor();
  await page.getByTestId("shell.region").waitFor();

  await page.keyboard.press("Control+k");
  await page.getByTestId("palette").getByRole("combobox").fill("all pro");
  await page.keyboard.press("Enter");
  await page.getByTestId("projects.card").nth(1).waitFor();
  expect(await page.getByTestId("projects.card").count()).toBe(2);
  await page.getByText("events today").first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.goto(`${server.url}/p/2/settings/project`);
  await page.getByTestId("settings.delete").click();
  await page.getByTestId("confirm.typed").fill("Second shop");
  expect(await page.getByTestId("confirm.do").getAttribute("aria-disabled")).toBe("true");
  await page.getByTestId("confirm.typed").fill("Second <i>shop</i>");
  await page.getByTestId("confirm.do").click();
  await page.getByText("Deleted projects (1)").click();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByTestId("projects.card").nth(1).waitFor();
  await page.goto(`${server.url}/p/2/home`);
  await page.getByTestId("shell.project-switcher").getByText("Second <i>shop</i>").waitFor();
});

test("the palette and keys lead to pages and events, also for who only has a keyboard", async () => {
  const { page } = visit;
  const properties = { time: Date.now(), distinct_id: "ana", $insert_id: "a-1" };
  await sendEvents(server, [{ event: "Signup", properties }]);
  await waitUntilLoaded(server);
  await page.goto(`${server.url}/p/1/home`);
  await page.getByTestId("shell.palette").click();
  await page.getByRole("option", { name: "Signup" }).waitFor();
  await page.getByTestId("palette").getByRole("combobox").fill("sgnp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/dictionary\/events\/Signup/);
  await page.getByTestId("palette").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Signup" }).waitFor();

  await page.keyboard.press("?");
  await page.getByTestId("shortcuts").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByTestId("shortcuts").waitFor({ state: "detached" });
  // The second key is waited for only briefly: on a busy machine they may have to be pressed again.
  const pressed = async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("u");
    return page.url();
  };
  await expect.poll(pressed).toMatch(/\/usage/);
  await expect.poll(() => page.evaluate("document.activeElement?.id")).toBe("main");

  await page.goto(`${server.url}/p/1/home`);
  await page.getByTestId("shell.palette").waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement?.textContent")).toBe("Skip to the content");
});

test("an address of nothing keeps the navigation; the theme stays; nothing is asked of anybody else", async () => {
  const { page, complaints } = visit;
  complaints.length = 0;
  for (const path of ["/p/1/nothing", "/p/99/home", "/p/x/home", "/p/1/settings/nothing"]) {
    await page.goto(`${server.url}${path}`);
    await page.getByText("There is nothing at this address").waitFor();
    await page.getByTestId("shell.user-menu").waitFor();
  }
  await page.getByTestId("shell.user-menu").click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await page.goto(`${server.url}/projects`);
  await page.getByTestId("projects.list").waitFor();
  expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole("button", { name: "Open the navigation" }).click();
  await page.getByTestId("shell.project-switcher").waitFor();
  expect(visit.outbound).toEqual([]);
  expect(complaints).toEqual([]);
});

test("words in an address that its page does not know leave it, and the page is shown", async () => {
  const { page, complaints } = visit;
  complaints.length = 0;
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [path, shown] of [
    ["events?tab=nothing&event=%5B1%5D", "Listening"],
    ["dictionary?tab=nothing&status=7", "30 days"],
    ["usage?month=soon", "events in"],
    ["warehouse?tab=nothing", "No imports yet"],
  ] as const) {
    await page.goto(`${server.url}/p/1/${path}`);
    await page.getByRole("main").getByText(shown).first().waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  }
  expect(complaints).toEqual([]);
});

test("while the server cannot be reached a bar says so; it goes by itself, and the page is asked for again", async () => {
  const { page } = visit;
  await page.goto(`${server.url}/projects`);
  await page.getByText("events today").first().waitFor();
  await page.route(/\/(api|healthz)/, (route) => route.abort());
  await page.getByTestId("projects.card").first().getByRole("link").click();
  const bar = page.getByTestId("shell.away");
  await bar.waitFor();
  await page.getByRole("button", { name: "Retry" }).first().waitFor({ timeout: 20_000 });
  await page.unroute(/\/(api|healthz)/);
  await bar.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Retry" }).first().waitFor({ state: "detached" });
});

test("a server that is away is said on top, and asked again by itself; without internet it is still asked", async () => {
  const { page, complaints } = visit;
  await page.goto(`${server.url}/p/1/usage`);
  await page.getByTestId("usage.total").waitFor();
  await page.context().setOffline(true);
  // What failed on a page that was left is not asked again, and the bar goes all the same.
  await page.getByRole("link", { name: "Events" }).click();
  await page.getByRole("link", { name: "Dictionary" }).click();
  await page.getByTestId("shell.away").waitFor();
  await page.context().setOffline(false);
  await page.getByTestId("shell.away").waitFor({ state: "detached" });
  await page.getByTestId("dictionary.events").waitFor();
  complaints.length = 0;
});
