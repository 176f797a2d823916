import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawJson } from "../../src/platform/raw-json.ts";
import { asQuery, NOW_MS, PROJECT, PURCHASES, type ReportsServer, startReports } from "./support.ts";

const DAY_MS = 86_400_000;
let server: ReportsServer;
beforeAll(async () => {
  server = await startReports();
  const at = (event: string, daysAgo: number, properties = {}) => ({
    event,
    timeMs: NOW_MS - daysAgo * DAY_MS,
    distinctId: "u",
    properties,
  });
  await server.load([
    ...PURCHASES,
    at("Fresh", 0, { plan: "Pro", 2: "two", n: 7 }),
    at("Fresh", 1, { plan: "pro max", n: "7" }),
    at("Fresh", 2, { plan: "Free", list: ["a"], id: rawJson("12345678901234567890") }),
    at("Tomorrow", -1),
    at("Nearly old", 29.9, { aged: 1 }),
    at("Just old", 30.1),
    at("Old", 32),
  ]);
});
afterAll(() => server.close());

const ask = async (path: string, query: Record<string, string | number> = {}) => {
  const response = await server.get(`${path}?${asQuery(query)}`);
  return { status: response.status, body: await response.text() };
};
const json = async (path: string, query: Record<string, string | number> = {}) => {
  const { status, body } = await ask(path, query);
  expect(status, body).toBe(200);
  return JSON.parse(body);
};

describe.each(["/api/query", "/api/2.0"])("the query API below %s", (base) => {
  test("lists names of the last 31 days, the commonest first, then by name", async () => {
    expect(await json(`${base}/events/names`)).toEqual([
      "Purchase",
      "Fresh",
      "Just old",
      "Nearly old",
      "Tomorrow",
    ]);
    expect(await json(`${base}/events/names/`, { type: "general", limit: 1 })).toEqual(["Purchase"]);
  });

  test("lists the commonest properties of an event, in their order", async () => {
    const { body } = await ask(`${base}/events/properties/top`, { event: "Fresh" });
    expect(body).toBe(
      '{"plan":{"count":3},"n":{"count":2},"2":{"count":1},"id":{"count":1},"list":{"count":1}}',
    );
    expect(await json(`${base}/events/properties/top`, { event: "Purchase", limit: 1 })).toEqual({
      price: { count: 6 },
    });
    expect(await json(`${base}/events/properties/top`, { event: "Nearly old" })).toEqual({});
  });

  test("lists the commonest values of a property as texts", async () => {
    const values = (name: string, event = "Purchase") =>
      json(`${base}/events/properties/values`, { event, name });
    expect(await values("country")).toEqual(["US", "CA"]);
    expect((await values("price")).toSorted()).toEqual(["10", "100", "20", "30", "5", "7"]);
    expect(await values("n", "Fresh")).toEqual(["7"]);
    expect(await values("list", "Fresh")).toEqual(['["a"]']);
    expect(await values("id", "Fresh")).toEqual(["12345678901234567890"]);
    expect(await values("nothing")).toEqual([]);
  });

  test.each([
    ["events/names", { limit: 0 }, "limit must be a whole number from 1 to 10000"],
    ["events/names", { type: "sum" }, "type must be one of general, unique, average"],
    ["events/properties/top", {}, "event is required: the name of one event"],
    ["events/properties/top", { event: '["a","b"]' }, "event is required: the name of one event"],
    ["events/properties/values", { event: "a" }, "name is required: the name of a property"],
  ])("%s with %o is 400", async (path, query, error) => {
    const { status, body } = await ask(`${base}/${path}`, query);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toEqual({ status: "error", error, request: `${base}/${path}` });
  });

  test("wrong credentials are 401 in its dialect", async () => {
    const response = await server.get(`${base}/events/names`, { authorization: "wrong" });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Basic /);
    expect(await response.json()).toMatchObject({ status: "error", request: `${base}/events/names` });
  });
});

