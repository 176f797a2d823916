import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
let n = 0;
const record = (event: string, properties: object = {}, agoMs = 1000) => {
  n += 1;
  return { event, properties: { time: Date.now() - agoMs - n, distinct_id: "somebody", ...properties } };
};
const declare = (name: string, metadata: object, more: object = {}, entityType = "event") => ({
  entityType,
  name,
  schemaJson: { metadata: { "com.service": metadata }, ...more },
});

beforeAll(async () => {
  server = await startTestServer();
  await server.call("POST", "projects/1/schemas", {
    body: {
      entries: [
        declare(
          "Buy",
          { displayName: "Purchase", tags: ["money"], contacts: ["ana@example.com"], $source: "plan" },
          {
            description: "Somebody paid.",
            properties: { price: { type: "number" }, gone: { type: "string" } },
          },
        ),
        declare("Hidden", { hidden: true, teamContacts: ["Growth"] }),
        declare("Blocked", { hidden: true, dropped: true }),
        declare("Old and declared", {}),
        declare("$user", { tags: ["people"] }, { properties: { plan: { type: "string" } } }, "profile"),
      ],
    },
  });
  await sendEvents(server, [
    record("Buy", { price: 5, list: [1], item: { a: 1 }, "a/b~c": "x" }),
    record("Buy", { price: 7, list: { b: 2 } }, 2 * DAY_MS),
    record("Buy", { price: "9", more: null }, 3 * DAY_MS),
    record("Buy", { ancient: true }, 40 * DAY_MS),
    record("Undeclared", { price: 1 }),
    record("Hidden"),
    record("Old", {}, 31 * DAY_MS),
    record("Old and declared", {}, 31 * DAY_MS),
  ]);
  await waitUntilLoaded(server);
});
afterAll(() => server.close());

