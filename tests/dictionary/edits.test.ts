import { afterAll, beforeAll, expect, test } from "vitest";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const edit = (name: string, body: unknown, type = "event") =>
  server.call("PATCH", `projects/1/dictionary/${type}/${encodeURIComponent(name)}`, { body });
const editMany = (edits: unknown) => server.call("PATCH", "projects/1/dictionary", { body: { edits } });
const schema = async (name: string) =>
  (await server.call("GET", `projects/1/schemas/event/${encodeURIComponent(name)}`)).body.results;

test("an edit declares an event, and holds from the next batch on", async () => {
  const done = await edit("View", { display_name: "Page view", tags: ["web"], dropped: true });
  expect(done.body.results).toEqual({ changed: 1, unchanged: 0 });
  expect(await schema("View")).toEqual({
    metadata: { "com.service": { displayName: "Page view", tags: ["web"], dropped: true } },
  });
  const record = { event: "View", properties: { time: Date.now() - 1000, distinct_id: "somebody" } };
  await sendEvents(server, [record]);
  await edit("View", { dropped: null });
  await sendEvents(server, [record]);
  await waitUntilLoaded(server);
  expect(await exportLines(server)).toHaveLength(1);
});

test("what is left out stays, null takes away, and what the upload said otherwise is kept", async () => {
  await server.call("POST", "projects/1/schemas/event/Buy", {
    body: {
      description: "Somebody paid.",
      required: ["price"],
      "x-own": 1,
      properties: { price: { type: "number", description: "Net." }, __proto__x: { type: "string" } },
      metadata: { "com.mixpanel": { hidden: true, tags: ["a"] }, other: { kept: true } },
    },
  });
  await edit("Buy", {
    description: null,
    hidden: null,
    contacts: ["ana@example.com"],
    team_contacts: ["Growth"],
    properties: { price: { display_name: "Price", hidden: true }, sku: { type: "string", dropped: true } },
  });
  expect(await schema("Buy")).toEqual({
    required: ["price"],
    "x-own": 1,
    properties: {
      price: {
        type: "number",
        description: "Net.",
        metadata: { "com.mixpanel": { displayName: "Price", hidden: true } },
      },
      __proto__x: { type: "string" },
      sku: { type: "string", metadata: { "com.mixpanel": { dropped: true } } },
    },
    metadata: {
      "com.mixpanel": { tags: ["a"], contacts: ["ana@example.com"], teamContacts: ["Growth"] },
      other: { kept: true },
    },
  });
  const { body } = await server.call("GET", "projects/1/schemas/event/Buy/history");
  expect(body.results.versions[0]).toMatchObject({ version: 2, change: "replaced" });
  expect((await edit("Buy", { contacts: ["ana@example.com"] })).body.results).toEqual({
    changed: 0,
    unchanged: 1,
  });
  expect((await edit("$user", { description: "People." }, "profile")).body.results.changed).toBe(1);
});

test("many are edited at once, one after the other, all or none, and the audit log tells", async () => {
  const done = await editMany([
    { entity_type: "event", name: "A/B", hidden: true },
    { entity_type: "event", name: "A/B", tags: ["x"] },
    { entity_type: "event", name: "Buy", hidden: false },
  ]);
  expect(done.body.results).toEqual({ changed: 2, unchanged: 0 });
  expect(await schema("A/B")).toEqual({ metadata: { "com.service": { hidden: true, tags: ["x"] } } });
  const refused = await editMany([
    { entity_type: "event", name: "A/B", hidden: null },
    { entity_type: "event", name: "Buy", properties: { fresh: { hidden: true } } },
  ]);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    field: "edits[1].properties.fresh.type",
    error: expect.stringContaining("edits[1].properties.fresh.type: is required"),
  });
  expect(await schema("A/B")).toMatchObject({ metadata: { "com.service": { hidden: true } } });
  const { body } = await server.call("GET", "projects/1/audit-log?limit=1");
  expect(body.results.entries).toMatchObject([
    { action: "dictionary.edit", target_type: "dictionary", after: { changed: 2 } },
  ]);
});

test("two who edit one entry at once both count", async () => {
  const tags = Array.from({ length: 8 }, (_, index) => ({ [`p${index}`]: { type: "string" } }));
  const done = await Promise.all(tags.map((properties) => edit("Race", { properties })));
  expect(done.map(({ status }) => status)).toEqual(tags.map(() => 200));
  expect(Object.keys((await schema("Race")).properties).sort()).toEqual(tags.flatMap(Object.keys));
});

test.each<[string, unknown]>([
  ["no body", {}],
  ["an unknown key", { displayName: "x" }],
  ["a name instead of a list", { tags: "a" }],
  ["no address", { contacts: ["nobody"] }],
  ["a word instead of a flag", { hidden: "yes" }],
  ["a list as type", { properties: { p: { type: ["string"] } } }],
  ["an unknown type", { properties: { p: { type: "date" } } }],
  ["a property without a name", { properties: { "": { type: "string" } } }],
  ["a property whose name is too long", { properties: { ["x".repeat(256)]: { type: "string" } } }],
  ["a description that is too long", { description: "x".repeat(4097) }],
])("%s is refused", async (_what, body) => {
  const { status, body: told } = await edit("Bad", body);
  expect([status, typeof told.field]).toEqual([400, "string"]);
  expect((await server.call("GET", "projects/1/schemas/event/Bad")).status).toBe(404);
});

test("odd names and too many edits are refused", async () => {
  expect((await edit("x".repeat(256), { hidden: true })).status).toBe(400);
  expect((await edit("Bad", { hidden: true }, "group")).status).toBe(400);
  expect((await editMany([])).status).toBe(400);
  const silent = await editMany([{ entity_type: "event", name: "Silent" }]);
  expect([silent.status, silent.body.field]).toEqual([400, "edits[0]"]);
  expect((await server.call("GET", "projects/1/schemas/event/Silent")).status).toBe(404);
  const { body: told } = await edit("Bad", { contacts: ["nobody"] });
  expect(told.error).toBe("contacts[0]: must be an e-mail address.");
  expect((await editMany([{ entity_type: "event", name: "a\0b", hidden: true }])).status).toBe(400);
  const many = Array.from({ length: 1001 }, (_, index) => ({
    entity_type: "event",
    name: `e${index}`,
    hidden: true,
  }));
  expect((await editMany(many)).status).toBe(400);
  expect((await editMany(many.slice(1))).body.results.changed).toBe(1000);
});
