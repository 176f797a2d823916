import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityFaults, sidewaysScroll } from "../support/accessibility.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { openSignedIn, type SignedIn } from "../support/signed-in.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const EXPERIMENTS = "workspaces/1/experiments";
const FLAGS = "projects/1/workspaces/1/feature-flags";
const ODD_NAME = `<img src=x onerror="document.title='broken'">${"very-long-".repeat(20)}`.slice(0, 200);
const DAY_MS = 86_400_000;

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

/** Half of them in each variant; of the treatment many more order. */
async function expose(key: string, startMs: number): Promise<void> {
  const events = Array.from({ length: 400 }, (_, n) => {
    const who = { distinct_id: `p${n}` };
    const variant = n % 2 === 0 ? "control" : "treatment";
    const time = startMs + (n % 5) * DAY_MS + 1_000;
    const exposure = { "Experiment name": key, "Variant name": variant, time, $insert_id: `e${n}`, ...who };
    const isBuyer = n % 2 === 0 ? n % 10 === 0 : n % 4 === 1;
    const order = { time: time + 60_000, $insert_id: `o${n}`, ...who };
    return [
      { event: "$experiment_started", properties: exposure },
      ...(isBuyer ? [{ event: "Order completed", properties: order }] : []),
    ];
  });
  await sendEvents(server, events.flat());
  await waitUntilLoaded(server);
}

