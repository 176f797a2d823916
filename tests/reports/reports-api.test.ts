import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tributary } from "../support/command-line.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const NOW = Date.now();
const DAY_MS = 86_400_000;
const at = (daysAgo: number) => NOW - daysAgo * DAY_MS;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  let sent = 0;
  const record = (event: string, daysAgo: number, properties: object) => ({
    event,
    properties: {
      time: at(daysAgo),
      $insert_id: `${event}-${daysAgo}-${sent++}`,
      ...properties,
    },
  });
  const accepted = await sendEvents(server, [
    record("Purchase", 1, { distinct_id: "u1", price: 10, country: "US" }),
    record("Purchase", 1, { distinct_id: "u2", price: 20, country: "CA" }),
    record("Purchase", 2, { distinct_id: "u2", price: "many", country: "CA" }),
    record("Old", 400, { distinct_id: "u3", note: "kept" }),
  ]);
  expect(accepted.body).toMatchObject({ num_records_imported: 4 });
  await waitUntilLoaded(server);
});
afterAll(() => server.close());

const question = (more: object = {}) => ({
  version: 1,
  kind: "segmentation",
  events: [{ event: "Purchase" }],
  time_frame: { last: 7, unit: "day" },
  ...more,
});
const ask = (more: object = {}, query = "") =>
  server.call("POST", `projects/1/reports/query${query}`, { body: question(more) });

test("an answer has its periods, the zone, what is not over yet, and how it was computed", async () => {
  const { status, body } = await ask({ breakdown: { property: "country", limit: 1 } });
  expect(status).toBe(200);
  const { results } = body;
  expect(results).toMatchObject({
    timezone: "UTC",
    unit: "day",
    segments: [{ event: "Purchase", shown: 1, found: 2 }],
  });
  expect(results.periods).toHaveLength(7);
  expect(results.periods.map(({ complete }: { complete: boolean }) => complete)).toEqual([
    ...Array(6).fill(true),
    false,
  ]);
  expect(results.series.map(({ line, total }: { line: string; total: number }) => [line, total])).toEqual([
    ["overall", 3],
    ["segment", 2],
    ["others", 1],
  ]);
  expect(results.series[1].segment).toEqual({ value: "CA", type: "text", label: "CA" });
  expect(results.computed).toMatchObject({ events_counted: 3, rows_scanned: 3 });
  expect(results.computed.explanation).toContain("'Purchase'");
});

test("a project's own zone and week are used", async () => {
  await server.call("PATCH", "projects/1", { body: { timezone: "Asia/Kolkata", week_start: 7 } });
  const { body } = await ask({ unit: "week" });
  await server.call("PATCH", "projects/1", { body: { timezone: "UTC", week_start: 1 } });
  expect(body.results.timezone).toBe("Asia/Kolkata");
  for (const { start } of body.results.periods) {
    expect(start).toMatch(/T00:00:00\+05:30$/);
    expect(new Date(start.slice(0, 10)).getUTCDay()).toBe(0);
  }
});

test("old imported events are found by how they came in, for any time frame", async () => {
  const by = (property: string, value: unknown) => ({
    events: [{ event: null }],
    unit: "month",
    time_frame: { last: 24, unit: "month" },
    filters: { clauses: [{ property, operator: "equals", value }] },
  });
  const { body } = await ask(by("$import", true));
  expect(body.results.series[0].total).toBe(4);
  expect((await ask(by("$warehouse_import_id", 12))).body.results.series[0].total).toBe(0);
  expect((await ask(by("$warehouse_import_job_id", "x"))).body.results.series[0].total).toBe(0);
  expect((await ask(by("$source", "warehouse-import"))).body.results.series[0].total).toBe(0);
});

test("as a CSV file", async () => {
  const { headers, body } = await ask(
    { time_frame: { last: 3, unit: "day", complete: true } },
    "?format=csv&bom=true",
  );
  expect(headers.get("content-type")).toContain("text/csv");
  expect(headers.get("content-disposition")).toMatch(
    /filename="1_segmentation_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d.csv"/,
  );
  const [head, first] = String(body).split("\r\n");
  expect(head?.replace("\ufeff", "")).toBe("start,timezone,complete,event,segment,value");
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\+00:00,UTC,true,Purchase,\(overall\),\d$/);
});

