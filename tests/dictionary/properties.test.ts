import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
let n = 0;
const record = (event: string, properties: object = {}, agoMs = 1000) => {
  n += 1;
  return { event, properties: { time: Date.now() - agoMs - n, distinct_id: "somebody", ...properties } };
};

beforeAll(async () => {
  server = await startTestServer();
  const declared = await server.call("POST", "projects/1/schemas", {
    body: {
      entries: [
        {
          entityType: "event",
          name: "Buy",
          schemaJson: {
            properties: {
              price: {
                type: "number",
                description: "Net.",
                metadata: { "com.service": { displayName: "Price" } },
              },
              never: { type: "string", metadata: { "com.service": { dropped: true } } },
            },
          },
        },
        { entityType: "event", name: "Strict", schemaJson: { additionalProperties: false } },
        {
          entityType: "event",
          name: "Return",
          schemaJson: {
            properties: { price: { type: "string", metadata: { "com.service": { hidden: true } } } },
          },
        },
      ],
    },
  });
  expect(declared.body.error).toBeUndefined();
  await sendEvents(server, [
    record("Buy", { price: 5, shelf: [1] }),
    record("Buy", { price: 7 }),
    record("Strict", { "nul\0": "text" }),
    record("Return", { price: "free" }),
    record("Look", { price: 1, shelf: { row: 2 } }),
    record("Look", { ancient: true }, 40 * DAY_MS),
  ]);
  const token = await tokenOf(server);
  await server.call("POST", "/engage", {
    as: null,
    body: [
      { $token: token, $distinct_id: "ana", $set: { plan: "free", seats: 3 } },
      { $token: token, $distinct_id: "bo", $set: { plan: ["paid"] } },
    ],
  });
  await waitUntilLoaded(server);
  await waitUntilApplied(server);
});
afterAll(() => server.close());

const list = async (query = "") => {
  const { status, body } = await server.call("GET", `projects/1/dictionary/properties?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.results;
};

test("a property stands once for all events that declare it or have it", async () => {
  const { properties, total } = await list("name=price");
  expect(total).toBe(1);
  expect(properties).toEqual([
    {
      name: "price",
      display_name: "Price",
      description: "Net.",
      status: "hidden",
      declared_in: 2,
      hidden_in: 1,
      dropped_in: 0,
      types: ["number", "string"],
      types_seen: ["number", "string"],
      samples: expect.arrayContaining([5, "free"]),
      volume_30d: 4,
      violations_30d: 0,
      last_seen_at: expect.stringMatching(/^20/),
      event_count: 3,
      events: [
        { event: "Buy", declared: true, volume_30d: 2 },
        { event: "Look", declared: false, volume_30d: 1 },
        { event: "Return", declared: true, volume_30d: 1 },
      ],
    },
  ]);
});

test("what is declared is listed without arriving, what arrives without being declared; old names are not", async () => {
  const names = async (query: string) =>
    (await list(query)).properties.map(({ name }: { name: string }) => name);
  expect(await names("sort=name")).toEqual(["never", "nul\0", "price", "shelf"]);
  expect(await names("status=blocked")).toEqual(["never"]);
  expect(await names("declared=false&sort=name")).toEqual(["nul\0", "shelf"]);
  expect(await names("seen=false")).toEqual(["never"]);
  expect(await names("event=Look&sort=name")).toEqual(["price", "shelf"]);
  expect(await names("q=NET")).toEqual(["price"]);
  expect((await list("name=shelf")).properties[0]).toMatchObject({
    types: [],
    types_seen: ["array", "object"],
  });
  expect((await list("name=price&events_max=1")).properties[0].events).toHaveLength(1);
});

test("a page holds only in the order it was made in", async () => {
  const { next } = await list("limit=1");
  expect((await list(`limit=9&page=${next}`)).properties).toHaveLength(3);
  const other = await server.call("GET", `projects/1/dictionary/properties?sort=name&page=${next}`);
  expect([other.status, other.body.field]).toEqual([400, "page"]);
  const entries = await server.call("GET", "projects/1/dictionary?limit=1");
  const page = entries.body.results.next;
  const turned = await server.call("GET", `projects/1/dictionary?order=asc&page=${page}`);
  expect([turned.status, turned.body.field]).toEqual([400, "page"]);
});

test("violations of a property with NUL in its name are counted", async () => {
  const { body } = await server.call("GET", "projects/1/dictionary/event/Strict");
  const property = body.results.properties.find(({ name }: { name: string }) => name === "nul\0");
  expect(property.violations_30d).toBe(1);
  expect((await list("violations=true")).properties).toMatchObject([{ name: "nul\0", violations_30d: 1 }]);
});

test("profiles that nobody declared are shown with what they have", async () => {
  const { status, body } = await server.call("GET", "projects/1/dictionary/profile/$user");
  expect([status, body.error]).toEqual([200, undefined]);
  const properties = Object.fromEntries(
    body.results.properties.map((property: { name: string }) => [property.name, property]),
  );
  expect(properties.plan).toMatchObject({ declared: false, types_seen: ["string", "array"], volume_30d: 2 });
  expect(properties.seats).toMatchObject({
    samples: [3],
    types_seen: ["number"],
    volume_30d: 1,
    last_seen_at: null,
  });
  const listed = await server.call("GET", "projects/1/dictionary?entity_type=profile");
  expect(listed.body.results.entries).toMatchObject([{ name: "$user", declared: false }]);
  const none = await server.call("GET", "projects/1/dictionary/profile/company");
  expect(none.status).toBe(404);
});

test("the CSV file has properties that nobody declared, and read back they stay so", async () => {
  const { body: csv } = await server.call("GET", "projects/1/dictionary/export?format=csv");
  expect(csv).toMatch(/^event,Look,shelf,,,,,,,,,,,1,,,20/m);
  expect(csv).toMatch(/^profile,\$user,plan,,,,,,,,,,,2,,,\r$/m);
  expect(csv).not.toContain("ancient");
  const again = await server.call("POST", "projects/1/dictionary/import", { body: { csv, dry_run: true } });
  expect(again.body.results).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3 });
});
