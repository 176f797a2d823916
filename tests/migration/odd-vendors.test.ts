import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AmplitudeServer } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent, vendorTime } from "../../demo/origin/vendor-events.ts";
import { exportLines } from "../support/events.ts";
import type { TestServer } from "../support/test-server.ts";
import { DAY, HOUR_MS, startMigration } from "./support/start-migration.ts";

let vendor: AmplitudeServer & { token: string };
let server: TestServer;
let migrate: Awaited<ReturnType<typeof startMigration>>["migrate"];
let close: () => Promise<void>;

beforeEach(async () => {
  ({ vendor, server, migrate, close } = await startMigration());
});
afterEach(() => close());

const look = async (id: string) => (await server.call("GET", `/migrate/jobs/${id}`)).body.results;

test.each(["http://[", "http://10.0.0.1/api/2/export", "http://example.com/api/2/export", "/api/2/export"])(
  "a redirect to %s is not followed, and answered",
  async (location) => {
    vendor.fault = (_ask, answer) => {
      answer.writeHead(302, { location }).end();
      return true;
    };
    expect(await migrate()).toMatchObject({ status: 502, body: { type: "source_unavailable" } });
  },
);

test("a vendor that never answers keeps nobody from cancelling, and the project is free for the next one", async () => {
  vendor.events = [vendorEvent(DAY)];
  vendor.fault = ({ start, end }) => start !== end;
  const { job_id } = (await migrate({}, "?wait=0")).body.results;
  await expect.poll(async () => (await look(job_id)).state, { timeout: 20_000 }).toBe("running");
  expect((await server.call("DELETE", `/migrate/jobs/${job_id}`)).status).toBe(202);
  await expect.poll(async () => (await look(job_id)).state, { timeout: 20_000 }).toBe("cancelled");
  vendor.fault = null;
  expect((await migrate()).body.results).toMatchObject({ state: "completed", events: { loaded: 1 } });
});

test("a vendor that wants to be asked again in years can be paused; what was loaded is certified and adds up", async () => {
  vendor.events = [vendorEvent(DAY), vendorEvent(DAY + 30 * HOUR_MS)];
  vendor.fault = ({ start, end }, answer) => {
    if (start === end || start.startsWith("20260110")) return false;
    answer.writeHead(429, { "retry-after": "9999999999" }).end();
    return true;
  };
  const { job_id } = (await migrate({}, "?wait=0")).body.results;
  await expect.poll(async () => (await look(job_id)).slices.done, { timeout: 20_000 }).toBe(1);
  await server.call("POST", `/migrate/jobs/${job_id}/pause`);
  await expect.poll(async () => (await look(job_id)).state, { timeout: 20_000 }).toBe("paused");
  expect((await look(job_id)).events).toMatchObject({ exported: 1, loaded: 1, in_flight: 0 });
  vendor.fault = null;
  const both = await Promise.all([1, 2].map(() => server.call("POST", `/migrate/jobs/${job_id}/resume`)));
  expect(both.every(({ status }) => status < 300)).toBe(true);
  await expect.poll(async () => (await look(job_id)).state, { timeout: 20_000 }).toBe("completed");
  expect((await look(job_id)).events).toMatchObject({ exported: 2, loaded: 2, duplicates: 0, in_flight: 0 });
});

test("a paused migration that is cancelled keeps its certificate", async () => {
  vendor.events = [vendorEvent(DAY), vendorEvent(DAY + 30 * HOUR_MS)];
  vendor.fault = ({ start, end }) => start !== end && !start.startsWith("20260110");
  const { job_id } = (await migrate({}, "?wait=0")).body.results;
  await expect.poll(async () => (await look(job_id)).slices.done, { timeout: 20_000 }).toBe(1);
  await server.call("POST", `/migrate/jobs/${job_id}/pause`);
  await expect.poll(async () => (await look(job_id)).state, { timeout: 20_000 }).toBe("paused");
  expect((await server.call("DELETE", `/migrate/jobs/${job_id}`)).body.results.state).toBe("cancelled");
  const { body } = await server.call("GET", `/migrate/jobs/${job_id}/certificate`);
  expect(body.results.totals).toMatchObject({ exported: 1, stored: 1, duplicates: 0 });
});

