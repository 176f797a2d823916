import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewEvent } from "../../src/events/index.ts";
import type { Measure } from "../../src/reports/model/measure.ts";
import { type Asked, openReports } from "./segmentation-support.ts";
import { PURCHASES } from "./support.ts";

type Reports = Awaited<ReturnType<typeof openReports>>;
const NEW_YORK = "America/New_York";

/** The worked examples of the contract, by their numbers. */
describe("six purchases", () => {
  let reports: Reports;
  beforeAll(async () => {
    reports = await openReports();
    await reports.load(PURCHASES);
  });
  afterAll(() => reports.close());

  const price = (aggregate: string, percentile?: number): Measure =>
    ({
      kind: "property",
      property: "price",
      aggregate,
      ...(percentile === undefined ? {} : { percentile }),
    }) as Measure;

  test.each<[string, Asked, (number | null)[]]>([
    ["SEG-1: days begin at the zone's midnight", { zone: NEW_YORK }, [3, 2]],
    ["SEG-2: in UTC", { zone: "UTC" }, [3, 3]],
    ["SEG-3: persons by day", { zone: NEW_YORK, measure: { kind: "unique" } }, [2, 2]],
    ["SEG-4: events by person", { zone: NEW_YORK, measure: { kind: "average" } }, [1.5, 1]],
    ["SEG-7: a text is no number", { zone: NEW_YORK, measure: price("average") }, [12.5, 53.5]],
    [
      "SEG-12: what is missing is not equal",
      {
        zone: NEW_YORK,
        filters: { clauses: [{ property: "country", operator: "not_equals", value: "US" }] },
      },
      [2, 1],
    ],
    ["SEG-12: as an expression", { zone: NEW_YORK, where: 'properties["country"] != "US"' }, [2, 1]],
    ["a zone of the question's own", { zone: "UTC", timezone: NEW_YORK }, [3, 2]],
  ])("%s", async (_, asked, values) => {
    expect((await reports.line(asked))?.values).toEqual(values);
  });

  test("SEG-3: over the whole span a person counts once", async () => {
    expect((await reports.line({ zone: NEW_YORK, measure: { kind: "unique" } }))?.total).toBe(3);
  });

  test.each<[string, Measure, number]>([
    ["sum", price("sum"), 132],
    ["average", price("average"), 33],
    ["median", price("median"), 13.5],
    ["p25", price("percentile", 25), 6.5],
    ["p75", price("percentile", 75), 40],
    ["p90", price("percentile", 90), 76],
    ["p99", price("percentile", 99), 97.6],
    ["min", price("min"), 5],
    ["max", price("max"), 100],
    ["SEG-10: different countries", { kind: "distinct", property: "country" }, 2],
    ["events by person", { kind: "average" }, 5 / 3],
    ["events of the median person", { kind: "frequency", aggregate: "median" }, 1],
    ["events of the busiest person", { kind: "frequency", aggregate: "max" }, 3],
  ])("SEG-9: %s over the whole span", async (_, measure, value) => {
    expect((await reports.line({ zone: NEW_YORK, measure }))?.total).toBeCloseTo(value, 9);
  });

  test("SEG-11: a person is in each segment, the missing value is one of its own", async () => {
    const asked: Asked = { zone: NEW_YORK, measure: { kind: "unique" }, breakdown: { property: "country" } };
    expect(await reports.segments(asked)).toEqual({ US: 2, CA: 1, undefined: 1 });
    expect((await reports.ask(asked)).series[0]?.overall.total).toBe(3);
  });

  test("segments past the limit are one line, and ties go by name", async () => {
    const asked: Asked = {
      zone: NEW_YORK,
      measure: { kind: "unique" },
      breakdown: { property: "country", limit: 1 },
    };
    const [series] = (await reports.ask(asked)).series;
    expect(series).toMatchObject({ segmentsFound: 3, others: { values: [1, 1], total: 1 } });
    expect(await reports.segments(asked)).toEqual({ US: 2 });
    expect(await reports.segments({ breakdown: { property: "price", limit: 2 } })).toEqual({ 5: 1, 7: 1 });
  });
});

