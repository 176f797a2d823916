import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityFaults } from "../support/accessibility.ts";
import { openSignedIn, type SignedIn } from "../support/signed-in.ts";
import type { TestServer } from "../support/test-server.ts";
import { type PostgresWarehouse, startPostgresWarehouse } from "../warehouse/support/postgres-source.ts";
import {
  createImport,
  createSource,
  runImport,
  startWarehouseServer,
} from "../warehouse/support/warehouse.ts";

const ODD_NAME = `<img src=x onerror="document.title='broken'">${"very-long-".repeat(20)}`.slice(0, 200);

let server: TestServer;
let warehouse: PostgresWarehouse;
let visit: SignedIn;
beforeAll(async () => {
  server = await startWarehouseServer();
  warehouse = await startPostgresWarehouse();
  // Years ago: the pickers no longer list such events, the report of the import finds them.
  await warehouse.run(`create table orders (id int primary key, ordered_at timestamptz not null, customer_id text, total numeric,
    "<b>note</b>" text)`);
  await warehouse.run(`insert into orders select i, timestamptz '2021-03-01 12:00Z' + (i % 10) * interval '1 day',
    'c-' || i % 50, i, 'x' from generate_series(1, 1000) i`);
  await warehouse.run("create table odd (id int, at text)");
  await warehouse.run("insert into odd values (1, '2026-01-01'), (2, 'yesterday'), (3, '<b>never</b>')");
  visit = await openSignedIn(server);
});
afterAll(async () => {
  await visit?.close();
  await warehouse?.close();
  await server?.close();
});

const by = (id: string) => visit.page.getByTestId(id);
const sidewaysScroll = () =>
  visit.page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** At 320 pixels, in both themes; the page goes on as wide as it was. */
async function holdsWhenNarrow(): Promise<void> {
  await visit.page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(sidewaysScroll).toBe(0);
  expect(await findAccessibilityFaults(visit.page)).toEqual([]);
  await visit.page.setViewportSize({ width: 1280, height: 900 });
}

