import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ControlTables } from "../../src/platform/control-db/index.ts";
import { profilesReader } from "../../src/profiles/profiles-reader.ts";
import { readPeople } from "../../src/reports/run/read-people.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { sendUpdates, tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let token: string;
const set = async (id: string, properties: object) => {
  const sent = await sendUpdates(server, [{ $token: token, $distinct_id: id, $set: properties }]);
  expect(sent.status).toBe(200);
  await waitUntilApplied(server);
};

beforeAll(async () => {
  server = await startTestServer();
  token = await tokenOf(server);
  const time = Date.now() - 3_600_000;
  const ids = [
    { $user_id: "u1" },
    { $user_id: "u1" },
    { distinct_id: "u2" },
    // Of u1's device, before anybody knew whose it was.
    { $device_id: "d1" },
    { $device_id: "d1", $user_id: "u1" },
  ];
  const records = ids.map((id, index) => ({
    event: index < 3 ? "Order" : "Visit",
    properties: { time: time + index, $insert_id: `i${index}`, ...id },
  }));
  await sendEvents(server, records);
  await waitUntilLoaded(server);
  const address = { city: "Oslo" };
  await set("u1", { plan: "pro", seats: 7, tags: ["a", "b"], beta: true, address, gone: null });
  await set("u3", { plan: "free", lonely: true });
});
afterAll(() => server.close());

const ask = (more: object) =>
  server.call("POST", "projects/1/reports/query", {
    body: {
      version: 1,
      kind: "segmentation",
      events: [{ event: "Order" }],
      time_frame: { last: 2, unit: "day" },
      ...more,
    },
  });
type Line = { line: string; total: number; segment: { label: string } };
async function totals(more: object): Promise<Record<string, number>> {
  const { status, body } = await ask(more);
  expect(status, JSON.stringify(body)).toBe(200);
  const lines: Line[] = body.results.series;
  return Object.fromEntries(
    lines.map(({ line, segment, total }) => [line === "segment" ? segment.label : line, total]),
  );
}
const plan = { property: "plan", of: "profile" };
const where = (property: string, operator: string, value?: unknown) => ({
  filters: { clauses: [{ property, of: "profile", operator, ...(value === undefined ? {} : { value }) }] },
});

test("LUT-2: broken down by what profiles say, as they are now", async () => {
  expect(await totals({ breakdown: plan })).toEqual({ overall: 3, pro: 2, "(not set)": 1 });
  const unique = { measure: { kind: "unique" }, breakdown: plan };
  expect(await totals(unique)).toEqual({ overall: 2, pro: 1, "(not set)": 1 });
  await set("u1", { plan: "free" });
  expect(await totals({ breakdown: plan })).toEqual({ overall: 3, free: 2, "(not set)": 1 });
  await set("u1", { plan: "pro" });
});

test("a device's events are those of the person it belongs to", async () => {
  expect(await totals({ events: [{ event: "Visit" }], breakdown: plan })).toEqual({ overall: 2, pro: 2 });
});

test.each<[string, object, number]>([
  ["a text", where("plan", "equals", "pro"), 2],
  ["a text, by what it is not", where("plan", "not_equals", "pro"), 1],
  ["a number", where("seats", "greater_than", 5), 2],
  ["a list", where("tags", "equals", "b"), 2],
  ["true", where("beta", "is_true"), 2],
  ["what is null", where("gone", "is_not_set"), 3],
  ["an expression", { where: 'user["plan"] == "pro" and user["address"]["city"] == "Oslo"' }, 2],
  ["what nobody has", { where: 'defined(user["nothing"])' }, 0],
  ["somebody who did nothing", where("lonely", "is_set"), 0],
])("filtered by %s", async (_, filter, total) => {
  expect((await totals(filter)).overall).toBe(total);
});

test("items of lists are segments, and numbers can be added up", async () => {
  const tags = await totals({ breakdown: { property: "tags", of: "profile" } });
  expect(tags).toEqual({ overall: 3, a: 2, b: 2, "(not set)": 1 });
  const measure = { kind: "property", property: "seats", of: "profile", aggregate: "sum" };
  expect((await totals({ measure })).overall).toBe(14);
});

test("the query API and the events page read profiles too", async () => {
  const day = new Date().toISOString().slice(0, 10);
  const before = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const query = new URLSearchParams({
    ...{ project_id: "1", event: "Order", from_date: before, to_date: day, on: 'user["plan"]' },
  });
  const { body } = await server.call("GET", `/api/query/segmentation?${query}`);
  expect(Object.keys(body.data.values).sort()).toEqual(["pro", "undefined"]);
  const found = await server.call("POST", "projects/1/events/search", { body: where("plan", "is_set") });
  expect(found.body.results.events).toHaveLength(4);
});

test.each<[object, string]>([
  [{ breakdown: { property: "Plan", of: "profile" } }, "breakdown.property"],
  [{ breakdown: { ...plan, column: "name" } }, "breakdown.column"],
  [where("nobody", "is_set"), "filters.clauses[0].property"],
])("%j is refused at %s", async (more, field) => {
  expect(await ask(more)).toMatchObject({ status: 400, body: { type: "invalid_report", field } });
});

test("more than a question can carry is told, not cut", async () => {
  const pool = new Pool({ connectionString: server.databaseUrl });
  const db = new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) });
  const reader = profilesReader(db);
  expect(await readPeople(reader, 1, ["plan"], 10)).toMatchObject({ isCut: true, json: "[]" });
  expect((await readPeople(reader, 1, ["lonely", "plan"])).json).toBe(
    '[{"id":"u1","v1":"pro"},{"id":"u3","v0":true,"v1":"free"}]',
  );
  await db.destroy();
});