test("a consumer sees reports, and takes none along as a file", async () => {
  const made = await server.call("POST", "organizations/1/service-accounts", {
    body: { username: "reader", projects: [{ id: 1, role: "consumer" }] },
  });
  const as = `${made.body.results.username}:${made.body.results.token}`;
  const path = "projects/1/reports/query";
  expect((await server.call("POST", path, { as, body: question() })).status).toBe(200);
  const refused = await server.call("POST", `${path}?format=csv`, { as, body: question() });
  expect([refused.status, refused.body.field]).toEqual([403, "format"]);
  expect(refused.body.error).toContain("analyst");
  const call = (format: string) =>
    fetch(
      `${server.url}/api/query/segmentation?project_id=1&event=Purchase&from_date=2026-06-01&to_date=2026-06-02&format=${format}`,
      { headers: { authorization: `Basic ${Buffer.from(as).toString("base64")}` } },
    );
  expect([(await call("json")).status, (await call("csv")).status]).toEqual([200, 403]);
});

test("from the command line, typed or from a file", async () => {
  const at = { DATA_DIR: server.dataFolder };
  const typed = await tributary(
    ["report", "--event", "Purchase", "--measure", "unique", "--last", "7", "--by", "country", "--json"],
    at,
  );
  expect(typed.stderr).toBe("");
  expect(JSON.parse(typed.stdout).series[0]).toMatchObject({ line: "overall", total: 2 });
  const path = join(server.dataFolder, "question.json");
  await writeFile(path, JSON.stringify(question()));
  const table = await tributary(["report", "--file", path], at);
  expect(table.stdout).toMatch(/Purchase +overall/);
  const found = await tributary(["event", "search", "--person", "u2", "--json"], at);
  expect(JSON.parse(found.stdout).events).toHaveLength(2);
});

const clause = (more: object) => ({
  filters: { clauses: [{ property: "price", operator: "equals", ...more }] },
});

test.each<[string, object, string, RegExp]>([
  [
    "unknown property",
    clause({ property: "prise", value: 1 }),
    "filters.clauses[0].property",
    /no event has had/,
  ],
  ["of a breakdown", { breakdown: { property: "contry" } }, "breakdown.property", /no event has had/],
  ["of a measure", { measure: { kind: "distinct", property: "x" } }, "measure.property", /no event has had/],
  ["bad zone", { timezone: "Mars/Olympus" }, "timezone", /IANA/],
  ["too many hours", { unit: "hour", time_frame: { last: 32, unit: "day" } }, "unit", /at most 31 days/],
  [
    "start after end",
    { time_frame: { from: "2026-02-02", to: "2026-02-01" } },
    "time_frame.from",
    /later than/,
  ],
  [
    "the future",
    { time_frame: { from: "2026-02-02", to: "2999-02-01" } },
    "time_frame.to",
    /later than today/,
  ],
  ["no day", { time_frame: { from: "2026-02-30", to: "2026-03-01" } }, "time_frame.from", /./],
  [
    "too many values",
    { breakdown: { property: "country", limit: 1_000_000 } },
    "breakdown.limit",
    /10000|10,000/,
  ],
  ["more than a chart has", { breakdown: { property: "country", limit: 5000 } }, "breakdown.limit", /3000/],
  [
    "more than fits",
    { breakdown: { property: "country", limit: 3000 }, time_frame: { last: 300, unit: "day" } },
    "breakdown.limit",
    /points/,
  ],
  ["no value", clause({}), "filters.clauses[0].value", /required/],
  [
    "a text for a number",
    clause({ operator: "greater_than", value: "7" }),
    "filters.clauses[0].value",
    /number/,
  ],
  [
    "bounds turned round",
    clause({ operator: "between", value: [2, 1] }),
    "filters.clauses[0].value",
    /lower/,
  ],
  [
    "a bad pattern among good ones",
    {
      filters: {
        clauses: ["a+", "b", "a+", "c(", "d["].map((value) => ({
          ...{ property: "country", operator: "matches", value },
        })),
      },
    },
    "filters.clauses[3].value",
    /RE2/,
  ],
  [
    "more months than there can be",
    { unit: "month", time_frame: { from: "1800-01-01", to: "2020-01-01" } },
    "unit",
    /Monthly reports cover at most 36600 days; ask for fewer days\.$/,
  ],
  ["a bad pattern", clause({ operator: "matches", value: "(" }), "filters.clauses[0].value", /RE2/],
  ["a value nobody uses", clause({ operator: "is_set", value: 1 }), "filters.clauses[0].value", /remove/],
  ["a bad expression", { where: "properties[" }, "where", /column/],
  [
    "no lookup table",
    { breakdown: { property: "country", column: "name" } },
    "breakdown.column",
    /not mapped/,
  ],
  [
    "no percentile",
    { measure: { kind: "property", property: "price", aggregate: "percentile" } },
    "measure.percentile",
    /0 to 100/,
  ],
  ["no events", { events: [] }, "events", /./],
  ["another version", { version: 2 }, "version", /1/],
])("refused with its field: %s", async (_, more, field, reason) => {
  const { status, body } = await ask(more);
  expect({ status, field: body.field }).toEqual({ status: 400, field });
  expect(body.error).toMatch(reason);
});

