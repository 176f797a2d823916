import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityFaults, sidewaysScroll } from "../support/accessibility.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { openSignedIn, type SignedIn } from "../support/signed-in.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const ODD_NAME = `<img src=x onerror="document.title='broken'">${"very-long-".repeat(20)}`.slice(0, 200);

let server: TestServer;
let visit: SignedIn;
let n = 0;
const record = (event: string, properties: object = {}) => {
  n += 1;
  return {
    event,
    properties: { time: Date.now() - n, distinct_id: "ana", $insert_id: `${n}`, ...properties },
  };
};
const shown = async (event: string) =>
  (await server.call("GET", `projects/1/dictionary/event/${encodeURIComponent(event)}`)).body.results;
const goTo = (path: string) => visit.page.goto(`${server.url}/p/1/dictionary${path}`);
const row = (page: Page, name: string): Locator => page.locator(`[data-row="${name}"]`);

beforeAll(async () => {
  server = await startTestServer();
  visit = await openSignedIn(server);
});
afterAll(async () => {
  await visit?.close();
  await server?.close();
});

test("an empty dictionary says what will stand there; then everything that arrives does", async () => {
  const { page } = visit;
  await goTo("");
  await page.getByText("Nothing described yet").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await server.call("POST", "projects/1/schemas", {
    body: {
      entries: [
        { entityType: "event", name: "Purchase", schemaJson: { properties: { price: { type: "number" } } } },
      ],
    },
  });
  const token = await tokenOf(server);
  await server.call("POST", "/engage", {
    as: null,
    body: [{ $token: token, $distinct_id: "ana", $set: { plan: "<b>free</b>" } }],
  });
  await sendEvents(server, [
    record("Purchase", { price: 5, shelf: "top" }),
    record("Purchase", { price: "five" }),
    record("Open"),
    record("Close"),
    record(ODD_NAME, { [ODD_NAME]: "<b>x</b>" }),
  ]);
  await waitUntilLoaded(server);
  await waitUntilApplied(server);
  await page.reload();
  await page.getByTestId("dictionary.events").getByText("4 rows").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test("texts are edited where they stand, and an edit can be taken back", async () => {
  const { page } = visit;
  await goTo("");
  const name = row(page, "Open").getByTestId("dictionary.edit.display_name");
  await name.click();
  await name.fill("App opened");
  await name.press("Enter");
  await row(page, "Open").getByText("App opened").waitFor();
  expect((await shown("Open")).display_name).toBe("App opened");
  await page.getByTestId("toast.undo").click();
  await page.getByText("Undone").waitFor();
  expect((await shown("Open")).display_name).toBeNull();
  await name.click();
  await name.fill("App opened");
  await name.press("Enter");
  await row(page, "Open").getByText("App opened").waitFor();
});

test("a dropped event asks for its name first, and is not taken in any more", async () => {
  const { page } = visit;
  await row(page, "Close").getByTestId("dictionary.actions").click();
  await page.getByRole("menuitem", { name: "Drop…" }).click();
  const dialog = page.getByTestId("dictionary.drop.dialog");
  await dialog.getByText("1 event of the last 30 days has it.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const confirm = page.getByTestId("confirm.do");
  expect(await confirm.getAttribute("aria-disabled")).toBe("true");
  await page.getByTestId("confirm.typed").fill("Close");
  await confirm.click();
  await row(page, "Close").getByText("Dropped").waitFor();
  await sendEvents(server, [record("Close"), record("Open")]);
  await waitUntilLoaded(server);
  expect([(await shown("Close")).volume_30d, (await shown("Open")).volume_30d]).toEqual([1, 2]);
});

test("many are edited at once and hidden at once; the history restores a version", async () => {
  const { page } = visit;
  await page.getByRole("checkbox", { name: "Select Open" }).check();
  await page.getByRole("checkbox", { name: "Select Purchase" }).check();
  await page.getByTestId("dictionary.bulk.edit").click();
  await page.getByTestId("dictionary.bulk.tags.add").fill("core, shop");
  await page.getByTestId("dictionary.bulk.apply").click();
  await row(page, "Purchase").getByText("shop").waitFor();
  expect([(await shown("Open")).tags, (await shown("Purchase")).tags]).toEqual([
    ["core", "shop"],
    ["core", "shop"],
  ]);

  await page.getByRole("checkbox", { name: "Select Open" }).check();
  await page.getByRole("checkbox", { name: "Select Purchase" }).check();
  await page.getByTestId("dictionary.bulk.hide").click();
  await page.getByTestId("confirm.typed").fill("2");
  await page.getByTestId("confirm.do").click();
  await row(page, "Open").getByText("Hidden").waitFor();

  await page.getByRole("link", { name: "Purchase", exact: true }).click();
  await page.getByRole("tab", { name: "History" }).click();
  const versions = page.getByTestId("entry.version");
  await versions.nth(2).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await versions.nth(2).getByTestId("entry.restore").click();
  await page.getByTestId("confirm.do").click();
  await versions.nth(3).waitFor();
  const restored = await shown("Purchase");
  expect([restored.version, restored.tags, restored.hidden]).toEqual([4, [], false]);
});

test("a property that is hidden over all events leaves every menu", async () => {
  const { page } = visit;
  await goTo("?tab=properties&q=shelf");
  await page.getByRole("checkbox", { name: "Select shelf" }).check();
  await page.getByTestId("dictionary.bulk.hide").click();
  await page.getByTestId("confirm.typed").fill("shelf");
  await page.getByTestId("confirm.do").click();
  await row(page, "shelf").getByText("Hidden").waitFor();
  const { body } = await server.call("GET", "projects/1/events/properties");
  const offered = body.results.map(({ name }: { name: string }) => name);
  expect([offered.includes("shelf"), offered.includes("price")]).toEqual([false, true]);
  expect((await shown("Purchase")).properties).toContainEqual(
    expect.objectContaining({ name: "shelf", type: "string", hidden: true }),
  );
});

test("pickers show display names and leave out hidden names until they are asked for", async () => {
  const { page } = visit;
  await page.goto(`${server.url}/p/1/reports/new`);
  await page.getByTestId("report.event").click();
  const options = page.getByRole("option");
  await options.filter({ hasText: "Purchase" }).waitFor();
  expect(await options.filter({ hasText: "App opened" }).count()).toBe(0);
  await page.getByText("Show hidden events").click();
  await options.filter({ hasText: "App opened" }).waitFor();
  await page.keyboard.press("Escape");
});

test("the schema is checked before it is saved; violations show their records", async () => {
  const { page } = visit;
  await goTo("/events/Purchase?tab=schema");
  const text = page.getByTestId("schema.text");
  await text.fill('{"properties": {"price": {"type": "money"}}}');
  await page.getByTestId("schema.check").click();
  await page.getByText("schemaJson.properties.price.type").waitFor();
  // Browsers write down every answer that is no success.
  await expect.poll(() => visit.complaints).toEqual([expect.stringContaining("400")]);
  visit.complaints.length = 0;
  await text.fill('{"properties": ');
  await page.getByText("Not JSON yet").waitFor();
  await text.fill('{"description": "Paid.", "properties": {"price": {"type": "number"}}}');
  await page.getByTestId("schema.check").click();
  await page.getByTestId("difference").getByText("Paid.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByTestId("schema.save").click();
  await page.getByText("Schema saved").waitFor();
  expect((await shown("Purchase")).description).toBe("Paid.");
  await page.getByRole("tab", { name: "Violations" }).click();
  const violations = page.getByTestId("dictionary.violations");
  await violations.getByRole("button", { name: "Open the details" }).click();
  await page.getByTestId("violation.samples").getByText('"price": "five"').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test("an import shows what it would change, and states what it deletes", async () => {
  const { page } = visit;
  await goTo("");
  await page.getByTestId("dictionary.import").click();
  const entry = { entityType: "event", name: "Return", schemaJson: { description: "Brought back." } };
  await page.getByTestId("import.text").fill(JSON.stringify([entry]));
  await page.getByTestId("import.try").click();
  await page.getByText("1 added, 0 changed, 0 deleted, 0 unchanged").waitFor();
  await page.getByTestId("import.truncate").click();
  await page.getByText("3 entries will be deleted").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByTestId("import.truncate").click();
  await page.getByText("1 added, 0 changed, 0 deleted, 0 unchanged").waitFor();
  await page.getByTestId("import.do").click();
  await row(page, "Return").getByText("Brought back.").waitFor();
});

test("who edits by keyboard goes on from where they were, and what was not saved stays typed", async () => {
  const { page } = visit;
  await goTo("?q=Return");
  const field = row(page, "Return").getByTestId("dictionary.edit.description");
  const isFocused = () => field.evaluate((element) => element === element.ownerDocument.activeElement);
  await field.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  expect([await isFocused(), await field.textContent()]).toEqual([
    true,
    "Edit Description of Return: Brought back.",
  ]);
  await page.route("**/dictionary", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.keyboard.press("Enter");
  await page.keyboard.type(" Or sent.");
  await page.keyboard.press("Enter");
  await page.locator("input[value='Brought back. Or sent.']").waitFor();
  await page.unroute("**/dictionary");
  await page.keyboard.press("Enter");
  await row(page, "Return").getByText("Brought back. Or sent.").waitFor();
  expect(await isFocused()).toBe(true);
  expect(visit.complaints.splice(0).every((words) => words.includes("ERR_FAILED"))).toBe(true);
});

test("every tab stands in both themes and on a narrow screen, with odd names as they are", async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 320, height: 800 });
  const places = [
    ["", "dictionary.events"],
    ["?tab=properties", "dictionary.properties"],
    ["?tab=profiles", "entry.properties"],
    ["?tab=violations", "dictionary.violations"],
    ["?tab=schemas", "dictionary.schemas"],
    [`/events/${encodeURIComponent(ODD_NAME)}`, "entry.properties"],
  ];
  for (const [path = "", part = ""] of places) {
    await goTo(path);
    await page.getByTestId(part).waitFor();
    expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  }
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(ODD_NAME);
  await goTo("?tab=profiles");
  await page.getByText("<b>free</b>").waitFor();
  await goTo("?tab=lookup-tables");
  await page.getByText("No lookup tables yet").waitFor();
  await goTo("?q=nothing+is+called+so");
  await page.getByText("No event fits these filters").waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  expect([visit.outbound, visit.complaints]).toEqual([[], []]);
});

test("many rows come in pages, of which the table keeps only those in sight", async () => {
  const { page } = visit;
  const entries = Array.from({ length: 2200 }, (_, index) => ({
    entityType: "event",
    name: `Many ${String(index).padStart(4, "0")}`,
    schemaJson: {},
  }));
  await server.call("POST", "projects/1/schemas", { body: { entries } });
  await goTo("?q=Many&sort=name");
  await page.getByText("1,000 of 2,200").waitFor();
  expect(await page.locator("[data-row]").count()).toBeLessThan(200);
  await page.getByRole("checkbox", { name: "Select Many 0001" }).click();
  await page.getByRole("checkbox", { name: "Select Many 0005" }).click({ modifiers: ["Shift"] });
  await page.getByTestId("dictionary.bulk").getByText("5 selected").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await row(page, "Many 1000").waitFor();
  await page.getByRole("button", { name: "Next page" }).click();
  await row(page, "Many 2000").waitFor();
  await page.getByText("200 of 2,200").waitFor();
  // The way back is that of the place in the browser's history: a reload leaves it alone.
  await page.reload();
  await row(page, "Many 2000").waitFor();
  await page.getByRole("button", { name: "Previous page" }).click();
  await row(page, "Many 1000").waitFor();
  await page.goBack();
  await row(page, "Many 2000").waitFor();
  await goTo("?page=no-such-page");
  await page.getByRole("button", { name: "Go to the first page" }).click();
  await page.getByTestId("dictionary.events").waitFor();
  expect(visit.complaints.splice(0).every((words) => words.includes("status of 400"))).toBe(true);
});

test("a consumer reads, and each control says who can use it", async () => {
  const consumer = await openSignedIn(server, {
    email: "consumer@example.com",
    projects: [{ id: 1, role: "consumer" }],
  });
  const { page } = consumer;
  await page.goto(`${server.url}/p/1/dictionary?q=Open`);
  const name = row(page, "Open").getByTestId("dictionary.edit.display_name");
  await name.waitFor();
  expect(await name.getAttribute("aria-disabled")).toBe("true");
  await page.getByTestId("dictionary.import").focus();
  await page.getByRole("tooltip").getByText("Owners and admins can do this").waitFor();
  await page.getByTestId("dictionary.export").focus();
  await page.getByRole("tooltip").getByText("analysts").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.goto(`${server.url}/p/1/dictionary/events/Forgotten`);
  await page.getByText("Nobody has described this event").waitFor();
  await consumer.close();
});
