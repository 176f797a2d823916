import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawJson } from "../../src/platform/raw-json.ts";
import { asQuery, PROJECT, PURCHASES, RECEIVED_MS, type ReportsServer, startReports } from "./support.ts";

let server: ReportsServer;
beforeAll(async () => {
  server = await startReports();
  await server.load(PURCHASES);
});
afterAll(() => server.close());

const DAYS = { from_date: "2026-06-01", to_date: "2026-06-01" };

async function ask(more: Record<string, string | number> = {}, headers: Record<string, string> = {}) {
  const response = await server.get(`/api/2.0/export?${asQuery({ ...DAYS, ...more })}`, headers);
  const body = await response.text();
  return { status: response.status, headers: response.headers, body };
}
type Line = { event: string; properties: Record<string, unknown> };
async function lines(more: Record<string, string | number> = {}): Promise<Line[]> {
  const { status, body } = await ask(more);
  expect(status, body).toBe(200);
  expect(body === "" || body.endsWith("\n")).toBe(true);
  return body
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
const times = async (more: Record<string, string | number>) =>
  (await lines(more)).map(({ properties }) => properties.time);

describe("the worked examples", () => {
  test("EXP-1: the days are UTC days", async () => {
    expect(await times({})).toEqual([1780284600, 1780322400, 1780326000]);
    expect((await times({ time_in_ms: "true" }))[0]).toBe(1780284600000);
  });

  test("EXP-2: a filter compares numbers with numbers", async () => {
    expect(await times({ event: '["Purchase"]', where: 'properties["price"] > 15' })).toEqual([1780322400]);
  });

  test("EXP-3: both days belong to the export, and seconds are cut down", async () => {
    const all = { to_date: "2026-06-02" };
    expect(await times(all)).toHaveLength(6);
    expect((await times(all))[3]).toBe(1780372799);
    expect((await times({ ...all, time_in_ms: "true" }))[3]).toBe(1780372799999);
  });
});

test("a line holds what was sent and what every event has", async () => {
  expect((await lines())[0]).toEqual({
    event: "Purchase",
    properties: {
      time: 1780284600,
      distinct_id: "u1",
      $insert_id: "i1",
      mp_processing_time_ms: RECEIVED_MS,
      $user_id: "u1",
      price: 10,
      country: "US",
    },
  });
});

test("it is plain text, and empty when there is nothing", async () => {
  const { headers } = await ask();
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const empty = await ask({ event: "Nothing" });
  expect(empty).toMatchObject({ status: 200, body: "" });
});

test("events are chosen by name, by filter and by limit", async () => {
  expect(await lines({ event: "Purchase", limit: 2 })).toHaveLength(2);
  expect(await lines({ event: '["Nothing","Purchase"]' })).toHaveLength(3);
  expect(await lines({ where: 'properties["distinct_id"] == "u2"' })).toHaveLength(1);
  expect(await lines({ where: 'event["$time"] >= datetime("2026-06-01T15:00:00")' })).toHaveLength(1);
});

test("both paths lead there, with and without a slash", async () => {
  for (const path of ["/api/2.0/export", "/api/2.0/export/", "/export", "/export/"]) {
    const response = await server.get(`${path}?${asQuery(DAYS)}`);
    expect(response.status, path).toBe(200);
    expect((await response.text()).split("\n")).toHaveLength(4);
  }
});

test("the head alone is answered without reading events", async () => {
  const head = await server.get(`/export?${asQuery(DAYS)}`, {}, { method: "HEAD" });
  expect(head.status).toBe(200);
  const bad = await server.get("/export", {}, { method: "HEAD" });
  expect(bad.status).toBe(400);
});

test("ties keep the order of arrival, copies are one line, and made insert ids stay the same", async () => {
  const own = await startReports();
  try {
    const timeMs = Date.parse("2026-06-01T10:00:00Z");
    const tie = (distinctId: string, n: number, insertId?: string) => ({
      event: "Tie",
      timeMs,
      distinctId,
      insertId,
      properties: { n },
    });
    await own.load([tie("b", 1), tie("a", 2), tie("c", 3, "same")]);
    await own.load([tie("a", 4), tie("c", 5, "same"), tie("a", 4)]);
    const read = async () => {
      const response = await own.get(`/export?${asQuery(DAYS)}`);
      return (await response.text())
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).properties);
    };
    const first = await read();
    expect(first.map(({ n }) => n).toSorted()).toEqual([1, 2, 4, 4, 5]);
    expect(first.slice(0, 2).map(({ n }) => n)).toEqual([1, 2]);
    const ids = first.map(({ $insert_id }) => $insert_id);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^([0-9a-f]{14}-[0-9a-f]{8}|same)$/);
    expect(await read()).toEqual(first);
  } finally {
    await own.close();
  }
});