describe("other fixtures", () => {
  let reports: Reports;
  beforeAll(async () => {
    reports = await openReports();
    await reports.load([...OPENS, ...DST, ...TAGS, ...NOBODY, ...BUCKETS, ...WINTER, ...BACK]);
    await reports.load([copy(10), { ...copy(10), timeMs: copy(10).timeMs + 1, insertId: "other" }]);
    await reports.load([copy(12)]);
  });
  afterAll(() => reports.close());

  const event = (name: string, distinctId: string, time: string, properties: object = {}): NewEvent => ({
    event: name,
    timeMs: Date.parse(time),
    distinctId,
    properties: { ...properties },
  });
  const copy = (price: number): NewEvent => ({
    ...event("Twice", "u1", "2026-06-01T10:00:00Z", { price }),
    insertId: "same",
  });
  const OPENS = [
    event("Open", "u1", "2026-06-01T12:00:00Z"),
    event("Open", "u2", "2026-06-03T12:00:00Z"),
    event("Open", "u3", "2026-06-07T12:00:00Z"),
    event("Open", "u1", "2026-06-08T12:00:00Z"),
  ];
  const DST = [event("Clock", "u1", "2026-11-01T05:30:00Z"), event("Clock", "u1", "2026-11-01T06:30:00Z")];
  const TAGS = [
    event("Tagged", "u1", "2026-06-01T12:00:00Z", { tags: ["a", "b"], n: 1 }),
    event("Tagged", "u2", "2026-06-01T12:00:00Z", { tags: ["b"], n: 2 }),
    event("Tagged", "u3", "2026-06-01T12:00:00Z", { n: 3 }),
  ];
  const NOBODY = [
    event("Sold", "u1", "2026-06-01T12:00:00Z"),
    event("Sold", "u1", "2026-06-01T12:00:01Z"),
    event("Sold", "", "2026-06-01T12:00:02Z"),
  ];
  const BUCKETS = ["2026-02-28T12:00:00Z", "2026-03-01T00:00:00Z", "2026-04-15T00:00:00Z"].map((time) =>
    event("Month", "u1", time),
  );
  const BACK = ["2006-10-29T02:30:30Z", "2006-10-29T03:00:00Z", "2006-10-29T12:00:00Z"].map((time) =>
    event("Back", "u1", time),
  );
  const WINTER = [event("Rare", "u9", "2026-01-01T12:00:00Z")];

  test("where clocks went back over midnight nothing of the first day is lost", async () => {
    // In St. John's the 29th began at 02:30 UTC; a minute later it was the 28th again, for an hour.
    const asked: Asked = {
      zone: "America/St_Johns",
      events: [{ event: "Back" }],
      time_frame: { from: "2006-10-29", to: "2006-10-29" },
    };
    expect(await reports.line(asked)).toEqual({ values: [3], total: 3 });
    const both = { ...asked, time_frame: { from: "2006-10-28", to: "2006-10-29" } };
    expect((await reports.line(both))?.total).toBe(3);
  });

  test("SEG-14: a day of 25 hours is one day and 25 hours", async () => {
    const asked: Asked = {
      zone: NEW_YORK,
      events: [{ event: "Clock" }],
      time_frame: { from: "2026-11-01", to: "2026-11-01" },
    };
    expect((await reports.line(asked))?.values).toEqual([2]);
    const { plan, series } = await reports.ask({ ...asked, unit: "hour" });
    expect(plan.axis.buckets).toHaveLength(25);
    expect(series[0]?.overall.values.slice(0, 4)).toEqual([0, 1, 1, 0]);
    const spring = await reports.ask({
      ...asked,
      unit: "hour",
      time_frame: { from: "2026-03-08", to: "2026-03-08" },
    });
    expect(spring.plan.axis.buckets).toHaveLength(23);
  });

  test.each<[string, Measure, number[]]>([
    ["WAU", { kind: "active", days: 7 }, [3, 3, 3, 2]],
    ["DAU", { kind: "active", days: 1 }, [1, 1, 0, 0]],
  ])("SEG-15: %s", async (_, measure, values) => {
    const time_frame = { from: "2026-06-07", to: "2026-06-10" };
    expect((await reports.line({ events: [{ event: "Open" }], measure, time_frame }))?.values).toEqual(
      values,
    );
  });

  test("SEG-16: a month's last thirty days are not the month", async () => {
    const asked: Asked = {
      events: [{ event: "Rare" }],
      unit: "month",
      time_frame: { from: "2026-01-01", to: "2026-01-31" },
    };
    expect((await reports.line({ ...asked, measure: { kind: "unique" } }))?.values).toEqual([1]);
    expect((await reports.line({ ...asked, measure: { kind: "active", days: 30 } }))?.values).toEqual([0]);
  });

  test("SEG-18: a list is in the segment of each of its items", async () => {
    const asked: Asked = { events: [{ event: "Tagged" }], breakdown: { property: "tags" } };
    expect(await reports.segments(asked)).toEqual({ b: 2, a: 1, undefined: 1 });
    expect((await reports.ask(asked)).series[0]).toMatchObject({ overall: { total: 3 }, eventsCounted: 3 });
    const any: Asked["filters"] = { clauses: [{ property: "tags", operator: "equals", value: "a" }] };
    expect(await reports.segments({ ...asked, filters: any })).toEqual({ a: 1, b: 1 });
    const all: Asked["filters"] = {
      clauses: [{ property: "tags", operator: "equals", value: "b", items: "all" }],
    };
    expect(await reports.segments({ ...asked, filters: all })).toEqual({ b: 1 });
    // Of [a, b], [b] and nothing: which are not a list with b, have an item that is not b, have only such.
    const isNot = async (items?: "any" | "all") => {
      const clause = { property: "tags", operator: "not_equals" as const, value: "b" };
      const filters = { clauses: [items === undefined ? clause : { ...clause, items }] };
      return (await reports.line({ events: [{ event: "Tagged" }], filters }))?.total;
    };
    expect([await isNot(), await isNot("any"), await isNot("all")]).toEqual([1, 2, 1]);
  });

  test("SEG-19: copies of an event count once, the last one's values", async () => {
    const asked: Asked = { events: [{ event: "Twice" }] };
    expect((await reports.line(asked))?.total).toBe(2);
    const sum: Measure = { kind: "property", property: "price", aggregate: "sum" };
    expect((await reports.line({ ...asked, measure: sum }))?.total).toBe(22);
  });

  test("SEG-20: an event of nobody counts as an event, not as a person", async () => {
    const asked: Asked = { events: [{ event: "Sold" }] };
    expect((await reports.line(asked))?.total).toBe(3);
    expect((await reports.line({ ...asked, measure: { kind: "unique" } }))?.total).toBe(1);
    expect((await reports.line({ ...asked, measure: { kind: "average" } }))?.total).toBe(3);
  });

  test("all events leave out what is hidden", async () => {
    const asked: Asked = { events: [{ event: null }], time_frame: { from: "2026-01-01", to: "2026-01-31" } };
    expect((await reports.line(asked))?.total).toBe(1);
    expect((await reports.line({ ...asked, hidden: ["Rare"] }))?.total).toBe(0);
  });

  test.each<[Asked["unit"], number[]]>([
    ["month", [1, 1, 1]],
    ["quarter", [2, 1]],
    ["year", [3]],
  ])("periods of a %s", async (unit, values) => {
    const asked: Asked = {
      events: [{ event: "Month" }],
      time_frame: { from: "2026-02-10", to: "2026-04-20" },
    };
    expect((await reports.line({ ...asked, unit: unit ?? "day" }))?.values).toEqual(values);
  });
});

