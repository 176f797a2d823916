import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asQuery, PURCHASES, type ReportsServer, startReports } from "./support.ts";

const PROJECT_DAYS = { event: "Purchase", from_date: "2026-06-01", to_date: "2026-06-02" };
const zones = { NEW_YORK: "America/New_York", UTC: "UTC" } as const;
let zone: string = zones.NEW_YORK;

let server: ReportsServer;
beforeAll(async () => {
  server = await startReports({
    calendarOf: async () => ({ timezone: zone, weekStart: 1, quarterStartMonth: 1 }),
    clock: { now: () => Date.parse("2026-12-01T00:00:00Z") },
  });
  await server.load(PURCHASES);
  const at = (event: string, time: string, properties: object = {}) => ({
    event,
    timeMs: Date.parse(time),
    distinctId: "u1",
    properties: { ...properties },
  });
  await server.load([at("Clock", "2026-11-01T05:30:00Z"), at("Clock", "2026-11-01T06:30:00Z")]);
  const sevens = [7, "7", 7, "7", true].map((n) => at("Seven", "2026-06-01T12:00:00Z", { n }));
  await server.load(sevens.map((event, index) => ({ ...event, distinctId: index > 2 ? "u2" : "u1" })));
  const values = [9.99, 10, 19.999, 20, 30, "abc", undefined];
  await server.load(values.map((value) => at("Number", "2026-06-01T12:00:00Z", { value })));
});
afterAll(() => server.close());

async function ask(path: string, parameters: Record<string, string | number> = {}) {
  const response = await server.get(`/api/query/${path}?${asQuery({ ...PROJECT_DAYS, ...parameters })}`);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}
const points = (first: number | null, second: number | null) => ({
  "2026-06-01": first,
  "2026-06-02": second,
});

describe("the worked examples", () => {
  test("SEG-1: the shape that clients read", async () => {
    expect(await ask("segmentation")).toEqual({
      status: 200,
      body: {
        data: { series: ["2026-06-01", "2026-06-02"], values: { Purchase: points(3, 2) } },
        legend_size: 1,
      },
    });
  });

  test("SEG-2: a zone is the project's", async () => {
    zone = zones.UTC;
    const { body } = await ask("segmentation");
    zone = zones.NEW_YORK;
    expect(body.data.values.Purchase).toEqual(points(3, 3));
  });

  test.each([
    ["SEG-3", { type: "unique" }, points(2, 2)],
    ["SEG-4", { type: "average" }, points(1.5, 1)],
    ["SEG-12", { where: 'properties["country"] != "US"' }, points(2, 1)],
  ])("%s", async (_, parameters, values) => {
    expect((await ask("segmentation", parameters)).body.data.values.Purchase).toEqual(values);
  });

  test.each([
    ["SEG-5", "sum", 'properties["price"]', points(25, 107)],
    ["SEG-6", "average", 'properties["price"]', points(25 / 3, 53.5)],
    ["SEG-8", "sum", 'number(properties["price"])', points(55, 107)],
  ])("%s", async (_, path, on, results) => {
    expect((await ask(`segmentation/${path}`, { on })).body).toMatchObject({ status: "ok", results });
  });

  test("SEG-11: segments, the missing one too, whatever the name of the parameter", async () => {
    for (const on of ["country", 'properties["country"]']) {
      const { body } = await ask("segmentation", { on, type: "unique" });
      expect(body.data.values).toEqual({ US: points(1, 1), CA: points(1, 0), undefined: points(0, 1) });
      expect(body.legend_size).toBe(3);
    }
  });

  test("SEG-14: an hour that the clock shows twice is one, and one it never shows is none", async () => {
    const november = { event: "Clock", unit: "hour", from_date: "2026-11-01", to_date: "2026-11-01" };
    const { body } = await ask("segmentation", november);
    expect(body.data.series).toHaveLength(24);
    expect(body.data.values.Clock["2026-11-01 01:00:00"]).toBe(2);
    const march = await ask("segmentation", { ...november, from_date: "2026-03-08", to_date: "2026-03-08" });
    expect(march.body.data.series).toHaveLength(23);
    expect(march.body.data.series).not.toContain("2026-03-08 02:00:00");
  });

  test("numbers in ranges", async () => {
    const { body } = await ask("segmentation/numeric", {
      event: "Number",
      on: "value",
      to_date: "2026-06-01",
    });
    expect(body.data.values).toEqual({
      "9 - 11": { "2026-06-01": 2 },
      "19 - 21": { "2026-06-01": 2 },
      "29 - 31": { "2026-06-01": 1 },
      undefined: { "2026-06-01": 2 },
    });
  });

  test('7 and "7" are one segment, in which a person counts once', async () => {
    const day = { event: "Seven", on: "n", to_date: "2026-06-01" };
    const counted = async (type: string) => (await ask("segmentation", { ...day, type })).body.data.values;
    expect(await counted("unique")).toEqual({ 7: { "2026-06-01": 2 }, true: { "2026-06-01": 1 } });
    expect(await counted("average")).toEqual({ 7: { "2026-06-01": 2 }, true: { "2026-06-01": 1 } });
    expect(await counted("general")).toEqual({ 7: { "2026-06-01": 4 }, true: { "2026-06-01": 1 } });
  });

  test("numbers beyond all whole numbers", async () => {
    const counted = async (where: string) => (await ask("segmentation", { where })).body.data.values.Purchase;
    for (const price of ["< 1e300", "> -99999999999999999999999", "!= 1e308 * 1e308"])
      expect(await counted(`number(properties["price"]) ${price}`)).toEqual(points(3, 2));
  });

  test("ranges of a number that no event has, and of one that is always the same", async () => {
    const none = await ask("segmentation/numeric", { on: "value", to_date: "2026-06-01" });
    expect(none.body.data.values).toEqual({ undefined: { "2026-06-01": 3 } });
    const nowhere = await ask("segmentation/numeric", { event: "Nothing", on: "value" });
    expect(nowhere.body).toMatchObject({ data: { values: {} }, legend_size: 0 });
    const same = await ask("segmentation/numeric", { on: "1 + 1", to_date: "2026-06-01" });
    expect(same.body.data.values).toEqual({ "2 - 3": { "2026-06-01": 3 } });
  });
});