test("lineage, ids and long numbers come out, and can be filtered by", async () => {
  const own = await startReports();
  try {
    const timeMs = Date.parse("2026-06-01T10:00:00Z");
    const properties = { id: rawJson("12345678901234567890"), nested: { list: [1, "a", null] } };
    await own.load([{ event: "Row", timeMs, distinctId: "$device:d1", deviceId: "d1", properties }], {
      source: "warehouse",
      importId: "12",
      jobId: "job-1",
    });
    const where = [
      'properties["$warehouse_import_id"] == 12',
      'properties["$warehouse_import_job_id"] == "job-1"',
      'properties["$import"]',
      'properties["$source"] == "warehouse-import"',
      'properties["$device_id"] == "d1"',
      'properties["id"] == 12345678901234567890',
      'properties["nested"]["list"] == ["a", 1, null]',
      'not defined(properties["$user_id"])',
    ].join(" and ");
    const response = await own.get(`/export?${asQuery({ ...DAYS, where })}`);
    const body = await response.text();
    expect(body).toContain('"id":12345678901234567890');
    expect(JSON.parse(body).properties).toMatchObject({
      distinct_id: "$device:d1",
      $device_id: "d1",
      $import: true,
      $source: "warehouse-import",
      $warehouse_import_id: 12,
      $warehouse_import_job_id: "job-1",
      nested: { list: [1, "a", null] },
    });
  } finally {
    await own.close();
  }
});

describe("gzip", () => {
  const raw = async (more: Record<string, string>, acceptEncoding: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      encoding: string | undefined;
      body: Buffer;
    }>();
    const { request } = await import("node:http");
    const headers = { authorization: "right", "accept-encoding": acceptEncoding };
    request(`${server.url}/export?${asQuery({ ...DAYS, ...more })}`, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ encoding: response.headers["content-encoding"], body: Buffer.concat(chunks) });
    })
      .on("error", reject)
      .end();
    return promise;
  };

  test("is used where it is accepted and the answer is worth it", async () => {
    await server.load(
      Array.from({ length: 50 }, (_, index) => ({
        event: "Many",
        timeMs: Date.parse("2026-05-01T00:00:00Z") + index,
        distinctId: "u",
        insertId: `m${index}`,
        properties: { index },
      })),
    );
    const many = { from_date: "2026-05-01", event: "Many" };
    const packed = await raw(many, "gzip, deflate");
    expect(packed.encoding).toBe("gzip");
    expect(gunzipSync(packed.body).toString().split("\n")).toHaveLength(51);
    expect((await raw(many, "identity")).encoding).toBeUndefined();
    expect((await raw({}, "gzip")).encoding).toBeUndefined();
  });
});

describe("refusals", () => {
  test.each([
    ["to_date=2026-06-03&from_date=2026-06-01", "to_date cannot be later than today"],
    ["from_date=2026-06-01", "to_date is required: a day such as 2026-01-31"],
    ["from_date=2026-06-01&to_date=2026-06-01&limit=100001", "limit must be a whole number from 1 to 100000"],
    [
      "from_date=2026-06-01&to_date=2026-06-01&where=properties[",
      "where: column 12: a name in quotes is expected here, but the expression ends.",
    ],
    [
      'from_date=2026-06-01&to_date=2026-06-01&where=properties["price"] and true',
      "where: column 1: true or false is needed here, not a number; compare it with something or use boolean(…).",
    ],
  ])("%s is 400", async (query, error) => {
    const response = await server.get(`/api/2.0/export?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ status: "error", error, request: "/api/2.0/export" });
  });

  test.each([
    ["wrong", 401],
    ["flood", 429],
    ["unnamed", 400],
    ["misnamed", 400],
    ["stranger", 403],
    ["narrow", 403],
    ["abroad", 403],
  ])("credentials that are %s are %i", async (authorization, status) => {
    const response = await server.get(`/export?${asQuery(DAYS)}`, { authorization });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status: "error", request: "/export" });
    if (status === 401) expect(response.headers.get("www-authenticate")).toMatch(/^Basic /);
    if (status === 429) expect(response.headers.get("retry-after")).toBe("30");
  });

  test("analysts and the project secret pass, the token does not", async () => {
    await server.get(`/export?${asQuery({ ...DAYS, project_id: PROJECT })}`);
    expect(server.asked.at(-1)).toMatchObject({
      least: "analyst",
      keys: ["secret"],
      projectId: String(PROJECT),
      authorization: "right",
    });
  });

  test("another method is 405", async () => {
    const response = await server.get("/api/2.0/export", {}, { method: "POST" });
    expect(response.status).toBe(405);
  });
});

describe("odd input", () => {
  const ODD = [
    "",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "x".repeat(20_000),
    "'; drop table event_rows; --",
    "[[]]",
    "{}",
    "null",
    "💥",
    "-1",
    "1e9",
  ];
  test("never breaks it", async () => {
    for (const name of ["from_date", "to_date", "event", "where", "limit", "time_in_ms", "workspace_id"]) {
      for (const value of [...ODD, '["a\\u0000b"]', '["\\ud800"]']) {
        const response = await server.get(`/export?${asQuery({ ...DAYS, [name]: value.toWellFormed() })}`);
        expect(response.status, `${name}=${value.slice(0, 20)}`).toBeLessThan(500);
        await response.text();
      }
    }
  });
});