test("functions in functions that would make an endless statement are refused", async () => {
  const nested = Array.from({ length: 20 }).reduce(
    (inner: string) => `string(number(${inner}))`,
    'properties["price"]',
  );
  const { status, body } = await ask({ where: `${nested} == "7"` });
  expect({ status, type: body.type }).toEqual({ status: 400, type: "too_long" });
  const search = await server.call("POST", "projects/1/events/search", {
    body: { where: `${nested} == "7"` },
  });
  expect(search.status).toBe(400);
  const many = Array.from({ length: 500 }, (_, index) => `properties["price"] == ${index}`).join(" or ");
  expect((await ask({ where: many })).status).toBe(200);
});

describe("names are data", () => {
  test.each([
    "'; drop table events; --",
    '"',
    "p1",
    "events.rest",
    "«0»",
    "$1",
    "\\",
    "\u0000",
    "a/b~c",
    "__proto__",
  ])("%j", async (name) => {
    const named = await ask({
      events: [{ event: name }],
      where: `properties["country"] != ${JSON.stringify(name)}`,
    });
    expect(named.status).toBeLessThan(500);
    const by = await ask({ breakdown: { property: name } });
    expect([200, 400]).toContain(by.status);
    const valued = await ask(clause({ property: "country", operator: "contains", value: name }));
    expect(valued.status).toBeLessThan(500);
    expect((await ask()).body.results.series[0].total).toBe(3);
  });
});

describe("recent events", () => {
  const search = (body: object) => server.call("POST", "projects/1/events/search", { body });

  test("newest first, page by page, each once", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { status, body }: Awaited<ReturnType<typeof search>> = await search({
        limit: 1,
        ...(cursor === null ? {} : { cursor }),
      });
      expect(status).toBe(200);
      seen.push(
        ...body.results.events.map(
          (event: { properties: { $insert_id: string } }) => event.properties.$insert_id,
        ),
      );
      cursor = body.results.next;
    } while (cursor !== null);
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(3);
    expect(seen[2]).toContain("Purchase-2");
  });

  test.each<[object, number]>([
    [{ events: ["Purchase"] }, 3],
    [{ events: ["Old"] }, 0],
    [{ person: "u2" }, 2],
    [{ filters: { clauses: [{ property: "price", operator: "greater_than", value: 15 }] } }, 1],
    [{ where: 'properties["price"] == "many"' }, 1],
  ])("%j finds %i", async (body, count) => {
    expect((await search(body)).body.results.events).toHaveLength(count);
  });

  test.each<[object, string]>([
    [{ from: new Date(at(40)).toISOString() }, "from"],
    [{ cursor: "nonsense" }, "cursor"],
    [{ filters: { clauses: [{ property: "prise", operator: "is_set" }] } }, "filters.clauses[0].property"],
    [{ limit: 5000 }, "limit"],
  ])("%j is refused", async (body, field) => {
    const refused = await search(body);
    expect({ status: refused.status, field: refused.body.field }).toEqual({ status: 400, field });
  });
});