describe("identity", () => {
  test("IDM-1: a link rewrites the count of earlier days", async () => {
    const reports = await openReports();
    const row = (time: string, deviceId?: string, userId?: string): NewEvent => ({
      event: "Open",
      timeMs: Date.parse(time),
      distinctId: userId ?? `$device:${deviceId}`,
      deviceId,
      userId,
      properties: {},
    });
    const asked: Asked = { events: [{ event: "Open" }], measure: { kind: "unique" } };
    const unique = async () => (await reports.line(asked))?.total;
    await reports.load([row("2026-06-01T01:00:00Z", "D1"), row("2026-06-01T02:00:00Z", "D1")]);
    expect(await unique()).toBe(1);
    await reports.load([row("2026-06-01T03:00:00Z", "D1", "U1")]);
    expect(await unique()).toBe(1);
    await reports.load([row("2026-06-02T01:00:00Z", "D2"), row("2026-06-02T02:00:00Z", "D2")]);
    expect(await unique()).toBe(2);
    await reports.load([row("2026-06-02T03:00:00Z", "D2", "U1")]);
    expect(await unique()).toBe(1);
    const by = {
      filters: { clauses: [{ property: "distinct_id", operator: "equals" as const, value: "U1" }] },
    };
    expect((await reports.line({ ...asked, measure: { kind: "total" }, ...by }))?.total).toBe(6);
    await reports.close();
  });
});

describe("how events came in", () => {
  let reports: Reports;
  beforeAll(async () => {
    reports = await openReports();
    const old = (name: string, properties: Record<string, unknown> = {}): NewEvent => ({
      event: name,
      timeMs: Date.parse("2019-03-04T10:00:00Z"),
      distinctId: "u1",
      properties,
    });
    await reports.load([old("Row"), old("Row")], { source: "warehouse", importId: "12", jobId: "j-1" });
    await reports.load([old("Row")], { source: "warehouse", importId: "13", jobId: "j-2" });
    await reports.load([old("Moved")], { source: "migration-amplitude", jobId: "m-1" });
    await reports.load([old("Sent", { $source: "my own" })], { source: "track" });
  });
  afterAll(() => reports.close());

  const years: Asked = {
    events: [{ event: null }],
    unit: "year",
    time_frame: { from: "2015-01-01", to: "2026-06-01" },
  };

  test.each<[string, string | number | boolean, number]>([
    ["$warehouse_import_id", 12, 2],
    ["$warehouse_import_id", "12", 2],
    ["$warehouse_import_job_id", "j-2", 1],
    ["$import", true, 4],
    ["$source", "warehouse-import", 3],
    ["$source", "my own", 1],
    ["$migration_job_id", "m-1", 1],
  ])("old events are found by %s = %j", async (property, value, total) => {
    const filters: Asked["filters"] = { clauses: [{ property, operator: "equals", value }] };
    expect((await reports.line({ ...years, filters }))?.total).toBe(total);
    const where = `properties["${property}"] == ${JSON.stringify(value)}`;
    if (value !== "12") expect((await reports.line({ ...years, where }))?.total).toBe(total);
  });

  test("and told apart by it", async () => {
    const by = (property: string) => reports.segments({ ...years, breakdown: { property } });
    expect(await by("$warehouse_import_id")).toEqual({ 12: 2, 13: 1, undefined: 2 });
    expect(await by("$source")).toEqual({
      "warehouse-import": 3,
      "migration-amplitude": 1,
      "my own": 1,
    });
  });
});