test("a flag and an experiment are made, launched, measured and decided, and the flag follows", async () => {
  const { page } = visit;
  await page.goto(`${server.url}/p/1/experiments`);
  await page.getByText("No experiments yet").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.goto(`${server.url}/p/1/flags/new`);
  await page.getByTestId("flags.name").fill(ODD_NAME);
  await page.getByTestId("flags.key").fill("new_checkout");
  await page.getByTestId("flags.add-condition").click();
  await page.getByLabel("Property", { exact: true }).fill("plan");
  await page.getByLabel("Value", { exact: true }).fill("paid");
  await page.getByTestId("flags.add-tester").click();
  await page.getByTestId("flags.tester").fill("ana");
  await page.getByTestId("flags.save").click();
  await page.getByRole("heading", { name: ODD_NAME }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const [flag] = (await server.call("GET", FLAGS)).body.results;
  expect(flag).toMatchObject({
    ...{ key: "new_checkout", status: "disabled" },
    ruleset: {
      rollout: [{ rollout_percentage: 1, runtime_evaluation_rule: { "==": [{ var: "plan" }, "paid"] } }],
      test: { users: { ana: "control" } },
    },
  });

  await page.goto(`${server.url}/p/1/experiments/new`);
  await page.getByTestId("experiments.save").click();
  await page.getByText("Give it a name.").waitFor();
  await page.getByTestId("experiments.name").fill("New checkout");
  await page.getByTestId("experiments.flag-choice").selectOption(flag.id);
  await page.getByTestId("experiments.metric-name").fill("Orders");
  await page.getByTestId("experiments.metric-event").click();
  await page.getByLabel("Search: Event").fill("Order completed");
  await page.getByRole("option", { name: "Order completed" }).click();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByTestId("experiments.save").click();

  await page.getByTestId("experiments.launch").click();
  await page.getByTestId("confirm.do").click();
  await page.getByTestId("experiments.status").getByText("Active").waitFor();
  const [{ id }] = (await server.call("GET", EXPERIMENTS)).body.results;
  expect((await server.call("GET", `${FLAGS}/${flag.id}`)).body.results.status).toBe("enabled");

  const startMs = Date.now() - 10 * DAY_MS;
  await server.call("PATCH", `${EXPERIMENTS}/${id}`, {
    body: { start_date: new Date(startMs).toISOString() },
  });
  await expose("new_checkout", startMs);
  await page.reload();
  await page.getByTestId("experiments.compute").click();
  await page.getByTestId("experiments.recommendation").getByText("speak for shipping “treatment”").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByTestId("experiments.as-table").click();
  const treatment = page.getByTestId("experiments.results-table").getByRole("row", { name: /treatment/ });
  expect(await treatment.textContent()).toMatch(/200[\s\S]*50%[\s\S]*\+150%[\s\S]*significantly better/);
  expect(new URL(page.url()).searchParams.get("table")).toBe("true");
  await page.getByTestId("experiments.daily").waitFor();
  await page.getByRole("tab", { name: "Exposures" }).click();
  await page.getByTestId("experiments.exposures").getByTestId("chart.as-table").click();
  await expect.poll(() => page.getByTestId("experiments.exposures").getByRole("row").count()).toBe(6);
});

test("nothing is chosen for whoever decides, somebody who was faster is shown, and a decision can be undone", async () => {
  const { page } = visit;
  const [{ id, feature_flag }] = (await server.call("GET", EXPERIMENTS)).body.results;
  await page.goto(`${server.url}/p/1/experiments/${id}`);
  await page.getByTestId("experiments.decide").click();
  const dialog = page.getByTestId("decide.dialog");
  await dialog.getByText("It worked", { exact: true }).waitFor();
  expect(await dialog.locator("input:checked").count()).toBe(0);
  expect(await dialog.getByTestId("decide.variant").count()).toBe(0);
  const confirm = dialog.getByTestId("decide.confirm");
  expect(await confirm.getAttribute("aria-disabled")).toBe("true");
  await dialog.getByLabel("It worked").check();
  expect(await dialog.getByTestId("decide.variant").locator("input:checked").count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByTestId("decide.message").fill("More orders.");
  await dialog.getByTestId("decide.variant").getByLabel("treatment").check();
  await dialog.getByTestId("decide.summary").getByText("gives “treatment” to everybody").waitFor();

  const rival = { success: false, message: "I was faster." };
  await server.call("PATCH", `${EXPERIMENTS}/${id}/decide`, { body: rival });
  await confirm.click();
  await dialog.getByTestId("decide.theirs").getByText("I was faster.").waitFor();
  await dialog.getByTestId("decide.go-on").click();
  await confirm.click();
  const banner = page.getByTestId("experiments.decision");
  await banner.getByText("it worked, “treatment” shipped").waitFor();

  const shipped = (await server.call("GET", `${FLAGS}/${feature_flag.id}`)).body.results;
  expect(shipped).toMatchObject({
    status: "enabled",
    ruleset: { rollout: [{ rollout_percentage: 1, variant_splits: { control: 0, treatment: 1 } }] },
  });

  await page.getByRole("tab", { name: "Decisions" }).click();
  const ledger = page.getByTestId("experiments.ledger");
  await ledger.getByText("Stands").waitFor();
  expect(await ledger.getByTestId("status").allTextContents()).toEqual(["Stands", "Replaced or undone"]);
  await ledger.getByTestId("experiments.recompute").first().click();
  await page.getByTestId("experiments.recomputed").getByText("the same numbers come out").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await banner.getByTestId("experiments.undo-decision").click();
  await page.getByLabel("Why").fill("Decided on the wrong week.");
  await page.getByTestId("experiments.undo-confirm").click();
  await page.getByTestId("experiments.status").getByText("Concluded, not decided").waitFor();
  await page.getByRole("tab", { name: "Activity" }).click();
  await page.getByRole("button", { name: "Open the details" }).first().click();
  await page.getByText("Decided on the wrong week.").waitFor();
});

test("lists keep their filters in the address, fit a narrow screen, and say who may change them", async () => {
  const { page } = visit;
  await server.call("POST", EXPERIMENTS, { body: { name: ODD_NAME } });
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of ["experiments", "flags"]) {
    await page.goto(`${server.url}/p/1/${path}`);
    await page.getByRole("link", { name: ODD_NAME }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  }
  await page.getByRole("link", { name: ODD_NAME }).click();
  await page.getByTestId("flags.form").waitFor();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${server.url}/p/1/experiments?status=draft`);
  await page.getByTestId("experiments.table").getByText("1 row", { exact: true }).waitFor();
  await page.getByRole("button", { name: `Favourite: ${ODD_NAME}` }).click();
  await page.locator(`button[aria-pressed="true"][aria-label^="Favourite"]`).waitFor();

  const person = { email: "reader@example.com", role: "member", projects: [{ id: 1, role: "consumer" }] };
  const reader = await openSignedIn(server, person);
  await reader.page.goto(`${server.url}/p/1/experiments`);
  const button = reader.page.getByTestId("experiments.new");
  await button.hover();
  expect(await button.getAttribute("aria-disabled")).toBe("true");
  await reader.page.getByText("Owners, admins and analysts can do this.").first().waitFor();
  await reader.close();

  expect(await page.title()).toBe("Experiments · Tributary");
  expect(visit.outbound).toEqual([]);
  expect(visit.complaints.filter((text) => !text.includes("409"))).toEqual([]);
});

test("a metric is a funnel of filtered steps, and is edited as it was made", async () => {
  const { page } = visit;
  const choose = async (testId: string, place: number, name: string) => {
    await page.getByTestId(testId).nth(place).click();
    await page.getByPlaceholder("Search names").fill(name);
    await page.getByRole("option", { name }).first().click();
  };
  await page.goto(`${server.url}/p/1/experiments/new`);
  await page.getByTestId("experiments.name").fill("Funnel");
  await page.getByTestId("experiments.metric-name").fill("Bought");
  await choose("experiments.metric-event", 0, "Viewed");
  await page.getByTestId("experiments.make-funnel").click();
  await choose("experiments.step-event", 1, "Order completed");
  const second = page.getByTestId("experiments.steps").getByRole("listitem").nth(1);
  await second.getByTestId("experiments.add-filter").click();
  await second.getByLabel("Property of the event").fill("price");
  await second.getByLabel("Comparison").selectOption("greater_than");
  await second.getByLabel("Value").fill("20");
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByTestId("experiments.save").click();
  await page.getByText("Viewed → Order completed (1 filter)").waitFor();
  await page.getByTestId("experiments.edit").click();
  await page.getByTestId("experiments.steps").getByLabel("Value").waitFor();
  await page.getByTestId("experiments.save").click();
  await page.getByTestId("experiments.launch").waitFor();
  const { body } = await server.call("GET", EXPERIMENTS);
  const made = body.results.find(({ name }: { name: string }) => name === "Funnel");
  expect(made.metrics[0]).toMatchObject({
    event: null,
    steps: [
      { name: "Viewed" },
      { name: "Order completed", filters: [{ property: "price", operator: "greater_than", value: 20 }] },
    ],
  });
});
