import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fillDemo } from "../../demo/fill/fill-demo.ts";
import { STAFF } from "../../demo/fill/organization.ts";
import { letVisitorsCome } from "../../demo/run/live-visitors.ts";
import { makeShop } from "../../demo/shop/make-shop.ts";
import { type DemoServer, startDemoServer } from "../support/demo-server.ts";

let server: DemoServer;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server?.close());

const read = async (path: string) => {
  const { status, body } = await server.call("GET", path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
};

/** What the generator makes, without the events that the dictionary drops. */
function made() {
  const { seed, size, endMs } = server.options;
  const shop = makeShop({ seed, sessionsPerDay: size.sessionsPerDay, endMs });
  const events = [...shop.events()];
  return {
    events: events.length,
    stored: events.filter(({ event }) => event !== "Heartbeat").length,
    members: shop.visitors.filter(({ userId }) => userId !== null).length,
  };
}

test("what was made is what is stored, from every source", async () => {
  const { filled, options } = server;
  const { events, stored, members } = made();
  expect(filled).toMatchObject({ events, profiles: members, companies: 40, products: 30 });
  expect(events).toBeGreaterThan(4000);
  expect(filled.imports).toMatchObject({
    ordersImported: options.size.warehouse.orders,
    returnsImported: options.size.warehouse.returns,
  });
  const usage = await read("projects/1/usage");
  expect(usage.by_source).toMatchObject({ import: stored, "migration-amplitude": filled.migrated });
  expect(usage.by_source.warehouse).toBeGreaterThanOrEqual(
    filled.imports.ordersImported + filled.imports.returnsImported,
  );
  const groups = await read("projects/1/group-profiles/company_id?limit=100");
  expect(groups.profiles).toHaveLength(40);
});

test("the dictionary is mostly kept to: violations are counted, a hidden and a dropped event are declared", async () => {
  const { violations } = await read("projects/1/dictionary/violations");
  expect(violations.length).toBeGreaterThan(2);
  expect(violations.every(({ refused }: { refused: number }) => refused === 0)).toBe(true);
  const { results } = (await server.call("GET", "projects/1/dictionary?limit=100")).body;
  const byName = new Map(
    (results.entries as { name: string; status: string; declared: boolean }[]).map((entry) => [
      entry.name,
      entry,
    ]),
  );
  expect(byName.get("Debug Log")).toMatchObject({ status: "hidden" });
  expect(byName.get("Heartbeat")).toMatchObject({ status: "blocked" });
  expect(byName.get("wishlist_add")).toMatchObject({ declared: false });
});

test("records that were refused show up in diagnostics", async () => {
  const { counts } = await read("projects/1/ingestion/diagnostics");
  const codes = new Set(counts.map(({ code }: { code: string }) => code));
  expect([...codes]).toEqual(
    expect.arrayContaining(["time_in_future", "id_placeholder", "event_missing", "operator_missing"]),
  );
});

test("one import works on a schedule, the other failed and says what to do", async () => {
  const { orders, returns } = server.filled.imports;
  const imports = "projects/1/warehouse-sources/imports";
  const { runs } = await read(`${imports}/${orders}/history`);
  expect(runs.map(({ status }: { status: string }) => status)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  const [last] = (await read(`${imports}/${returns}/history`)).runs;
  expect(last).toMatchObject({
    status: "FAILED",
    error: { code: "role_column_missing", message: expect.stringContaining("customer_id") },
  });
});

test("experiments are decided, running and a draft; the decided one's flag serves its winner", async () => {
  const { decided, running, draft } = server.filled.experiments;
  const states = [];
  for (const id of [decided, running, draft])
    states.push((await read(`workspaces/1/experiments/${id}`)).status);
  expect(states).toEqual(["success", "active", "draft"]);
  const { creator_name, feature_flag, exposures_cache } = await read(`workspaces/1/experiments/${decided}`);
  expect(creator_name).toBe("Jon Okafor");
  expect(feature_flag).toMatchObject({ status: "enabled" });
  expect(exposures_cache.$overall).toBeGreaterThan(50);
});

test("the migration has a certificate that adds up", async () => {
  const { migration, migrated } = server.filled;
  const { body } = await server.call("GET", `/migrate/jobs/${migration}/certificate`);
  expect(body.results.totals).toMatchObject({ exported: migrated, stored: migrated });
});

test("a second filling is refused and changes nothing", async () => {
  const before = await read("projects/1/usage");
  const again = await fillDemo(server.target, server.options);
  expect(again).toEqual({ ok: false, failure: { code: "not_empty" } });
  expect((await read("projects/1/usage")).events).toBe(before.events);
});

test("the shop's people sign in, each with a role", async () => {
  const roles = [];
  for (const { email, project } of STAFF) {
    const { status } = await server.call("POST", "/api/auth/sign-in/email", {
      as: null,
      body: { email, password: server.options.password },
      headers: { origin: server.url, "x-tributary-ui": "1" },
    });
    roles.push([project, status]);
  }
  expect(roles).toEqual([
    ["admin", 200],
    ["analyst", 200],
    ["consumer", 200],
    [null, 401],
  ]);
});

test("visitors keep coming for those who look on, until the server is gone", async () => {
  const coming = letVisitorsCome(server.target);
  const tracked = async () => (await read("projects/1/usage")).by_source.track ?? 0;
  await vi.waitFor(async () => expect(await tracked()).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 200,
  });
  await server.close();
  await expect(coming).resolves.toBeUndefined();
});