test("ids and events that are not stored: each has its reason, and a dry run knows", async () => {
  const long = randomBytes(4000).toString("hex");
  vendor.events = [
    vendorEvent(DAY),
    vendorEvent(DAY + 1, { user_id: long, device_id: null }),
    vendorEvent(DAY + 2, { event_type: "$create_alias" }),
    vendorEvent(DAY + 3, { event_properties: { $ignore: true } }),
    vendorEvent(DAY + 4, { event_properties: { deep: { a: { b: { c: { d: { e: 1 } } } } } } }),
    vendorEvent(DAY + 5, { event_properties: { wide: "w".repeat(1_100_000) } }),
  ];
  const dry = (await migrate({ DRY_RUN: true })).body.results;
  const { events, job_id, errors_total, errors } = (await migrate()).body.results;
  expect(events).toMatchObject({ exported: 6, skipped: 2, duplicates: 0, in_flight: 0 });
  expect(events.loaded).toBe((await exportLines(server)).length);
  expect(dry.events).toMatchObject({
    would_load: events.loaded,
    skipped: events.skipped,
    failed: events.failed,
  });
  expect(errors_total).toBeGreaterThanOrEqual(errors.length);
  const { body } = await server.call("GET", `/migrate/jobs/${job_id}/certificate`);
  expect(body.results.totals.not_taken).toMatchObject({
    identity_event_ignored: 1,
    ignored: 1,
    id_too_long: 1,
  });
});

test("an event from the future is the same one in a second run", async () => {
  const ahead = vendorTime(Date.now() + 90 * 24 * HOUR_MS);
  vendor.events = [vendorEvent(DAY, { event_time: ahead, client_event_time: ahead })];
  expect((await migrate()).body.results.events).toMatchObject({ loaded: 1 });
  expect((await migrate()).body.results.events).toMatchObject({ loaded: 0, duplicates: 1 });
});

test.each([{ START_DATE: "0001-01-01" }, { START_DATE: undefined, END_DATE: "1999-12-31" }])(
  "%j is no time from which a tool has events",
  async (dates) => {
    expect(await migrate(dates)).toMatchObject({ status: 400, body: { type: "validation_error" } });
  },
);

test("after an erasure the certificate says which days differ, and how many events were erased since", async () => {
  vendor.events = [
    vendorEvent(DAY),
    vendorEvent(DAY + 30 * HOUR_MS, { user_id: "bob@example.com", device_id: "device-2" }),
  ];
  const { job_id } = (await migrate()).body.results;
  const verify = async () => (await server.call("POST", `/migrate/jobs/${job_id}/verify`)).body.results;
  expect(await verify()).toMatchObject({ verified: true, differences: [], erased_since: 0 });
  const asked = await server.call("POST", "projects/1/erasures", {
    body: { distinct_ids: ["bob@example.com"] },
  });
  expect(asked.status).toBe(202);
  await expect.poll(async () => (await verify()).erased_since, { timeout: 20_000 }).toBe(1);
  expect(await verify()).toMatchObject({
    verified: false,
    digest_holds: true,
    differences: [{ day: "2026-01-11", event: "Order placed", certified: 1, held: 0 }],
  });
});

test("cancelled in the middle of a day and taken back, nothing of it is left; a new run brings everything", async () => {
  const late = (ms: number) => ms >= DAY && ms < DAY + 24 * HOUR_MS;
  const hour = (ms: number) =>
    Array.from({ length: 4000 }, (_, at) => JSON.stringify(vendorEvent(ms + at, { user_id: `u${at % 50}` })));
  const made = new Map<number, string[]>();
  vendor.made = (ms) => (late(ms) ? (made.get(ms) ?? made.set(ms, hour(ms)).get(ms) ?? []) : []);
  const { job_id } = (await migrate({ END_DATE: "2026-01-10" }, "?wait=0")).body.results;
  await expect.poll(async () => (await look(job_id)).events.exported, { timeout: 30_000 }).toBeGreaterThan(0);
  await server.call("DELETE", `/migrate/jobs/${job_id}`);
  await expect.poll(async () => (await look(job_id)).state, { timeout: 20_000 }).not.toBe("running");
  const { events } = await look(job_id);
  expect(events.exported).toBe(events.loaded + events.duplicates + events.skipped + events.failed);
  const back = await server.call("POST", `/migrate/jobs/${job_id}/rollback`);
  expect(back.body.results.state).toBe("rolled_back");
  expect(await exportLines(server)).toEqual([]);
  const again = (await migrate({ END_DATE: "2026-01-10" })).body.results;
  expect(again).toMatchObject({ state: "completed", events: { exported: 96_000, loaded: 96_000 } });
});
