import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { type ClientsServer, type StoredEvent, startClientsServer } from "./support/clients-server.ts";
import { startPageSite } from "./support/page-site.ts";

let at: ClientsServer;
let site: Awaited<ReturnType<typeof startPageSite>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  at = await startClientsServer();
  site = await startPageSite();
  browser = await openBrowser();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await at?.close();
});

type Sent = { kind: string; payload: StoredEvent };
const asText = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join(", ");

/** A fresh visitor on the site, with the client started as the site's owner would. */
async function visit(config: object): Promise<{ page: Page; asked: string[] }> {
  const page = await browser.context.newPage();
  // The client sends nothing for a browser that says it has no window.
  const session = await browser.context.newCDPSession(page);
  const userAgent = String(await page.evaluate("navigator.userAgent")).replace("Headless", "");
  await session.send("Network.setUserAgentOverride", { userAgent });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(at.server.url))
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`${site.url}/shop?utm_source=letter`);
  await page.evaluate("localStorage.clear()");
  await page.evaluate(`startClient(${asText(at.token, { api_host: at.server.url, ...config })})`);
  return { page, asked };
}

const call = (page: Page, path: string, ...args: unknown[]) =>
  page.evaluate(`void mixpanel.${path}(${asText(...args)})`);
const sentBy = async (page: Page): Promise<StoredEvent[]> =>
  ((await page.evaluate("sent")) as Sent[])
    .filter(({ kind }) => kind === "event")
    .map(({ payload }) => payload);

const LOOKS_MAX = 400;

async function arrived(
  mark: string,
  count: number,
  isSettled: (rows: StoredEvent[]) => boolean = () => true,
): Promise<StoredEvent[]> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const rows = await at.stored(mark);
    if (rows.length >= count && isSettled(rows)) return rows;
    await sleep(100);
  }
  throw new Error(
    `of ${count} events '${mark}' only these arrived: ${JSON.stringify(await at.stored(mark))}`,
  );
}

/** Field by field: what the client handed over is what is stored, the token apart. */
function expectSame(rows: StoredEvent[], sent: StoredEvent[]): void {
  expect(rows).toHaveLength(sent.length);
  for (const [n, { event, properties }] of rows.entries()) {
    const { token: _token, time, distinct_id, ...given } = sent[n]?.properties ?? {};
    const { mp_processing_time_ms: _received, time: timeMs, distinct_id: own, ...kept } = properties;
    expect(event).toBe(sent[n]?.event);
    expect(kept).toEqual({ ...given, mp_sent_by_lib_version: kept.mp_sent_by_lib_version });
    expect([own, timeMs]).toEqual([distinct_id, Math.round(Number(time) * 1000)]);
  }
}

const VALUES = {
  text: "Grüße ✓ <>?&=+/% \u{1F600}",
  whole: 42,
  fraction: 0.5,
  yes: true,
  none: null,
  list: ["a", 1],
};

test("events that the client gathers arrive as it made them", async () => {
  const { page, asked } = await visit({ batch_flush_interval_ms: 100 });
  const mark = "gathered";
  for (let n = 0; n < 5; n += 1) await call(page, "track", "Öffnen ➜", { mark, n, ...VALUES });
  const rows = await arrived(mark, 5);
  expectSame(rows, await sentBy(page));
  expect(rows[0]?.properties).toMatchObject({ ...VALUES, mp_lib: "web", utm_source: "letter" });
  expect(rows[0]?.properties.$current_url).toBe(`${site.url}/shop?utm_source=letter`);
  expect(new Set(asked.filter((each) => each.includes("track")))).toEqual(new Set(["POST /track/"]));
  await page.close();
});

const ways: [string, object, string][] = [
  ["one by one", { batch_requests: false }, "POST /track/"],
  ["in addresses", { batch_requests: false, api_method: "GET" }, "GET /track/"],
  ["as beacons", { batch_requests: false, api_transport: "sendBeacon" }, "POST /track/"],
  ["as pixels", { batch_requests: false, api_method: "GET", img: true }, "GET /track/"],
];
test.each(ways)("events that are sent %s arrive as the client made them", async (way, config, request) => {
  const { page, asked } = await visit(config);
  const mark = way.replaceAll(" ", "-");
  for (let n = 0; n < 3; n += 1) await call(page, "track", "Open", { mark, n, ...VALUES });
  expectSame(await arrived(mark, 3), await sentBy(page));
  expect(asked.filter((each) => each === request)).toHaveLength(3);
  await page.close();
});

