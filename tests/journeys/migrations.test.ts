import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY, SECRET } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { DAY, HOUR_MS, startMigration } from "../migration/support/start-migration.ts";
import { findAccessibilityFaults, sidewaysScroll } from "../support/accessibility.ts";
import { openSignedIn, type SignedIn } from "../support/signed-in.ts";

const ODD_NAME = `<img src=x onerror="document.title='broken'">${"very-long-".repeat(20)}`.slice(0, 200);
const ORDERS = 40;

let migration: Awaited<ReturnType<typeof startMigration>>;
let visit: SignedIn;
beforeAll(async () => {
  migration = await startMigration();
  visit = await openSignedIn(migration.server);
  migration.vendor.events.push(
    ...Array.from({ length: ORDERS }, (_, n) => vendorEvent(DAY + n * HOUR_MS, { user_id: `user-${n % 4}` })),
    vendorEvent(DAY + HOUR_MS, { event_type: ODD_NAME }),
    vendorEvent(DAY + HOUR_MS, {
      event_type: "Nobody's",
      user_id: null,
      device_id: null,
      amplitude_id: null,
    }),
  );
});
afterAll(async () => {
  await visit?.close();
  await migration?.close();
});

test("a dry run shows the plan, the count is typed, and the certificate says what became of every line", async () => {
  const { page } = visit;
  const { server } = migration;
  await page.goto(`${server.url}/p/1/migrations`);
  await page.getByText("Nothing was migrated yet").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByTestId("migrations.new").first().click();

  await page.getByTestId("migrations.key").fill(KEY);
  await page.getByTestId("migrations.secret").fill("wrong");
  await page.getByTestId("migrations.from").fill("2026-01-12");
  await page.getByTestId("migrations.to").fill("2026-01-11");
  await page.getByTestId("migrations.dry-run").click();
  await page.getByText("It is before the first day.").waitFor();
  await page.getByTestId("migrations.from").fill("2026-01-10");
  await page.getByTestId("migrations.to").fill("2026-01-11");
  await page.getByTestId("migrations.dry-run").click();
  await page.getByText("The tool refused the credentials").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByTestId("migrations.secret").fill(SECRET);
  await page.getByTestId("migrations.dry-run").click();

  const plan = page.getByTestId("migrations.plan");
  await plan.getByText("41 events would be loaded").waitFor();
  await plan.getByTestId("migrations.by-event").getByText(ODD_NAME).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(page.url()).not.toContain(SECRET);
  expect(await page.evaluate<string>("JSON.stringify(localStorage) + document.body.innerHTML")).not.toContain(
    SECRET,
  );

  await page.getByTestId("migrations.run").click();
  const confirm = page.getByTestId("migrations.run-confirm");
  expect(await confirm.getAttribute("aria-disabled")).toBe("true");
  await page.getByTestId("migrations.run-typed").fill("41");
  await confirm.click();
  await page.getByRole("heading", { name: "Migration from amplitude" }).waitFor();
  await page
    .getByTestId("migrations.status")
    .getByText(/^Completed/)
    .waitFor();
  await page.getByTestId("migrations.progress").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.getByRole("tab", { name: "Certificate" }).click();
  const table = page.getByTestId("migrations.certificate-table");
  await table.getByText(ODD_NAME).waitFor();
  await page.getByLabel("Only what differs (1)").check();
  await table.getByText("1 row", { exact: true }).waitFor();
  expect(await table.getByText("Differs", { exact: true }).count()).toBe(1);
  expect(new URL(page.url()).searchParams.get("only")).toBe("differences");
  await page.getByTestId("migrations.verify").click();
  await page.getByTestId("migrations.verified").getByText("The store holds what was certified").waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("rolling back asks to type how many events go, and takes them away", async () => {
  const { page } = visit;
  const { server } = migration;
  const list = await server.call("GET", "/migrate/jobs?project_id=1");
  const run = list.body.results.jobs.find(({ dry_run }: { dry_run: boolean }) => !dry_run);
  await page.goto(`${server.url}/p/1/migrations/${run.job_id}`);
  await page.getByTestId("migrations.rollback").click();
  await page.getByTestId("confirm.typed").fill("41");
  await page.getByTestId("confirm.do").click();
  await page.getByTestId("migrations.status").getByText("Rolled back").waitFor();
  await page.getByRole("link", { name: "← Migrations" }).click();
  await page.getByTestId("migrations.table").getByText("2 rows", { exact: true }).waitFor();
  expect(await page.title()).toBe("Migrations · Tributary");

  const person = { email: "analyst@example.com", role: "member", projects: [{ id: 1, role: "analyst" }] };
  const analyst = await openSignedIn(server, person);
  await analyst.page.goto(`${server.url}/p/1/migrations`);
  const button = analyst.page.getByTestId("migrations.new").first();
  expect(await button.getAttribute("aria-disabled")).toBe("true");
  await analyst.close();

  expect(visit.outbound).toEqual([]);
  expect(visit.complaints.filter((text) => !text.includes("401"))).toEqual([]);
});
