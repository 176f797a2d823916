import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const marked = (metadata: object) => ({ type: "string", metadata: { "com.service": metadata } });
  await server.call("POST", "projects/1/schemas", {
    body: {
      entries: [
        {
          entityType: "event",
          name: "Buy",
          schemaJson: {
            properties: { sku: marked({ displayName: "Article" }), trace: marked({ hidden: true }) },
            metadata: {
              "com.service": {
                displayName: "Purchase",
                tags: ["money"],
                contacts: ["ana@example.com"],
                teamContacts: ["Growth"],
              },
            },
          },
        },
        { entityType: "event", name: "Debug", schemaJson: { metadata: { "com.service": { hidden: true } } } },
      ],
    },
  });
  const record = (event: string, properties: object) => ({
    event,
    properties: { time: Date.now() - 1000, distinct_id: "somebody", ...properties },
  });
  await sendEvents(server, [
    record("Buy", { sku: "a", trace: "1" }),
    record("View", { trace: "2" }),
    record("Debug", { trace: "3", line: 1 }),
  ]);
  await waitUntilLoaded(server);
});
afterAll(() => server.close());

const ask = async (path: string) => {
  const { status, body } = await server.call("GET", path);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.results ?? body;
};
type Named = { name: string };

test("lists of events leave out what is hidden, and show what people call them", async () => {
  const unmarked = { display_name: null, hidden: false, tags: [], contacts: [], team_contacts: [] };
  expect(await ask("projects/1/events/names")).toEqual([
    {
      event: "Buy",
      count: 1,
      last_seen_at: expect.any(String),
      display_name: "Purchase",
      hidden: false,
      tags: ["money"],
      contacts: ["ana@example.com"],
      team_contacts: ["Growth"],
    },
    { event: "View", count: 1, last_seen_at: expect.any(String), ...unmarked },
  ]);
  const all = await ask("projects/1/events/names?include_hidden=true");
  expect(all.map(({ event, hidden }: { event: string; hidden: boolean }) => [event, hidden])).toEqual([
    ["Buy", false],
    ["Debug", true],
    ["View", false],
  ]);
  expect((await ask("projects/1/events/names?limit=2")).length).toBe(2);
});

test("lists of properties leave out what the event hides, over all events what any event hides", async () => {
  const names = async (query: string) =>
    (await ask(`projects/1/events/properties?${query}`)).map(({ name }: Named) => name);
  expect(await ask("projects/1/events/properties?event=Buy")).toEqual([
    { name: "$import", count: 1, display_name: null, hidden: false },
    { name: "sku", count: 1, display_name: "Article", hidden: false },
  ]);
  expect(await names("event=View")).toEqual(["$import", "trace"]);
  expect(await names("")).toEqual(["$import", "line", "sku"]);
  expect(await names("include_hidden=true")).toEqual(["$import", "trace", "line", "sku"]);
});

test("the query API leaves them out too", async () => {
  const query = "project_id=1";
  expect(await ask(`/api/query/events/names?${query}`)).toEqual(["Buy", "View"]);
  expect(await ask(`/api/2.0/events/names?${query}&include_hidden=1`)).toEqual(["Buy", "Debug", "View"]);
  expect(Object.keys(await ask(`/api/query/events/properties/top?${query}&event=Buy`))).not.toContain(
    "trace",
  );
  const all = await ask(`/api/query/events/properties/top?${query}&event=Buy&include_hidden=true`);
  expect(Object.keys(all)).toContain("trace");
  expect((await server.call("GET", `/api/query/events/names?${query}&include_hidden=2`)).status).toBe(400);
});