test("the client hears that its event was taken", async () => {
  const { page } = await visit({ batch_requests: false, verbose: true });
  expect(await page.evaluate('send("track", "Open", { mark: "heard" })')).toMatchObject({ status: 1 });
  expect(await arrived("heard", 1)).toHaveLength(1);
  await page.close();
});

test("what is still in the queue when the page goes away arrives", async () => {
  const { page } = await visit({ batch_flush_interval_ms: 600_000 });
  const mark = "unload";
  for (let n = 0; n < 3; n += 1) await call(page, "track", "Leave", { mark, n, ...VALUES });
  expect(await at.stored(mark)).toEqual([]);
  await page.goto("about:blank");
  const rows = await arrived(mark, 3);
  expect(rows.map(({ event, properties }) => [event, properties.n, properties.text])).toEqual(
    [0, 1, 2].map((n) => ["Leave", n, VALUES.text]),
  );
  await page.close();
});

test("a visitor who signs in and out keeps the ids that the client gave at each moment", async () => {
  const { page } = await visit({ batch_requests: false });
  const mark = "identify";
  // In one go: the client takes the alias for its id once the answer is there, whenever that is.
  await page.evaluate(`{
    mixpanel.track("Open", { mark: "${mark}", n: 0 });
    mixpanel.identify("ana@example.com");
    mixpanel.alias("ana");
    mixpanel.track("Open", { mark: "${mark}", n: 1 });
    mixpanel.reset();
    mixpanel.track("Open", { mark: "${mark}", n: 2 });
  }`);
  // Each call is a request of its own: the one that links device and person may come in last.
  const isLinked = (rows: StoredEvent[]) => rows[0]?.properties.distinct_id === "ana@example.com";
  const [before, during, after] = await arrived(mark, 3, isLinked);
  const device = before?.properties.$device_id;
  // What came before the sign-in counts for the person, and keeps the id it was sent with.
  expect(before?.properties).toMatchObject({
    distinct_id: "ana@example.com",
    $distinct_id_before_identity: `$device:${device}`,
  });
  expect(during?.properties).toMatchObject({
    distinct_id: "ana@example.com",
    $user_id: "ana@example.com",
    $device_id: device,
  });
  expect(after?.properties.$device_id).not.toBe(device);
  expect(after?.properties).not.toHaveProperty("$user_id");
  await page.close();
});

for (const config of [{ batch_requests: false }, { batch_flush_interval_ms: 100 }]) {
  const way = "batch_requests" in config ? "one by one" : "gathered";
  test(`profiles of people and groups change as the page says, ${way}`, async () => {
    const { page } = await visit(config);
    const id = `ana-${way}`;
    await call(page, "identify", id);
    // Sent one by one they may overtake each other: each waits for the answer to the last.
    const change = (path: string, ...args: unknown[]) =>
      way === "gathered" ? call(page, path, ...args) : page.evaluate(`send(${asText(path, ...args)})`);
    await change("people.set", { ...VALUES, plan: "free", gone: 1 });
    await change("people.set", "plan", "pro");
    await change("people.set_once", { plan: "never", first: "yes" });
    await change("people.increment", "visits", 5);
    await change("people.append", "pages", "a");
    await change("people.union", { pages: ["a", "b"] });
    await change("people.remove", "pages", "a");
    await change("people.unset", "gone");
    await page.evaluate(
      `void mixpanel.get_group("company", "${id}").set({ seats: 5, name: "Ünal \u{1F600}" })`,
    );
    await page.evaluate(`void mixpanel.get_group("company", "${id}").set_once({ seats: 9, since: 2020 })`);
    const expected = { ...VALUES, plan: "pro", first: "yes", visits: 5, pages: ["b"] };
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      const [person, group] = [await at.person(id), await at.group("company", id)];
      if (person?.visits === 5 && !("gone" in person) && group?.since === 2020) break;
      await sleep(100);
    }
    expect(await at.person(id)).toMatchObject(expected);
    expect(await at.person(id)).not.toHaveProperty("gone");
    expect(await at.person(id)).toHaveProperty("$browser");
    expect(await at.group("company", id)).toEqual({ seats: 5, since: 2020, name: "Ünal \u{1F600}" });
    await page.close();
  });
}