const list = async (query = "") => {
  const { status, body } = await server.call("GET", `projects/1/dictionary?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.results;
};
const names = async (query: string): Promise<string[]> =>
  (await list(query)).entries.map(({ name }: { name: string }) => name);

test("declared and seen stand together; an undeclared name leaves after 30 days", async () => {
  expect(await names("sort=name")).toEqual([
    "$user",
    "Blocked",
    "Buy",
    "Hidden",
    "Old and declared",
    "Undeclared",
  ]);
  const { entries } = await list("q=buy");
  expect(entries).toEqual([
    {
      entity_type: "event",
      name: "Buy",
      display_name: "Purchase",
      description: "Somebody paid.",
      status: "visible",
      hidden: false,
      dropped: false,
      declared: true,
      first_seen_at: expect.stringMatching(/^20/),
      last_seen_at: expect.stringMatching(/^20/),
      volume_30d: 3,
      violations_30d: 1,
      tags: ["money"],
      contacts: ["ana@example.com"],
      team_contacts: [],
      source: "plan",
      declared_properties: 2,
      version: 1,
      changed_at: expect.stringMatching(/^20/),
      changed_by: expect.any(String),
    },
  ]);
  expect((await list("q=Undeclared")).entries[0]).toMatchObject({
    declared: false,
    version: null,
    volume_30d: 1,
  });
  expect((await list("q=old")).entries[0]).toMatchObject({ declared: true, volume_30d: 0 });
});

test.each([
  ["q=purchase", ["Buy"]],
  ["q=PAID", ["Buy"]],
  ["entity_type=profile", ["$user"]],
  ["tag=money", ["Buy"]],
  ["status=hidden", ["Hidden"]],
  ["status=blocked", ["Blocked"]],
  ["contact=Growth", ["Hidden"]],
  ["contact=ana@example.com", ["Buy"]],
  ["source=plan", ["Buy"]],
  ["declared=false", ["Undeclared"]],
  ["seen=true&sort=name", ["Buy", "Hidden", "Undeclared"]],
  ["seen=false&entity_type=event&sort=name", ["Blocked", "Old and declared"]],
  ["violations=true", ["Buy"]],
  ["sort=volume&limit=1", ["Buy"]],
  ["sort=name&order=desc&limit=2", ["Undeclared", "Old and declared"]],
  ["sort=display_name&limit=3", ["$user", "Blocked", "Hidden"]],
])("?%s", async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test("pages follow each other in every order, and odd questions are refused", async () => {
  for (const sort of ["name", "volume", "last_seen", "first_seen", "violations", "changed", "display_name"]) {
    for (const order of ["asc", "desc"]) {
      const paged: string[] = [];
      for (let page = ""; ; ) {
        const found = await list(`sort=${sort}&order=${order}&limit=2${page}`);
        expect(found.total).toBe(6);
        paged.push(...found.entries.map(({ name }: { name: string }) => name));
        if (found.next === null) break;
        page = `&page=${found.next}`;
      }
      expect(paged).toEqual(await names(`sort=${sort}&order=${order}`));
    }
  }
  for (const bad of [
    "page=x",
    "sort=size",
    "order=up",
    "status=gone",
    "declared=2",
    "limit=1001",
    "more=1",
    "q=",
  ])
    expect([bad, (await server.call("GET", `projects/1/dictionary?${bad}`)).status]).toEqual([bad, 400]);
});

test("an entry shows its properties as declared and as they arrive", async () => {
  const { body } = await server.call("GET", "projects/1/dictionary/event/Buy");
  const byName = new Map(body.results.properties.map((one: { name: string }) => [one.name, one]));
  expect([...byName.keys()].sort()).toEqual(["a/b~c", "gone", "item", "list", "more", "price"]);
  expect(byName.get("price")).toMatchObject({
    declared: true,
    type: "number",
    volume_30d: 3,
    violations_30d: 1,
    types_seen: ["number", "string"],
    samples: expect.arrayContaining([5, 7, "9"]),
  });
  expect(byName.get("gone")).toMatchObject({
    declared: true,
    volume_30d: 0,
    last_seen_at: null,
    samples: [],
  });
  expect(byName.get("list")).toMatchObject({ types_seen: ["array", "object"], declared: false, type: null });
  expect(byName.get("item")).toMatchObject({ types_seen: ["object"], samples: [{ a: 1 }] });
  expect(byName.get("more")).toMatchObject({ types_seen: ["null"] });
  expect(byName.get("a/b~c")).toMatchObject({ types_seen: ["string"], samples: ["x"] });
  const undeclared = await server.call("GET", "projects/1/dictionary/event/Undeclared");
  expect(undeclared.body.results).toMatchObject({ declared: false, properties: [{ name: "price" }] });
  const profile = await server.call("GET", "projects/1/dictionary/profile/$user");
  expect(profile.body.results.properties).toMatchObject([{ name: "plan", type: "string", declared: true }]);
  // A profile may have the name of an event; what events fail is none of its business.
  const schema = { properties: { price: { type: "string" } } };
  await server.call("POST", "projects/1/schemas/profile/Buy", { body: schema });
  const namesake = await server.call("GET", "projects/1/dictionary/profile/Buy");
  expect(namesake.body.results.properties).toMatchObject([{ name: "price", violations_30d: 0 }]);
  await server.call("DELETE", "projects/1/schemas/profile/Buy");
  expect((await server.call("GET", "projects/1/dictionary/event/Nobody")).status).toBe(404);
  expect((await server.call("GET", "projects/1/dictionary/group/Buy")).status).toBe(400);
});

test("a change is in the list at once", async () => {
  await server.call("DELETE", "projects/1/schemas/event/Hidden");
  expect((await list("q=hidden")).entries).toMatchObject([
    { declared: false, status: "visible", volume_30d: 1 },
  ]);
  await server.call("DELETE", "projects/1/schemas/event/Blocked");
  expect(await names("q=blocked")).toEqual([]);
  await sendEvents(server, [record("Fresh")]);
  await waitUntilLoaded(server);
  expect(await names("q=fresh")).toEqual(["Fresh"]);
});
