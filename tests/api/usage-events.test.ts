import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const record = (event: string, id: number) => ({
    event,
    properties: { time: Date.now() - id, distinct_id: "ana", $insert_id: `${event}-${id}` },
  });
  const sent = [record("Open", 1), record("Open", 2), record("Buy", 1), record("Leave", 1)];
  await sendEvents(server, [...sent, ...sent]);
  await waitUntilLoaded(server);
});
afterAll(() => server?.close());

test("usage is told by the names of events, each copy once, and what is past the limit together", async () => {
  const { body } = await server.call("GET", "projects/1/usage/events?limit=2");
  expect(body.results).toEqual({
    events: [
      { event: "Open", count: 2 },
      { event: "Buy", count: 1 },
    ],
    others: 1,
  });
});

test("days without events have none, and days that are none are refused by name", async () => {
  const none = await server.call("GET", "projects/1/usage/events?from=2020-01-01&to=2020-01-31");
  expect(none.body.results).toEqual({ events: [], others: 0 });
  const bad = await server.call("GET", "projects/1/usage/events?from=2020-02-30");
  expect(bad.status).toBe(400);
  expect(bad.body.field).toBe("from");
});
