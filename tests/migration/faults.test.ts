import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AmplitudeServer, KEY, reply, SECRET } from "../../demo/origin/amplitude-server.ts";
import { vendorEvent } from "../../demo/origin/vendor-events.ts";
import { zip } from "../../demo/origin/zip.ts";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import type { TestServer } from "../support/test-server.ts";
import { DAY, HOUR_MS, startMigration } from "./support/start-migration.ts";

let vendor: AmplitudeServer & { token: string };
let server: TestServer;
let migrate: Awaited<ReturnType<typeof startMigration>>["migrate"];
let close: () => Promise<void>;

beforeEach(async () => {
  ({ vendor, server, migrate, close } = await startMigration());
  vendor.events = Array.from({ length: 48 }, (_, hour) => vendorEvent(DAY + hour * HOUR_MS + 60_000));
});
afterEach(() => close());

const storedIds = async () =>
  (await exportLines(server)).map((line) => JSON.parse(line).properties.$insert_id as string).sort();
const allIds = () => vendor.events.map(({ uuid }) => String(uuid)).sort();
const isCheck = (start: string, end: string) =>
  start === end && start.endsWith("T00") && !start.startsWith("20260110");

test.each([429, 500, 502, 503])("an answer of %i is asked again, and nothing is missing", async (status) => {
  vendor.fault = ({ start, end, times }, answer) => {
    if (isCheck(start, end) || times >= 2) return false;
    reply(answer, status, { "retry-after": "0" });
    return true;
  };
  const { body } = await migrate();
  expect(body.results).toMatchObject({ state: "completed", events: { exported: 48, loaded: 48 } });
  expect(await storedIds()).toEqual(allIds());
});

test("hours that are too much are halved down to one; one that stays too much is named, the rest arrives", async () => {
  const tooMuch = "20260110T05";
  vendor.fault = ({ start, end }, answer) => {
    if (isCheck(start, end)) return false;
    if (!(start <= tooMuch && tooMuch <= end)) return false;
    reply(answer, start === end ? 400 : 504);
    return true;
  };
  const { body } = await migrate();
  expect(body.results).toMatchObject({
    state: "completed_with_errors",
    events: { exported: 47, loaded: 47 },
    errors: [{ slice: "2026-01-10T05:00Z", code: "slice_too_large" }],
  });
  expect(await storedIds()).toHaveLength(47);
});

test("a cut, a broken checksum and a connection that breaks off are fetched again; nothing is doubled", async () => {
  const whole = vendor.events.slice(0, 24).map((event) => ({
    name: `4711/4711_2026-01-10_${new Date(DAY).getUTCHours()}#${event.event_id}.json.gz`,
    content: gzipSync(`${JSON.stringify(event)}\n`),
  }));
  vendor.fault = ({ start, times }, answer) => {
    if (start !== "20260110T00" || times > 2) return false;
    const body = zip(whole);
    if (times === 0) answer.writeHead(200).end(body.subarray(0, body.length - 30));
    if (times === 1) {
      body[Math.floor(body.length / 2)] = (body[Math.floor(body.length / 2)] ?? 0) ^ 0xff;
      answer.writeHead(200).end(body);
    }
    if (times === 2) {
      answer.writeHead(200, { "content-length": body.length });
      answer.write(body.subarray(0, 1000));
      setTimeout(() => answer.destroy(), 20);
    }
    return true;
  };
  const { body } = await migrate();
  expect(body.results).toMatchObject({
    state: "completed",
    events: { exported: 48, loaded: 48, duplicates: 0 },
  });
  expect(await storedIds()).toEqual(allIds());
});

test("what is no ZIP, or unpacks to far too much, fails its own day alone", async () => {
  const bomb = gzipSync(Buffer.alloc(160 * 1024 * 1024));
  vendor.fault = ({ start, end }, answer) => {
    if (isCheck(start, end) || !start.startsWith("20260110")) return false;
    answer
      .writeHead(200)
      .end(start === "20260110T00" ? zip([{ name: "1/1_2026-01-10_0#0.json.gz", content: bomb }]) : "hello");
    return true;
  };
  const { body } = await migrate();
  expect(body.results).toMatchObject({
    state: "completed_with_errors",
    events: { loaded: 24 },
    slices: { failed: 1 },
  });
  expect(body.results.errors[0]).toMatchObject({ slice: "2026-01-10T00:00Z", code: "source_refused" });
});

test("broken lines among good ones are passed over, counted and named", async () => {
  vendor.rawLines.set("20260110T03", [
    "{not json",
    "[]",
    JSON.stringify(vendorEvent(DAY, { event_type: "" })),
    JSON.stringify(vendorEvent(DAY, { user_id: null, device_id: "", amplitude_id: null })),
    JSON.stringify(
      vendorEvent(DAY, {
        event_time: "yesterday",
        client_event_time: null,
        server_received_time: null,
        server_upload_time: null,
      }),
    ),
    JSON.stringify(vendorEvent(DAY, { event_type: "x".repeat(300) })),
    `{"event_type":"${"y".repeat(4 * 1024 * 1024)}"}`,
  ]);
  const { body } = await migrate();
  const { events, errors, job_id } = body.results;
  expect(events).toMatchObject({ exported: 55, loaded: 48, skipped: 6, failed: 1, in_flight: 0 });
  expect(errors.map(({ code }: { code: string }) => code)).toEqual(
    expect.arrayContaining([
      "not_json",
      "not_an_object",
      "event_type_missing",
      "no_id",
      "time_missing",
      "event_name_too_long",
      "line_too_long",
    ]),
  );
  const { body: certificate } = await server.call("GET", `/migrate/jobs/${job_id}/certificate`);
  expect(certificate.results.totals).toMatchObject({ exported: 55, stored: 48, duplicates: 0 });
  const { exported, stored, duplicates, not_taken } = certificate.results.totals;
  const others = Object.values(not_taken as Record<string, number>).reduce((all, one) => all + one, 0);
  expect(exported).toBe(stored + duplicates + others);
});

