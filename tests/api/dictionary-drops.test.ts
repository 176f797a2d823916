import { afterAll, beforeAll, expect, test } from "vitest";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.call("GET", "projects/1")).body.results.token;
});
afterAll(() => server.close());

const declare = (name: string, metadata: object, properties: object = {}) =>
  server.call("POST", "projects/1/schemas", {
    body: {
      entries: [
        { entityType: "event", name, schemaJson: { metadata: { "com.service": metadata }, properties } },
      ],
    },
  });
const dropped = { type: "string", metadata: { "com.service": { dropped: true } } };

let n = 0;
const record = (event: string, properties: object = {}) => {
  n += 1;
  return { event, properties: { time: Date.now() - 1000 - n, distinct_id: "somebody", n, ...properties } };
};
const stored = async () => {
  await waitUntilLoaded(server);
  return (await exportLines(server)).map((line) => JSON.parse(line));
};

test("an event is left out from the next batch on, whichever door it comes through, and counted", async () => {
  await sendEvents(server, [record("Noise"), record("Signal")]);
  expect((await declare("Noise", { dropped: true })).body).toMatchObject({ results: { added: 1 } });
  const imported = await sendEvents(server, [record("Noise"), record("Signal")]);
  expect(imported.body).toMatchObject({ code: 200, num_records_imported: 2 });
  const tracked = await server.call("POST", "/track?verbose=1", {
    as: null,
    body: [record("Noise", { token }), record("Noise", { token, list: [1] }), record("Signal", { token })],
  });
  expect(tracked.body).toMatchObject({ status: 1, error: null });
  const events = (await stored()).map(({ event }) => event).sort();
  expect(events).toEqual(["Noise", "Signal", "Signal", "Signal"]);
  const { body } = await server.call("GET", "projects/1/ingestion/diagnostics?code=dropped_event");
  const counts = body.results.counts as { endpoint: string; count: number }[];
  expect(counts.map(({ endpoint, count }) => [endpoint, count]).sort()).toEqual([
    ["import", 1],
    ["track", 2],
  ]);
  const usage = (await server.call("GET", "projects/1/usage")).body.results;
  expect(JSON.stringify(usage)).toContain('"events":4');
});

test("a property is left out of that event only; hidden changes nothing; deleting the entry lifts it", async () => {
  await sendEvents(server, [record("Buy", { secret: "a", price: 1 }), record("View", { secret: "b" })]);
  await declare("Buy", { hidden: true }, { secret: dropped });
  await sendEvents(server, [record("Buy", { secret: "c", price: 2 }), record("View", { secret: "d" })]);
  await sendEvents(server, [record("Buy", { secret: "c", list: [1] })]);
  await server.call("DELETE", "projects/1/schemas/event/Buy");
  await sendEvents(server, [record("Buy", { secret: "e", price: 3 })]);
  const found = (await stored()).filter(({ event }) => event === "Buy" || event === "View");
  const secrets = found.map(({ event, properties }) => `${event} ${properties.secret}`).sort();
  expect(secrets).toEqual(["Buy a", "Buy e", "Buy undefined", "Buy undefined", "View b", "View d"]);
  const { body } = await server.call("GET", "projects/1/ingestion/diagnostics?code=dropped_property");
  // Read from its bytes or parsed: a sample shows what was left out.
  expect(body.results).toMatchObject({
    counts: [{ kind: "repaired", count: 2 }],
    samples: [{ record: expect.stringContaining("secret") }, { record: expect.stringContaining("secret") }],
  });
});