describe("the application API", () => {
  const results = async (path: string, query = {}) =>
    (await json(`/api/app/projects/${PROJECT}/events/${path}`, query)).results;

  test("lists names with an event in the last 30 days", async () => {
    const names: { event: string; count: number; last_seen_at: string }[] = await results("names");
    expect(names.map(({ event }) => event)).toEqual(["Purchase", "Fresh", "Nearly old", "Tomorrow"]);
    expect(names[0]).toMatchObject({ event: "Purchase", count: 6, last_seen_at: "2026-06-02T16:00:00.000Z" });
    expect(await results("names", { limit: 2 })).toHaveLength(2);
  });

  test("lists properties, of one event or of all", async () => {
    expect(await results("properties", { event: "Purchase" })).toMatchObject([
      { name: "price", count: 6 },
      { name: "country", count: 5 },
    ]);
    expect((await results("properties")).length).toBeGreaterThan(5);
  });

  test("lists values and searches them by how they begin", async () => {
    expect(await results("properties/values", { property: "country", event: "Purchase" })).toEqual([
      { value: "US", count: 3 },
      { value: "CA", count: 2 },
    ]);
    const found = await results("properties/values", { property: "plan", q: "PRO" });
    expect(found.map(({ value }: { value: string }) => value).toSorted()).toEqual(["Pro", "pro max"]);
    expect(await results("properties/values", { property: "plan", q: "pro", limit: 1 })).toHaveLength(1);
    expect(await results("properties/values", { property: "plan", q: "max" })).toEqual([]);
  });

  test.each([
    ["names", { limit: 10_001 }],
    ["names", { limit: 0 }],
    ["names", { page: 1 }],
    ["properties/values", {}],
    ["properties/values", { property: "" }],
  ])("%s with %o is 400", async (path, query) => {
    const { status } = await ask(`/api/app/projects/${PROJECT}/events/${path}`, query);
    expect(status).toBe(400);
  });

  test("another project is 403", async () => {
    expect((await ask("/api/app/projects/8/events/names")).status).toBe(403);
  });
});

test("odd names never break anything", async () => {
  for (const odd of [
    "\u0000",
    "a\u0000b",
    "'; drop table event_rows; --",
    "__proto__",
    "~1/~0",
    "$.x",
    '"',
    "💥",
  ]) {
    for (const path of [
      `/api/2.0/events/properties/top?${asQuery({ event: odd })}`,
      `/api/2.0/events/properties/values?${asQuery({ event: "Fresh", name: odd })}`,
      `/api/app/projects/${PROJECT}/events/properties?${asQuery({ event: odd })}`,
      `/api/app/projects/${PROJECT}/events/properties/values?${asQuery({ property: odd, event: odd, q: odd })}`,
    ]) {
      const response = await server.get(path);
      expect(response.status, path).toBeLessThan(500);
      await response.text();
    }
  }
});

describe("the document", () => {
  type Operation = {
    operationId: string;
    summary: string;
    description: string;
    parameters: { name: string; in: string; description: string; example: unknown }[];
    responses: Record<string, { content: Record<string, { example: unknown }> }>;
  };
  test("describes every call with its parameters, statuses and examples", async () => {
    const { paths } = await json("/openapi.json");
    for (const route of server.rawRoutes) {
      const operation: Operation = paths[route.urls[0] ?? ""].get;
      expect(operation.operationId).toMatch(/^\w+$/);
      expect(operation.description.length).toBeGreaterThan(20);
      for (const parameter of operation.parameters) {
        expect(parameter.in).toBe("query");
        expect(parameter.description, parameter.name).toMatch(/\.$/);
        expect(parameter.example, parameter.name).toBeDefined();
      }
      for (const status of ["200", "400", "401", "403", "404", "405", "429", "500", "503"]) {
        const [content] = Object.values(operation.responses[status]?.content ?? {});
        expect(content?.example, `${operation.operationId} ${status}`).toBeDefined();
      }
    }
    expect(paths["/api/2.0/export"].get.responses).toHaveProperty("504");
  });
});