/** Given in place of what the vendor has for the first day. */
const giveLines = (content: Buffer) => {
  vendor.events = [];
  vendor.fault = ({ start, end }, answer) => {
    if (isCheck(start, end) || start !== "20260110T00") return false;
    answer
      .writeHead(200)
      .end(zip([{ name: "4711/4711_2026-01-10_0#0.json.gz", content: gzipSync(content) }]));
    return true;
  };
};

const LONG = "12345678901234567890";

test("numbers of more digits than a double has arrive, in steps of somebody nobody knows and beside bytes that are no text", async () => {
  const step = JSON.stringify(
    vendorEvent(DAY, { event_type: "$identify", user_id: "ou1", user_properties: { $set: { a: 77 } } }),
  ).replace("77", LONG);
  const plain = JSON.stringify(vendorEvent(DAY + 1, { uuid: "long", event_properties: { n: 77 } })).replace(
    '"n":77',
    `"n":${LONG}`,
  );
  const noText = JSON.stringify(vendorEvent(DAY + 2, { uuid: "bytes", event_properties: { n: "caf?" } }));
  const bytes = Buffer.from(`${step}\n${plain}\n${noText}\n`);
  bytes[bytes.indexOf("caf?") + 3] = 0xe9;
  giveLines(bytes);
  const { body } = await migrate();
  expect(body.results).toMatchObject({ events: { exported: 3, loaded: 1, in_flight: 0 } });
  expect(body.results.errors.map(({ code }: { code: string }) => code)).toContain("invalid_utf8");
  expect((await exportLines(server))[0]).toContain(`"n":${LONG}`);
  const { body: people } = await server.call("POST", "/api/2.0/engage?project_id=1", { body: {} });
  const ids = people.results.map(({ $distinct_id }: { $distinct_id: string }) => $distinct_id);
  expect(ids).toContain("ou1");
});

test("a number that no double holds is refused and named, as a dry run says", async () => {
  const lines = ["1e400", "-1e400"].map((number, at) =>
    JSON.stringify(vendorEvent(DAY + at, { event_properties: { n: 77 } })).replace('"n":77', `"n":${number}`),
  );
  giveLines(Buffer.from(lines.join("\n")));
  const dry = await migrate({ DRY_RUN: true });
  const real = await migrate();
  for (const { body } of [dry, real]) {
    const codes = body.results.errors.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(["number_out_of_range", "number_out_of_range"]);
    expect(body.results.events).toMatchObject({ exported: 2, failed: 2 });
  }
  expect(await exportLines(server)).toEqual([]);
});

test("a byte order mark before the first line is no part of it", async () => {
  giveLines(
    Buffer.from(`\ufeff${JSON.stringify(vendorEvent(DAY))}\n${JSON.stringify(vendorEvent(DAY + 1))}\n`),
  );
  const { body } = await migrate();
  expect(body.results).toMatchObject({ state: "completed", events: { exported: 2, loaded: 2 } });
});

test("a key that is revoked half-way ends the migration; sent again it goes on where it was", async () => {
  let isRevoked = true;
  vendor.fault = ({ start, end }, answer) => {
    if (isCheck(start, end) || !start.startsWith("20260111") || !isRevoked) return false;
    reply(answer, 403);
    return true;
  };
  const { body } = await migrate();
  expect(body.results).toMatchObject({
    state: "failed",
    events: { loaded: 24 },
    errors: [{ code: "source_unauthorized" }],
  });
  const { job_id } = body.results;
  const without = await server.call("POST", `/migrate/jobs/${job_id}/resume`);
  expect(without).toMatchObject({ status: 400, body: { field: "SOURCE_API_KEY" } });
  isRevoked = false;
  const resumed = await server.call("POST", `/migrate/jobs/${job_id}/resume`, {
    body: { SOURCE_API_KEY: KEY, SOURCE_API_SECRET: SECRET },
  });
  expect(resumed.status).toBe(202);
  await expect
    .poll(async () => (await server.call("GET", `/migrate/jobs/${job_id}`)).body.results.state, {
      timeout: 20_000,
    })
    .toBe("completed");
  expect(await storedIds()).toEqual(allIds());
});

test("taking a migration back leaves what was there before, or came from elsewhere as well", async () => {
  const [shared] = vendor.events;
  const first = await migrate({ END_DATE: "2026-01-10" });
  await sendEvents(server, [
    { event: "Own", properties: { time: Date.now(), distinct_id: "somebody", $insert_id: "own" } },
  ]);
  await waitUntilLoaded(server);
  const second = await migrate();
  expect(second.body.results.events).toMatchObject({ loaded: 24, duplicates: 24 });
  const back = async (id: string) => server.call("POST", `/migrate/jobs/${id}/rollback`);
  expect((await back(first.body.results.job_id)).body.results).toMatchObject({ state: "rolled_back" });
  // The second run brought these as well.
  expect(await storedIds()).toEqual([...allIds(), "own"].sort());
  expect((await back(second.body.results.job_id)).body.results).toMatchObject({ state: "rolled_back" });
  expect(await storedIds()).toEqual(["own"]);
  expect(shared).toBeDefined();
  const again = await server.call("POST", `/migrate/jobs/${first.body.results.job_id}/rollback`);
  expect(again).toMatchObject({ status: 409, body: { type: "wrong_state" } });
});
