import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvents } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.call("GET", "projects/1")).body.results.token;
});
afterAll(() => server.close());

const NOW = Date.now();
const event = (properties: Record<string, unknown> = {}) => ({
  event: "Open",
  properties: { time: NOW - 60_000, distinct_id: "ana", ...properties },
});
type Line = { hour: string; endpoint: string; kind: string; code: string; count: number };
type Sample = Line & { at: string; field: string; message: string; record: string };
type Page = { counts: Line[]; next: string | null; samples: Sample[] };

async function look(query = "", from = server): Promise<Page> {
  const { status, body } = await from.call("GET", `projects/1/ingestion/diagnostics${query}`);
  expect(status).toBe(200);
  return body.results;
}
/** Counts over all hours: a test may run across the change of one. */
function totals({ counts }: Page): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { endpoint, kind, code, count } of counts) {
    const key = `${endpoint} ${kind} ${code}`;
    sums[key] = (sums[key] ?? 0) + count;
  }
  return sums;
}
const post = (path: string, records: unknown) =>
  fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(records),
  });

test("what was refused, left out and mended is counted by code and endpoint, with samples", async () => {
  await sendEvents(server, [
    event(),
    event({ time: NOW + 90_000_000, password: "hunter2" }),
    event({ time: NOW + 90_000_000, distinct_id: "bo" }),
    { event: "", properties: {} },
  ]);
  await sendEvents(
    server,
    [event({ $insert_id: "not allowed!" }), event({ bucket: 1 }), event({ $ignore: true })],
    {
      query: "project_id=1",
    },
  );
  await post("/track", [
    event({ token, time: NOW - 30 * 86_400_000 }),
    event({ token, distinct_id: "x".repeat(300) }),
  ]);
  await post("/engage", [{ $token: token, $distinct_id: "ana" }]);
  const page = await look();
  expect(totals(page)).toEqual({
    "import refused time_in_future": 2,
    "import refused event_missing": 1,
    "import repaired insert_id_replaced": 1,
    "import repaired reserved_property_removed": 1,
    "import dropped ignored": 1,
    "track dropped too_old": 1,
    "track refused id_too_long": 1,
    "engage refused operator_missing": 1,
  });
  const bare = page.samples.filter(({ field, message }) => field === "" || message === "");
  expect(bare.map(({ code }) => code)).toEqual(["operator_missing"]);
  expect(page.samples.find(({ code }) => code === "too_old")).toMatchObject({
    field: "properties.time",
    message: expect.stringContaining("/import"),
  });
  for (const { hour } of page.counts) expect(hour).toMatch(/:00:00\.000Z$/);
  const [bo, ana] = page.samples.filter(({ code }) => code === "time_in_future");
  expect(bo?.record).toContain('"bo"');
  expect(ana).toMatchObject({
    endpoint: "import",
    kind: "refused",
    field: "properties.time",
    message: "'properties.time' is invalid: must not be in the future",
  });
  expect(ana?.record).not.toContain("hunter2");
  expect(page.samples.find(({ endpoint }) => endpoint === "engage")?.record).toContain('"$token":"***"');
});

test("filters and pages narrow it down", async () => {
  expect(totals(await look("?code=time_in_future"))).toEqual({ "import refused time_in_future": 2 });
  expect(Object.keys(totals(await look("?kind=dropped"))).sort()).toEqual([
    "import dropped ignored",
    "track dropped too_old",
  ]);
  const track = await look("?endpoint=track");
  expect(new Set(track.samples.map(({ endpoint }) => endpoint))).toEqual(new Set(["track"]));
  expect((await look(`?to=${new Date(NOW - 7_200_000).toISOString()}`)).counts).toEqual([]);
  expect((await look(`?from=${new Date(NOW - 7_200_000).toISOString()}`)).counts.length).toBeGreaterThan(7);
  const all = (await look()).counts;
  const read: Line[] = [];
  let next: string | null = "";
  for (let pages = 0; next !== null; pages += 1) {
    const page: Page = await look(`?limit=3${next === "" ? "" : `&page=${next}`}`);
    if (pages > 0) expect(page.samples).toEqual([]);
    read.push(...page.counts);
    next = page.next;
  }
  expect(read).toEqual(all);
});

test("questions that make no sense are refused by name", async () => {
  for (const query of [
    "page=x",
    "page=W10",
    "kind=odd",
    "limit=0",
    "limit=5000",
    "from=yesterday",
    "odd=1",
  ]) {
    const { status, body } = await server.call("GET", `projects/1/ingestion/diagnostics?${query}`);
    expect([query, status]).toEqual([query, 400]);
    expect(body.error).toContain(query.split("=")[0]);
  }
});

test("of each code the last twenty samples are kept", async () => {
  for (let n = 0; n < 3; n += 1) {
    const odd = Array.from({ length: 15 }, (_, at) => ({
      event: "Open",
      properties: "none",
      n: n * 15 + at,
    }));
    await sendEvents(server, odd);
    await look();
  }
  const { samples, counts } = await look("?code=properties_missing");
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(45);
  expect(samples.length).toBeLessThanOrEqual(20);
  expect(samples.length).toBeGreaterThan(10);
});

test("all of it is there after a restart", async () => {
  const first = await startTestServer();
  await sendEvents(first, [{ event: "Open", properties: null }]);
  await first.running.close();
  const again = await startTestServer({ databaseUrl: first.databaseUrl, dataFolder: first.dataFolder });
  const page = await look("", again);
  expect(totals(page)).toEqual({ "import refused properties_missing": 1 });
  expect(page.samples).toHaveLength(1);
  await again.close();
  await rm(first.dataFolder, { recursive: true, force: true });
});
