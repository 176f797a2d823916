import { afterAll, beforeAll, expect, test } from "vitest";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.call("GET", "projects/1")).body.results.token;
  await server.call("POST", "projects/1/schemas", {
    body: {
      entries: ["Buy", "Sell"].map((name) => ({
        entityType: "event",
        name,
        schemaJson: {
          properties: {
            price: { type: "number" },
            mail: { type: "string", format: "email" },
            secret: { type: "boolean", metadata: { "com.service": { dropped: true } } },
          },
          required: ["price", "secret"],
          additionalProperties: false,
        },
      })),
    },
  });
});
afterAll(() => server.close());

let n = 0;
const record = (event: string, properties: object) => {
  n += 1;
  const own = { time: Date.now() - 1000 - n, distinct_id: "somebody", $insert_id: `insert-${n}` };
  return { event, properties: { ...own, ...properties } };
};
const violations = async (query = "") =>
  (await server.call("GET", `projects/1/dictionary/violations?${query}`)).body.results;
const setMode = (body: object) => server.call("PATCH", "projects/1/dictionary/settings", { body });
const lines = (found: { violations: Record<string, unknown>[] }) =>
  found.violations.map(({ event, property, kind, count, refused }) =>
    [event, property, kind, count, refused].join(" "),
  );

test("what is not as declared is counted and stored, whichever door it comes through; what is dropped is not looked at", async () => {
  const good = { price: 1, mail: "ana@example.com", $os: "iOS", mp_lib: "web" };
  const imported = await sendEvents(server, [
    record("Buy", good),
    record("Buy", { price: "9.99", secret: "x", password: "hunter2" }),
    record("Buy", { mail: "nobody", more: 1 }),
    record("Other", { price: [] }),
  ]);
  expect(imported.body).toMatchObject({ code: 200, num_records_imported: 4 });
  const tracked = await server.call("POST", "/track?verbose=1", {
    as: null,
    body: [record("Buy", { token, price: null, list: [1] })],
  });
  expect(tracked.body).toMatchObject({ status: 1 });
  const found = await violations();
  expect(lines(found)).toEqual([
    "Buy price type 2 0",
    "Buy list additionalProperties 1 0",
    "Buy mail format 1 0",
    "Buy more additionalProperties 1 0",
    "Buy password additionalProperties 1 0",
    "Buy price required 1 0",
  ]);
  const [price] = found.violations;
  expect(price.samples).toHaveLength(2);
  expect(price.samples[0]).toMatchObject({ message: "must be number" });
  expect(price.samples[1].record).toContain('"password":"***"');
  await waitUntilLoaded(server);
  expect(await exportLines(server)).toHaveLength(5);
});

test("names that hold line breaks are told apart", async () => {
  const { body } = await server.call("POST", "organizations/1/projects", { body: { name: "Breaks" } });
  const project = `projects/${body.results.id}`;
  const closed = { additionalProperties: false };
  const entries = ["a", "a\nb"].map((name) => ({ entityType: "event", name, schemaJson: closed }));
  await server.call("POST", `${project}/schemas`, { body: { entries } });
  const batch = [record("a", { "b\nc": 1 }), record("a\nb", { c: 1 })];
  await server.call("POST", `/import?strict=1&project_id=${body.results.id}`, { body: batch });
  const found = await server.call("GET", `${project}/dictionary/violations`);
  expect(lines(found.body.results)).toEqual([
    "a b\nc additionalProperties 1 0",
    "a\nb c additionalProperties 1 0",
  ]);
});

test("violations are found by event, property, kind and day, page by page", async () => {
  expect(lines(await violations("kind=format"))).toEqual(["Buy mail format 1 0"]);
  expect(lines(await violations("property=price&event=Buy&samples=0"))).toEqual([
    "Buy price type 2 0",
    "Buy price required 1 0",
  ]);
  expect((await violations("to=2020-01-01")).violations).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  expect(lines(await violations(`from=${today}&to=${today}`))).toHaveLength(6);
  const paged: string[] = [];
  for (let page = ""; ; ) {
    const found = await violations(`limit=1${page}`);
    paged.push(...lines(found));
    if (found.next === null) break;
    page = `&page=${found.next}`;
  }
  expect(paged).toEqual(lines(await violations()));
  for (const bad of [
    "page=x",
    "kind=size",
    "from=yesterday",
    "from=0000-01-01",
    "to=2026-02-30",
    "limit=0",
    "samples=21",
    "more=1",
  ]) {
    const refused = await server.call("GET", `projects/1/dictionary/violations?${bad}`);
    expect([bad, refused.status]).toEqual([bad, 400]);
  }
});

