import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityFaults, sidewaysScroll } from "../support/accessibility.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { openSignedIn, type SignedIn } from "../support/signed-in.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const run = promisify(execFile);

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

test("home says why an event was refused, turns green with the first one, and the event is seen", async () => {
  const { page } = visit;
  await page.goto(`${server.url}/p/1/home`);
  await page.getByText("Waiting for the first event").waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  const token = (await server.call("GET", "projects/1")).body.results.token;
  const refused = [{ event: "", properties: { token, distinct_id: "ana" } }];
  await server.call("POST", "/track?verbose=1", { as: null, body: refused });
  await page.getByTestId("home.diagnosis").waitFor();

  const snippet = (await page.getByTestId("home.snippet-curl").locator("pre").textContent()) ?? "";
  expect(snippet).toContain(server.url);
  expect(snippet).toContain(token);
  const { stdout } = await run("bash", ["-c", snippet]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 1 });

  const arrived = page.getByTestId("home.first-event");
  await arrived.getByText("The first event has arrived").waitFor();
  await page.getByTestId("home.top-events").getByText("First event").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await arrived.getByRole("link", { name: "See what came in" }).click();

  await page.getByRole("tab", { name: "Last 30 days" }).click();
  const found = page.getByTestId("events.found");
  await found.getByText("First event").waitFor();
  await found.getByRole("button", { name: "Open the details" }).first().click();
  await found.getByText("plan", { exact: true }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

const ODD_NAME = `<img src=x onerror="document.title='broken'">${"very-long-".repeat(20)}`.slice(0, 200);

test("live events come in by themselves, wait while one reads, and are filtered by the address", async () => {
  const { page } = visit;
  await page.goto(`${server.url}/p/1/events`);
  await page.getByText("Listening", { exact: true }).waitFor();
  await page.getByTestId("empty").waitFor();
  const send = (event: string, id: string) =>
    sendEvents(server, [
      {
        event,
        properties: { time: Date.now(), distinct_id: id, $insert_id: id, price: 7, note: "<b>x</b>" },
      },
    ]);
  await send("Order placed", "ana");
  const live = page.getByTestId("events.live");
  await live.getByText("Order placed").waitFor();

  // Those who listen to the page are told the sum of it, not every row.
  await page.getByTestId("events.spoken").getByText("1 event shown").waitFor();
  expect(await live.getByRole("status").count()).toBe(0);
  await page.getByTestId("events.pause").click();
  await send(ODD_NAME, "bo");
  await page.getByTestId("events.new").getByText("1 new").waitFor();
  expect(await live.getByRole("row").count()).toBe(2);
  await page.getByTestId("events.new").click();
  await live.getByText(ODD_NAME).waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto(`${server.url}/p/1/events?event=${encodeURIComponent("Order placed")}`);
  await page.getByText("Listening", { exact: true }).waitFor();
  await send("Something else", "cy");
  await send("Order placed", "dee");
  await live.getByText("dee").waitFor();
  expect(await live.getByText("Something else").count()).toBe(0);
});

test("further pages of the last 30 days stand in the address, with a way back", async () => {
  const { page } = visit;
  const events = Array.from({ length: 250 }, (_, at) => ({
    event: "Step",
    properties: { time: Date.now() - at * 1000, distinct_id: `u${at}`, $insert_id: `step-${at}` },
  }));
  await sendEvents(server, events);
  await waitUntilLoaded(server);
  await page.goto(`${server.url}/p/1/events?tab=search&event=Step`);
  const found = page.getByTestId("events.found");
  await found.getByText("u0", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await found.getByText("u100", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await found.getByText("u249", { exact: true }).waitFor();
  await page.reload();
  await found.getByText("u249", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Previous page" }).click();
  await found.getByText("u100", { exact: true }).waitFor();
  await page.goBack();
  await found.getByText("u249", { exact: true }).waitFor();
});

test("events of the last 30 days are filtered by user and property, and copied as they were sent", async () => {
  const { page } = visit;
  await waitUntilLoaded(server);
  const filters = { clauses: [{ property: "price", operator: "greater_than", value: 5 }] };
  const query = new URLSearchParams({ tab: "search", user: "bo", filters: JSON.stringify(filters) });
  await page.goto(`${server.url}/p/1/events?${query}`);
  const found = page.getByTestId("events.found");
  await found.getByText("1 row", { exact: true }).waitFor();
  await found.getByRole("button", { name: "Open the details" }).click();
  await page.getByRole("tab", { name: "JSON" }).click();
  const json = JSON.parse((await found.locator("pre").textContent()) ?? "");
  expect(json).toMatchObject({ event: ODD_NAME, properties: { price: 7, note: "<b>x</b>" } });
  await found.getByRole("link", { name: "Report on this event" }).click();
  await page.getByTestId("report.chart").waitFor();
  expect(await page.title()).toBe("Report · Tributary");

  expect(visit.outbound).toEqual([]);
  expect(visit.complaints).toEqual([]);
});
