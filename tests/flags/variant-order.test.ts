import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { experimentsOf, FLAGS, flagBody } from "../experiments/support.ts";
import { query } from "../sign-in/support.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let at: ReturnType<typeof experimentsOf>;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
  at = experimentsOf(server);
});
afterAll(() => server.close());

const STEP = new URL("../../src/platform/control-db/schema/0017_flags_variant_order.sql", import.meta.url);
/** What the upgrade does to flags that are there. */
const upgrade = () => query(server, readFileSync(STEP, "utf8").split(";\n")[1] ?? "");

const rulesOf = (...keys: string[]) => ({
  variants: keys.map((key) => ({ key, value: key, split: 1 / keys.length })),
  rollout: [{ rollout_percentage: 1, variant_splits: {} }],
});

async function variantsOf(key: string): Promise<string[]> {
  const people = Array.from({ length: 60 }, (_, n) => `person ${n}`);
  const given: string[] = [];
  for (const id of people) {
    const { body } = await server.call(
      "GET",
      `/flags?project_id=1&context=${encodeURIComponent(JSON.stringify({ distinct_id: id }))}`,
    );
    given.push(body.flags[key].variant_key);
  }
  return given;
}

test("an upgrade keeps everyone's variant, and a member switches to key order", async () => {
  const ordered = await at.createFlag({ key: "ordered", ruleset: rulesOf("Off", "On", "on-ü") });
  const flag = await at.createFlag({ key: "power", ruleset: rulesOf("On", "Off") });
  expect([ordered.variant_order, flag.variant_order]).toEqual(["key", "key"]);
  const byKey = await variantsOf("power");
  await upgrade();
  expect(await at.getFlag(ordered.id)).toMatchObject({ variant_order: "key" });
  expect(await at.getFlag(flag.id)).toMatchObject({ variant_order: "list" });
  // Changes beside it keep the order; the server hears of the upgrade when it starts, here by the first change.
  await at.replaceFlag(flag.id, { key: "power", name: "Renamed", ruleset: rulesOf("On", "Off") });
  expect(await at.getFlag(flag.id)).toMatchObject({ variant_order: "list", name: "Renamed" });
  const asListed = await variantsOf("power");
  expect(asListed).toEqual(byKey.map((key) => (key === "On" ? "Off" : "On")));
  await at.replaceFlag(flag.id, { key: "power", ruleset: rulesOf("On", "Off"), variant_order: "key" });
  expect(await at.getFlag(flag.id)).toMatchObject({ variant_order: "key" });
  expect(await variantsOf("power")).toEqual(byKey);
});

test("the order of the list cannot be chosen, and goes with a list that is in key order", async () => {
  const flag = await at.createFlag({ key: "chosen", ruleset: rulesOf("b", "a") });
  const put = (more: object) =>
    server.call("PUT", `${FLAGS}/${flag.id}`, { body: { ...flagBody(), key: "chosen", ...more } });
  expect(await put({ ruleset: rulesOf("b", "a"), variant_order: "list" })).toMatchObject({
    status: 400,
    body: { field: "variant_order" },
  });
  await upgrade();
  expect(await at.getFlag(flag.id)).toMatchObject({ variant_order: "list" });
  expect((await put({ ruleset: rulesOf("a", "b") })).body.results).toMatchObject({ variant_order: "key" });
});

test("what published clients expect is filled in when a flag is saved", async () => {
  const flag = await at.createFlag({ key: "filled", ruleset: { ...rulesOf("a", "b"), test: {} } });
  expect(flag.ruleset.variants.map(({ is_control }: { is_control: boolean }) => is_control)).toEqual([
    false,
    false,
  ]);
  expect(flag.ruleset.test).toEqual({ users: {} });
  const none = await at.createFlag({ key: "none", ruleset: { ...rulesOf("a", "b"), test: null } });
  expect(none.ruleset.test).toBeUndefined();
});
