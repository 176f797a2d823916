import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSchemas, type Schemas } from "../../src/dictionary/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { type ControlDb, openControlDb } from "../../src/platform/control-db/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let control: ControlDb;
let node: Schemas;
const clock = { ahead: 0, now: () => systemClock.now() + clock.ahead };

/** A server that takes uploads, and another node on the same database whose rules are looked at. */
beforeEach(async () => {
  server = await startTestServer();
  const opened = await openControlDb({ url: server.databaseUrl, poolMax: 3, log: silentLog });
  if (!opened.ok) throw new Error(opened.failure.code);
  control = opened.value;
  node = await openSchemas({
    ...{ db: control.db, clock, log: silentLog, sharedDatabaseUrl: server.databaseUrl },
    limits: { requestsPerMinute: 0, writesPerMinute: 0, deletionsMax: 0 },
    bodyMaxBytes: 1_000_000,
    audit: async () => undefined,
  });
});
afterEach(async () => {
  await node.close();
  await control.close();
  await server.close();
});

const dropped = { metadata: { "com.service": { dropped: true } } };
const property = { type: "string", ...dropped };
const send = (method: string, path: string, body?: unknown) =>
  server.call(method, `projects/1/schemas${path}`, body === undefined ? {} : { body });

describe("what ingestion leaves out", () => {
  test("is known at once without a promise, and renewed when another node changes it", async () => {
    const first = await node.rules(1);
    const nothing = { droppedEvents: new Set(), droppedProperties: new Map(), conformance: new Map() };
    expect(first).toEqual({ ...nothing, version: 0 });
    expect(node.rules(1)).toBe(first);
    await send("POST", "", {
      entries: [
        { entityType: "event", name: "Noise", schemaJson: dropped },
        {
          entityType: "event",
          name: "Buy",
          schemaJson: { properties: { card: property, __proto__x: property, price: { type: "number" } } },
        },
        { entityType: "profile", name: "$user", schemaJson: { ...dropped, properties: { email: property } } },
      ],
    });
    await expect
      .poll(async () => await node.rules(1))
      .toMatchObject({
        droppedEvents: new Set(["Noise"]),
        droppedProperties: new Map([["Buy", new Set(["card", "__proto__x"])]]),
        version: 1,
      });
    await send("DELETE", "/event/Noise");
    await expect.poll(async () => (await node.rules(1)).droppedEvents.size).toBe(0);
    await send("POST", "/event/Buy", { properties: { card: { type: "string", metadata: null } } });
    await expect.poll(async () => (await node.rules(1)).droppedProperties.size).toBe(0);
    await send("POST", "/event/Buy/history/1/restore");
    await expect.poll(async () => [...(await node.rules(1)).droppedProperties.keys()]).toEqual(["Buy"]);
    await send("POST", "", { entries: [], truncate: true });
    await expect.poll(async () => (await node.rules(1)).droppedProperties.size).toBe(0);
    expect((await node.rules(1)).version).toBe(5);
  });

  test("says what events are held against, in the mode of the event or of its project", async () => {
    await send("POST", "/event/Buy", { properties: { price: { type: "number" } }, required: ["price"] });
    await send("POST", "/event/Bare", {});
    const modes = async () =>
      [...(await node.rules(1)).conformance].map(([event, { rejects }]) => `${event} ${rejects}`);
    await expect.poll(modes).toEqual(["Buy false"]);
    const checks = (await node.rules(1)).conformance.get("Buy")?.checks;
    expect(checks?.find({ price: "x" })).toEqual([
      { property: "price", kind: "type", message: "must be number" },
    ]);
    const setMode = (body: object) => server.call("PATCH", "projects/1/dictionary/settings", { body });
    await setMode({ mode: "reject" });
    await expect.poll(modes).toEqual(["Buy true"]);
    // What did not change is not read again.
    expect((await node.rules(1)).conformance.get("Buy")?.checks).toBe(checks);
    await setMode({ events: [{ event: "Buy", mode: "off" }] });
    await expect.poll(modes).toEqual([]);
    await setMode({ mode: "off", events: [{ event: "Buy", mode: "observe" }] });
    await expect.poll(modes).toEqual(["Buy false"]);
    await send("DELETE", "/event/Buy");
    await expect.poll(modes).toEqual([]);
  });

  test("of one project says nothing of another", async () => {
    const other = await server.call("POST", "organizations/1/projects", { body: { name: "Other" } });
    await send("POST", "/event/Noise", dropped);
    expect((await node.rules(other.body.results.id)).droppedEvents.size).toBe(0);
    expect((await node.rules(1)).droppedEvents.size).toBe(1);
  });

  test("is new on the node that took the change as soon as it is answered", async () => {
    expect((await node.rules(1)).droppedEvents.size).toBe(0);
    const upload = node.routes.find(({ method, url }) => method === "POST" && url.endsWith("/schemas"));
    const outcome = await upload?.handle({
      scope: { projectId: 1, organizationId: 1, principal: { id: 1, name: "n" } },
      body: { entries: [{ entityType: "event", name: "Noise", schemaJson: dropped }] },
    });
    expect(outcome).toEqual({ ok: true, value: { added: 1, deleted: 0 } });
    expect((await node.rules(1)).droppedEvents).toEqual(new Set(["Noise"]));
  });

  test("is asked for anew while the line to the other nodes is cut, and after a minute in any case", async () => {
    await node.rules(1);
    await control.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tributary listener' and datname = current_database()",
    );
    // A change nobody tells of.
    const tell =
      "insert into dictionary (project_id, revision) values (1, 7) on conflict (project_id) do update set revision = 7";
    await control.pool.query(tell);
    await expect.poll(async () => (await node.rules(1)).version).toBe(7);
    await expect.poll(() => node.rules(1) instanceof Promise, { timeout: 20_000 }).toBe(false);
    await control.pool.query("update dictionary set revision = 8");
    clock.ahead += 61_000;
    expect((await node.rules(1)).version).toBe(8);
  });

  test("stays as it was while the database is away", async () => {
    // Once it is remembered, only the news of the change can bring the new one.
    await node.rules(1);
    await send("POST", "/event/Noise", dropped);
    await expect.poll(async () => (await node.rules(1)).droppedEvents.size).toBe(1);
    await control.close();
    clock.ahead += 61_000;
    expect((await node.rules(1)).droppedEvents).toEqual(new Set(["Noise"]));
    await expect(Promise.resolve(node.rules(2))).rejects.toThrow();
    const opened = await openControlDb({ url: server.databaseUrl, poolMax: 1, log: silentLog });
    if (opened.ok) control = opened.value;
  });
});