test("events are refused where the project or the event says so, the good ones of the batch are taken", async () => {
  const settings = await setMode({ events: [{ event: "Sell", mode: "reject" }] });
  expect(settings.body.results).toEqual({ mode: "observe", events: [{ event: "Sell", mode: "reject" }] });
  const bad = record("Sell", { price: "x", more: 1 });
  const listed = record("Sell", { list: [1] });
  const { status, body } = await sendEvents(server, [bad, record("Sell", { price: 1 }), listed]);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    num_records_imported: 1,
    failed_records: [
      {
        index: 0,
        insert_id: bad.properties.$insert_id,
        field: "properties.price",
        message:
          "'properties.price' is invalid: the data dictionary says that it must be number (and 1 more)",
      },
      { index: 2, insert_id: listed.properties.$insert_id, field: "properties.list" },
    ],
  });
  expect((await sendEvents(server, [record("Buy", {})])).body).toMatchObject({ num_records_imported: 1 });
  expect(lines(await violations("event=Sell&kind=type"))).toEqual(["Sell price type 1 1"]);
  const { body: told } = await server.call("GET", "projects/1/ingestion/diagnostics?code=schema_violation");
  expect(told.results.counts).toMatchObject([{ kind: "refused", count: 2 }]);

  await setMode({ mode: "reject", events: [{ event: "Sell", mode: null }] });
  expect(
    (await sendEvents(server, [record("Buy", {}), record("Sell", {})])).body.failed_records,
  ).toHaveLength(2);
  const lenient = await sendEvents(server, [record("Buy", {})], { query: "strict=0&project_id=1" });
  expect(lenient.body).toMatchObject({ code: 200, num_records_imported: 0 });
  await setMode({ mode: "off" });
  const before = lines(await violations());
  expect((await sendEvents(server, [record("Buy", {})])).body).toMatchObject({ num_records_imported: 1 });
  expect(lines(await violations())).toEqual(before);
  await setMode({ mode: "observe" });
});

test("settings refuse what they do not know, and tell the audit log", async () => {
  for (const body of [
    { mode: "strict" },
    { mode: null },
    { more: 1 },
    { events: {} },
    { events: [{ event: "", mode: "off" }] },
    { events: [{ event: "a\0b", mode: "off" }] },
    { events: [{ event: "a" }] },
    { events: Array.from({ length: 1001 }, (_, i) => ({ event: `e${i}`, mode: "off" })) },
  ])
    expect([body, (await setMode(body)).status]).toEqual([body, 400]);
  expect((await server.call("GET", "projects/1/dictionary/settings")).body.results).toEqual({
    mode: "observe",
    events: [],
  });
  const { body } = await server.call("GET", "projects/1/audit-log?action=dictionary.settings");
  expect(body.results.entries).toHaveLength(4);
  expect(body.results.entries[3]).toMatchObject({
    target_type: "dictionary",
    before: { events: { Sell: null } },
    after: { events: { Sell: "reject" } },
  });
});

test("an erased person is gone from the samples", async () => {
  await sendEvents(server, [
    { ...record("Buy", {}), properties: { time: Date.now() - 5, distinct_id: "zoe-1" } },
  ]);
  expect(JSON.stringify(await violations("samples=20"))).toContain("zoe-1");
  const asked = await server.call("POST", "projects/1/erasures", { body: { distinct_ids: ["zoe-1"] } });
  const { id } = asked.body.results;
  await expect
    .poll(async () => (await server.call("GET", `projects/1/erasures/${id}`)).body.results.status, {
      timeout: 20_000,
    })
    .toBe("done");
  expect(JSON.stringify(await violations("samples=20"))).not.toContain("zoe-1");
});
