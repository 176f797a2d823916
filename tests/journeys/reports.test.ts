import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityFaults, sidewaysScroll } from "../support/accessibility.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { openSignedIn, type SignedIn } from "../support/signed-in.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const FILE = "old.duckdb";
const NAMES = 10_000;

let server: TestServer;
let visit: SignedIn;
let folder: string;
let importId: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-journey-"));
  await writeOldVisits(join(folder, FILE));
  server = await startTestServer({ config: { WAREHOUSE_FILES_DIR: folder } });
  importId = await importVisits();
  await waitUntilLoaded(server);
  visit = await openSignedIn(server);
});
afterAll(async () => {
  await visit?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** 60 visits of ten people in March 2024, two a day. */
async function writeOldVisits(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`create table visits as select n as id, 'u' || (n % 10) as person,
    timestamp '2024-03-01 08:00:00' + to_hours(n * 12) as at, if(n % 3 = 0, 'shop', 'web') as place
    from range(60) numbers(n)`);
  connection.closeSync();
  instance.closeSync();
}

async function importVisits(): Promise<number> {
  const base = "projects/1/warehouse-sources";
  const source = await server.call("POST", `${base}/sources`, {
    body: { warehouse_type: "duckdb", source_name: "Old visits", path: FILE },
  });
  const made = await server.call("POST", `${base}/imports/event-stream`, {
    body: {
      ...{ import_type: "event_stream", warehouse_source_id: source.body.results.id, run_every: 0 },
      ...{ table_params: { table: "visits" }, event_name: "Old visit", time_column_name: "at" },
      ...{ user_column_name: "person", sync_mode: "one_time" },
    },
  });
  const { id } = made.body.results;
  await server.call("PUT", `${base}/imports/${id}/manual-sync`);
  for (;;) {
    const { body } = await server.call("GET", `${base}/imports/${id}`);
    if (body.results.last_run?.status === "SUCCEEDED") return id;
    if (body.results.last_run?.status === "FAILED") throw new Error(body.results.last_run.error.message);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("events of an old import are not in the lists, and a report finds them by the import's id", async () => {
  const { page } = visit;
  await page.goto(`${server.url}/p/1/events?tab=search`);
  await page.getByText("No events in the last 30 days").waitFor();
  await page.getByTestId("events.old").getByRole("link", { name: "report by import id" }).click();

  const value = page.getByTestId("report.filters").getByTestId("filters.value");
  await value.fill(String(importId));
  await value.press("Enter");
  await page.getByTestId("report.time-frame").click();
  await page.getByLabel("From", { exact: true }).fill("2024-03-01");
  await page.getByLabel("To", { exact: false }).last().fill("2024-03-30");
  await page.getByRole("button", { name: "Use these days" }).click();
  await page.getByTestId("report.unit").selectOption("month");
  await expectTotals("All events", "60");
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.getByTestId("report.measure").selectOption("unique");
  await expectTotals("All events", "10");
  // A property is not guessed: the question waits for it.
  await page.getByTestId("report.measure").selectOption("distinct");
  await page.getByTestId("report.measured").click();
  await page.getByRole("combobox", { name: "Search: Property that is counted" }).fill("place");
  await page.getByRole("option", { name: "place" }).first().click();
  await expectTotals("All events", "2");
  await page.getByTestId("report.measure").selectOption("total");
  await page.getByTestId("report.breakdown").click();
  await page.getByRole("combobox", { name: "Search: Break down by" }).fill("place");
  await page.getByRole("option", { name: "place" }).first().click();
  await expectTotals("web", "40");
  await expectTotals("shop", "20");

  // Whoever opens the address sees the same.
  await page.reload();
  await expectTotals("web", "40");
  await page.getByTestId("chart.as-table").click();
  await page.getByTestId("chart.table").getByRole("rowheader", { name: "Mar 2024" }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByTestId("chart.csv").click();
  const lines = await readDownload(await download);
  expect(lines[0]).toBe("start,timezone,complete,event,segment,value");
  expect(lines.filter((line) => line.endsWith(",(all events),web,40"))).toHaveLength(1);

  const reader = await openSignedIn(server, {
    email: "reader@example.com",
    projects: [{ id: 1, role: "consumer" }],
  });
  await reader.page.goto(page.url());
  await reader.page.getByTestId("report.totals").getByText("web").waitFor();
  for (const file of ["chart.csv", "table.csv"]) expect(await reader.page.getByTestId(file).count()).toBe(0);
  await reader.close();
});

async function expectTotals(line: string, total: string): Promise<void> {
  const row = visit.page.getByTestId("report.totals").getByRole("row").filter({ hasText: line });
  await row.getByRole("cell", { name: total, exact: true }).first().waitFor();
}

async function readDownload(download: { path(): Promise<string> }): Promise<string[]> {
  return (await readFile(await download.path(), "utf8")).split("\r\n");
}

test("a link with parts that cannot be read shows the rest and says what it left out", async () => {
  const { page } = visit;
  const q = {
    ...{ version: 1, kind: "segmentation", events: [{ event: "Old visit" }], unit: "fortnight" },
    time_frame: { from: "2024-03-01", to: "2024-03-30" },
  };
  await page.goto(`${server.url}/p/1/reports/new?q=${encodeURIComponent(JSON.stringify(q))}`);
  await page.getByTestId("report.dropped").getByText("the length of periods").waitFor();
  await expectTotals("Old visit", "60");
  await page.getByText("How is this computed?").click();
  await page.getByText("Number of 'Old visit'; by day").waitFor();
});

test("a group of filters that a link brought counts, is in sight, and can be removed", async () => {
  const { page } = visit;
  const at = (value: string) => ({ property: "place", operator: "equals", value: [value] });
  const q = {
    ...{ version: 1, kind: "segmentation", events: [{ event: "Old visit" }] },
    time_frame: { from: "2024-03-01", to: "2024-03-30" },
    filters: { clauses: [{ match: "any", clauses: [at("shop"), at("market")] }] },
  };
  await page.goto(`${server.url}/p/1/reports/new?q=${encodeURIComponent(JSON.stringify(q))}`);
  await expectTotals("Old visit", "20");
  await page.getByTestId("report.filters").getByText("(place is shop or place is market)").waitFor();
  await page.getByTestId("report.unit").selectOption("month");
  await page.reload();
  await expectTotals("Old visit", "20");
  await page.getByRole("button", { name: "Remove this group of filters" }).click();
  await expectTotals("Old visit", "60");
});

test("a long question is packed in the address, and whoever opens it sees the same", async () => {
  const { page } = visit;
  const people = Array.from({ length: 200 }, (_, at) => `u${at + 5}`);
  const q = {
    ...{ version: 1, kind: "segmentation", events: [{ event: "Old visit" }] },
    time_frame: { from: "2024-03-01", to: "2024-03-30" },
    filters: { clauses: [{ property: "distinct_id", operator: "equals", value: people }] },
  };
  await page.goto(`${server.url}/p/1/reports/new?q=${encodeURIComponent(JSON.stringify(q))}`);
  await expectTotals("Old visit", "30");
  const longer = page.url().length;
  await page.getByTestId("report.unit").selectOption("month");
  await page.waitForURL(/[?&]z=/);
  expect(page.url().length).toBeLessThan(longer / 2);
  await page.reload();
  await expectTotals("Old visit", "30");
  expect(await page.getByTestId("report.unit").inputValue()).toBe("month");
  await page.goto(`${server.url}/p/1/reports/new?z=broken`);
  await page.getByTestId("report.dropped").waitFor();
});

test("a question that cannot be asked says why, with the change that helps; a slow one can be cancelled", async () => {
  const { page } = visit;
  const q = {
    ...{ version: 1, kind: "segmentation", events: [{ event: "Old visit" }], unit: "hour" },
    time_frame: { from: "2024-01-01", to: "2024-12-31" },
  };
  await page.goto(`${server.url}/p/1/reports/new?q=${encodeURIComponent(JSON.stringify(q))}`);
  await page.getByTestId("failure").getByText("Hourly reports cover at most").waitFor();
  // The browser itself says so of every answer that is a refusal.
  await expect.poll(() => visit.complaints).not.toEqual([]);
  expect(visit.complaints.splice(0).every((words) => words.includes("status of 400"))).toBe(true);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/reports/query", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.getByTestId("report.fix").getByText("Count by day").click();
  await page.getByTestId("report.cancel").click();
  await page.getByText("Cancelled", { exact: true }).waitFor();
  release();
  await page.unroute("**/reports/query");
  await page.getByRole("button", { name: "Run again" }).click();
  await expectTotals("Old visit", "60");
});

test(`a picker with ${NAMES} names opens, finds by typing, and takes names it does not have`, async () => {
  const { page } = visit;
  const records = Array.from({ length: NAMES }, (_, at) => ({
    event: `Event ${String(at).padStart(5, "0")}`,
    properties: { time: Date.now() - at, distinct_id: "ana", $insert_id: `e${at}` },
  }));
  for (let from = 0; from < NAMES; from += 2_000) await sendEvents(server, records.slice(from, from + 2_000));
  await waitUntilLoaded(server);
  await page.goto(`${server.url}/p/1/reports/new`);
  await page.getByTestId("report.starter").first().waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  const openedMs = await page.evaluate<number>(`(async () => {
    const began = performance.now();
    document.querySelector('[data-testid="report.event"]').click();
    while (document.querySelector('[role="option"]') === null) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  })()`);
  process.stdout.write(`a picker with ${NAMES} names opened in ${openedMs.toFixed(0)} ms\n`);
  const search = page.getByRole("combobox", { name: "Search: Event 1" });
  await search.fill("Event 09999");
  await page.getByRole("option", { name: "Event 09999" }).waitFor();
  await search.fill("Old visit");
  await page.getByRole("option", { name: "Old visit" }).click();
  await page.getByTestId("report.nothing").waitFor();
});

test("usage tells months, days, sources and events", async () => {
  const { page } = visit;
  await page.goto(`${server.url}/p/1/usage`);
  await page.getByTestId("usage.total").getByText("10,060").waitFor();
  await page.getByTestId("usage.sources").getByText("Warehouse imports").waitFor();
  await page.getByTestId("usage.events").getByRole("rowheader", { name: "Old visit" }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await sidewaysScroll(page)).toBe(0);

  expect(visit.outbound).toEqual([]);
  expect(visit.complaints).toEqual([]);
});