test("from nothing to a source: the modes are explained, a wrong password is named with what to do", async () => {
  const { page } = visit;
  await page.goto(`${server.url}/p/1/warehouse`);
  await by("warehouse.modes")
    .getByRole("row", { name: /Mirror/ })
    .waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await by("warehouse.first").click();
  await by("warehouse.kind-postgres").check();
  await by("source.save").click();
  await page.getByText("Fill in: Host name or address of the server.").waitFor();
  for (const name of ["host", "port", "database", "username"]) {
    await by(`source.${name}`).fill(String(warehouse.source[name]));
  }
  await by("source.source_name").fill("Shop");
  await by("source.password").fill("wrong");
  await by("source.test").click();
  const steps = by("source.test-result");
  await steps.getByText("Check user name and password of the source.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await by("source.password").fill(String(warehouse.source.password));
  await by("source.test").click();
  await steps.getByText("The connection works").waitFor();
  await by("source.save").click();
  await by("wizard.table").waitFor();
});

test("a table becomes an import: rows, mapped events, mode, estimate; reloaded, the wizard is where it was", async () => {
  const { page } = visit;
  await by("wizard.table").click();
  await page.getByRole("option", { name: /orders/ }).click();
  await expect.poll(() => by("wizard.rows").getByRole("row").count()).toBe(21);
  await by("wizard.next").click();
  const preview = by("wizard.preview");
  await preview.getByText("$user_id").first().waitFor();
  await by("wizard.event-name").fill("Order placed");
  await by("wizard.event-name").press("Enter");
  await preview.getByText("Order placed").first().waitFor();
  await page.getByRole("textbox", { name: "Property that total becomes" }).fill("price");
  await page.getByRole("checkbox", { name: /<b>note<\/b>/ }).uncheck();
  await preview.getByText("price", { exact: true }).first().waitFor();
  await expect.poll(() => preview.getByText("<b>note</b>").count()).toBe(0);
  await holdsWhenNarrow();
  await by("wizard.next").click();
  await by("wizard.mode-mirror_mode").check();
  await by("wizard.last-month").waitFor();
  await page.reload();
  await expect.poll(() => by("wizard.mode-mirror_mode").isChecked()).toBe(true);
  await by("wizard.next").click();
  await by("wizard.estimate").getByText("1,000", { exact: true }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await by("wizard.create").click();
  await by("import.facts").getByText("Mirror").waitFor();
});

test("a run is seen from its trigger on, ends well, and its report counts what is five years old", async () => {
  const { page } = visit;
  const holder = await warehouse.open();
  // Held, so that the run is surely under way while it is looked at.
  await holder.query("begin; lock table orders in access exclusive mode");
  await by("import.sync").click();
  await by("import.progress").getByRole("progressbar").waitFor();
  await expect.poll(() => by("warehouse.import-state").textContent()).toBe("Running");
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await holder.query("commit");
  await holder.end();
  await by("import.run").getByText("Succeeded").waitFor();
  await by("import.run").getByText("1,000 added").waitFor();
  await by("import.stored").getByText("1,000").waitFor();
  await holdsWhenNarrow();
  await by("import.run-report").click();
  await by("report.chart").waitFor();
  await by("chart.as-table").click();
  const day = by("chart.table").getByRole("row", { name: /100$/ });
  await expect.poll(() => day.count()).toBe(10);
  await page.goBack();
});

test("verify finds the rows that differ; paused and resumed; deleted with its events by typing how many", async () => {
  const { page } = visit;
  await page.getByRole("tab", { name: "Verify" }).click();
  await by("import.verify").click();
  await by("import.verified").getByText("Equal", { exact: true }).waitFor();
  await warehouse.run("update orders set total = -1 where id = 7");
  await by("import.verify").click();
  await by("import.verified").getByText("id = 7").waitFor();
  await by("import.pause").click();
  await expect.poll(() => by("warehouse.import-state").textContent()).toBe("Paused by user");
  await by("import.pause").click();
  await expect.poll(() => by("warehouse.import-state").textContent()).toBe("Active");
  await page.getByRole("tab", { name: "API call" }).click();
  expect(await by("import.api-call").textContent()).toContain("manual-sync");
  await by("import.more").click();
  await page.getByRole("menuitem", { name: "Delete …" }).click();
  await by("import.delete-data").check();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await by("confirm.typed").fill("999");
  expect(await by("confirm.do").getAttribute("aria-disabled")).toBe("true");
  await by("confirm.typed").fill("1000");
  await by("confirm.do").click();
  await page.getByText("No imports yet").waitFor();
  await by("warehouse.show-deleted").click();
  await by("warehouse.imports").getByText("Deleted", { exact: true }).waitFor();
});

test("rows that fail are listed with their reasons; names are shown as they are", async () => {
  const { page } = visit;
  const { id: source } = await createSource(server, { ...warehouse.source, source_name: "<i>Odd</i>" });
  const { id } = await createImport(server, {
    ...{ warehouse_source_id: source, table_params: { table: "odd" }, event_name: ODD_NAME },
    ...{ time_column_name: "at", sync_mode: "mirror_mode" },
  });
  await runImport(server, id);
  await page.goto(`${server.url}/p/1/warehouse/${id}`);
  const failed = by("import.failed-rows");
  await failed.getByText("2 rows failed").waitFor();
  await failed.getByText("<b>never</b>").waitFor();
  await holdsWhenNarrow();
  await page.goto(`${server.url}/p/1/warehouse`);
  await by("warehouse.imports").getByText("<i>Odd</i>").waitFor();
  await holdsWhenNarrow();
  await page.goto(`${server.url}/p/1/warehouse?tab=sources`);
  await by("warehouse.sources").getByRole("link", { name: "Shop" }).click();
  await by("source.test-saved").click();
  await by("source.test-result").waitFor();
  await holdsWhenNarrow();
  expect(await page.title()).toBe("Shop · Tributary");
  expect(visit.outbound).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test("people are previewed as profiles, verified against them, and what differs is named", async () => {
  const { page } = visit;
  await warehouse.run("create table members (user_id text, plan text)");
  await warehouse.run("insert into members values ('ana', 'pro'), ('bo', '<i>free</i>'), (null, 'nobody')");
  const { id: source } = await createSource(server, { ...warehouse.source, source_name: "Members" });
  await page.goto(`${server.url}/p/1/warehouse/new?source=${source}`);
  await by("wizard.table").click();
  await page.getByRole("option", { name: /members/ }).click();
  await by("wizard.kind").selectOption({ label: "User profiles" });
  await by("wizard.next").click();
  await by("wizard.preview").getByText("ana", { exact: true }).waitFor();
  await by("wizard.preview").getByText("the row has no id").waitFor();
  await holdsWhenNarrow();
  const body = {
    ...{ import_type: "people", warehouse_source_id: source, table_params: { table: "members" } },
    ...{ user_column_name: "user_id", sync_mode: "mirror_mode", run_every: 0 },
  };
  const made = await server.call("POST", "projects/1/warehouse-sources/imports/people", { body });
  await runImport(server, made.body.results.id);
  await warehouse.run("update members set plan = 'team' where user_id = 'ana'");
  await page.goto(`${server.url}/p/1/warehouse/${made.body.results.id}?tab=verify`);
  await by("import.verify").click();
  await by("import.verified").getByText("user_id = ana").waitFor();
  await by("import.verified").getByText("Not the same: plan").waitFor();
  await by("import.verified").getByText("1 row without an id is passed over.").waitFor();
  await holdsWhenNarrow();
});

test("an analyst reads imports and no sources, and sees which role can do what", async () => {
  const analyst = await openSignedIn(server, {
    email: "analyst@example.com",
    role: "member",
    projects: [{ id: 1, role: "analyst" }],
  });
  const { page } = analyst;
  await page.goto(`${server.url}/p/1/warehouse`);
  await page.getByRole("tab", { name: "Imports" }).waitFor();
  expect(await page.getByRole("tab").allTextContents()).toEqual(["Imports"]);
  expect(await page.getByTestId("no-permission").count()).toBe(0);
  await page.getByTestId("warehouse.new-import").focus();
  await page.getByRole("tooltip").getByText("Owners and admins can do this.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await analyst.close();
});
