import { afterAll, beforeAll, expect, test } from "vitest";
import { type AmplitudeServer, KEY, SECRET, startAmplitude } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { exportLines } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const DAY = Date.parse("2026-01-10T00:00:00Z");
const HOUR_MS = 3_600_000;

let vendor: AmplitudeServer;
let server: TestServer;
let token: string;

beforeAll(async () => {
  vendor = await startAmplitude();
  server = await startTestServer({
    config: { AMPLITUDE_EXPORT_URL: vendor.url },
    deps: { tuning: { migrationRetry: { firstMs: 5, mostMs: 20, triesMax: 4, forMs: 60_000 } } },
  });
  token = (await server.call("GET", "projects/1")).body.results.token;
});
afterAll(async () => {
  await server?.close();
  await vendor?.close();
});

const migrate = (more: Record<string, unknown> = {}) =>
  server.call("POST", "/migrate/amplitude", {
    as: null,
    body: {
      SOURCE_API_KEY: KEY,
      SOURCE_API_SECRET: SECRET,
      PROJECT_TOKEN: token,
      START_DATE: "2026-01-10",
      END_DATE: "2026-01-12",
      ...more,
    },
  });
const exportAll = async () => (await exportLines(server)).map((line) => JSON.parse(line));

test("history arrives with its fields, its persons and its profiles; a second run adds nothing", async () => {
  vendor.events = [
    vendorEvent(DAY + HOUR_MS, { user_id: null, event_type: "Page viewed" }),
    vendorEvent(DAY + 2 * HOUR_MS),
    vendorEvent(DAY + 26 * HOUR_MS, { user_properties: { plan: "team", email: "ana@example.com" } }),
  ];
  const counted = await migrate({ DRY_RUN: true });
  expect(counted.body).toMatchObject({
    status: "ok",
    results: {
      state: "completed",
      dry_run: true,
      events: { would_load: 3, loaded: 0 },
      profiles: { would_load: 1 },
    },
  });
  expect(await exportAll()).toEqual([]);
  const first = await migrate();
  expect(first.status).toBe(200);
  expect(first.body.results).toMatchObject({
    state: "completed",
    events: { exported: 3, loaded: 3, duplicates: 0, skipped: 0, failed: 0, in_flight: 0 },
    profiles: { seen: 1, loaded: 1 },
    slices: { total: 3, done: 3, empty: 1 },
    percent: 100,
  });
  const stored = await exportAll();
  expect(stored.map(({ event }) => event)).toEqual(["Page viewed", "Order placed", "Order placed"]);
  expect(stored[1].properties).toMatchObject({
    time: DAY + 2 * HOUR_MS,
    distinct_id: "ana@example.com",
    $user_id: "ana@example.com",
    $device_id: "device-1",
    $insert_id: vendor.events[1]?.uuid,
    $source: "migration-amplitude",
    $import: true,
    $migration_job_id: first.body.results.job_id,
    $browser: "Chrome",
    $os: "Windows",
    mp_country_code: "DE",
    country: "Germany",
    $city: "Berlin",
    plan: "pro",
    amount: 12.5,
    items: ["book", "pen"],
    mp_lib: "web",
  });
  expect(stored[1].properties).not.toHaveProperty("session_id");
  expect(stored[0].properties).toMatchObject({
    distinct_id: "ana@example.com",
    $distinct_id_before_identity: "$device:device-1",
  });
  const { body: profile } = await server.call("GET", "projects/1/profiles/ana%40example.com");
  expect(profile.results.properties).toMatchObject({
    plan: "team",
    $email: "ana@example.com",
    $country_code: "DE",
    $created: "2026-01-09T02:00:00",
  });
  const again = await migrate();
  expect(again.body.results.events).toMatchObject({ exported: 3, loaded: 0, duplicates: 3 });
  expect(await exportAll()).toHaveLength(3);
});
