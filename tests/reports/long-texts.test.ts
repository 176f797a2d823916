import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const NOW = Date.now();
/** Together more than a question may have in memory. */
const EVENTS = 30;
const AT_ONCE = 10;
const pageOf = (index: number): string => `<p>page ${index % 3} ${"語<b>".repeat(150_000)} end ${index}`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { STORE_MEMORY_MB: 200 } });
  const records = Array.from({ length: EVENTS }, (_, index) => ({
    event: "Saved",
    properties: {
      time: NOW - index,
      distinct_id: "u1",
      $insert_id: `i${index}`,
      page: pageOf(index),
      city: index % 2 === 0 ? "Bern" : "Chur",
    },
  }));
  for (let at = 0; at < EVENTS; at += AT_ONCE) {
    const { body } = await sendEvents(server, records.slice(at, at + AT_ONCE));
    expect(body).toMatchObject({ num_records_imported: AT_ONCE });
  }
  await waitUntilLoaded(server);
}, 120_000);
afterAll(() => server.close());

const ask = async (more: object) => {
  const { status, body } = await server.call("POST", "projects/1/reports/query", {
    body: {
      version: 1,
      kind: "segmentation",
      events: [{ event: "Saved" }],
      time_frame: { last: 7, unit: "day" },
      ...more,
    },
  });
  expect(status).toBe(200);
  return body.results.series;
};
const totalOf = async (operator: string, value: string): Promise<number> =>
  (await ask({ filters: { clauses: [{ property: "page", operator, value }] } }))[0].total;

test("reports read how long texts begin", async () => {
  expect(await totalOf("starts_with", "<p>page 1")).toBe(EVENTS / 3);
  expect(await totalOf("contains", "page 2")).toBe(EVENTS / 3);
  expect(await totalOf("contains", "end")).toBe(0);
  const lines = await ask({ breakdown: { property: "page" } });
  const segments = lines.filter(({ line }: { line: string }) => line === "segment");
  expect(segments.map(({ total }: { total: number }) => total)).toEqual([10, 10, 10]);
});

test("the dictionary and lists of values answer", async () => {
  const { status, body } = await server.call("GET", "projects/1/dictionary/event/Saved");
  expect(status).toBe(200);
  const seen = Object.fromEntries(
    body.results.properties.map(({ name, volume_30d }: { name: string; volume_30d: number }) => [
      name,
      volume_30d,
    ]),
  );
  expect(seen).toMatchObject({ page: EVENTS, city: EVENTS });
  const valuesOf = (name: string) =>
    server.call("GET", `/api/query/events/properties/values?project_id=1&event=Saved&name=${name}`);
  expect(await valuesOf("city")).toMatchObject({ status: 200, body: ["Bern", "Chur"] });
  // No menu can show any of them.
  expect(await valuesOf("page")).toMatchObject({ status: 200, body: [] });
});

test("an export has all of them", async () => {
  const day = new Date(NOW).toISOString().slice(0, 10);
  const before = new Date(NOW - 86_400_000).toISOString().slice(0, 10);
  const { body } = await server.call(
    "GET",
    `/api/2.0/export?project_id=1&from_date=${before}&to_date=${day}`,
  );
  const lines = String(body).trim().split("\n");
  expect(lines).toHaveLength(EVENTS);
  const whole = lines.filter((line) => {
    const { properties } = JSON.parse(line);
    return properties.page === pageOf(Number(properties.$insert_id.slice(1)));
  });
  expect(whole).toHaveLength(EVENTS);
});