test("a table for spreadsheets, in which nothing is a formula", async () => {
  await server.load([
    {
      event: "Cell",
      timeMs: Date.parse("2026-06-01T12:00:00Z"),
      distinctId: "u1",
      properties: { cell: "=1+1" },
    },
  ]);
  const { body } = await ask("segmentation", { event: "Cell", on: "cell", format: "csv" });
  expect(body).toBe("date,'=1+1\r\n2026-06-01,1\r\n2026-06-02,0\r\n");
});

test("both prefixes, with and without a slash", async () => {
  for (const path of [
    "/api/query/segmentation",
    "/api/query/segmentation/",
    "/api/2.0/segmentation",
    "/api/2.0/segmentation/",
  ])
    expect((await server.get(`${path}?${asQuery(PROJECT_DAYS)}`)).status).toBe(200);
});

test.each<[Record<string, string>, string]>([
  [{ event: "" }, "event is required: the name of one event"],
  [{ from_date: "June" }, "from_date must be a day of the form YYYY-MM-DD"],
  [{ from_date: "2026-02-30" }, "from_date must be a day of the form YYYY-MM-DD"],
  [{ from_date: "2026-06-03" }, "from_date cannot be later than to_date"],
  [{ to_date: "2027-01-01" }, "to_date cannot be later than today"],
  [{ unit: "fortnight" }, "unit must be one of minute, hour, day, week, month, quarter, year"],
  [{ type: "some" }, "type must be one of general, unique, average"],
  [
    { unit: "hour", from_date: "2026-05-01" },
    "unit: Hourly reports cover at most 31 days; ask for fewer days or the unit day",
  ],
  [{ limit: "0" }, "limit must be a whole number from 1 to 10000"],
  [
    { on: "country", limit: "10000", unit: "day", from_date: "2026-01-01" },
    "limit leads to more than 1000000 points; use a smaller one, or a longer unit",
  ],
  [{ interval: "x" }, "interval must be a whole number of days from 1 to 366"],
  [{ where: "properties[" }, "where: column "],
  [
    { where: 'properties["country"] and true' },
    "where: column 1: true or false is needed here, not a string",
  ],
  [{ where: 'user["plan"] == "pro"' }, "where: profiles cannot be used here"],
  [{ on: "1 +" }, "on is no expression: column "],
])("refused in words: %j", async (parameters, error) => {
  const { status, body } = await ask("segmentation", parameters);
  expect(status).toBe(400);
  expect(body.error).toContain(error);
  expect(body).toMatchObject({ status: "error", request: "/api/query/segmentation" });
});

test("a number is needed where one is added up", async () => {
  expect((await ask("segmentation/sum")).body.error).toContain("on is required");
});
