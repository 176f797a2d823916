import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY, SECRET } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { tributary } from "../support/command-line.ts";
import { DAY, startMigration } from "./support/start-migration.ts";

let started: Awaited<ReturnType<typeof startMigration>>;
beforeAll(async () => {
  started = await startMigration();
  started.vendor.events = [vendorEvent(DAY), vendorEvent(DAY + 1000)];
});
afterAll(() => started?.close());

const run = (...words: string[]) =>
  tributary(words, { DATA_DIR: started.server.dataFolder, SOURCE_API_KEY: KEY, SOURCE_API_SECRET: SECRET });
const DATES = ["--start-date", "2026-01-10", "--end-date", "2026-01-10"];

test("a migration from the shell: counted, run, certified, verified, taken back", async () => {
  const dry = await run("migrate", "amplitude", ...DATES, "--dry-run");
  expect(dry).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Would migrate 2 events and 1 profiles."),
  });
  const done = await run("migrate", "amplitude", ...DATES, "--json");
  expect(done.code).toBe(0);
  const { job_id, events } = JSON.parse(done.stdout);
  expect(events).toMatchObject({ loaded: 2 });
  expect((await run("migrate", "list", "--limit", "1")).stdout).toContain(job_id);
  expect((await run("migrate", "show", job_id)).stdout).toContain("completed: Migrated 2 events");
  expect(JSON.parse((await run("migrate", "certificate", job_id)).stdout).totals).toMatchObject({
    exported: 2,
    stored: 2,
  });
  expect(JSON.parse((await run("migrate", "verify", job_id)).stdout)).toMatchObject({
    verified: true,
    differences: [],
  });
  expect((await run("migrate", "rollback", job_id)).stdout).toContain("rolled_back");
  expect(JSON.parse((await run("migrate", "verify", job_id)).stdout)).toMatchObject({
    verified: false,
    digest_holds: true,
    differences: [{ day: "2026-01-10", event: "Order placed", certified: 2, held: 0 }],
  });
});

test("what is refused ends with 1 and says why", async () => {
  const wrong = await run("migrate", "amplitude", "--secret", "no", ...DATES);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("refused the API key") });
  const dates = await run("migrate", "amplitude", "--start-date", "2026-02-30");
  expect(dates).toMatchObject({ code: 1, stderr: expect.stringContaining("START_DATE") });
  expect((await run("migrate", "show", "00ff")).code).toBe(1);
});
