import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { experimentsOf, flagBody } from "../experiments/support.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let at: ReturnType<typeof experimentsOf>;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0 } });
  at = experimentsOf(server);
  token = (await server.call("GET", "projects/1")).body.results.token;
});
afterAll(() => server.close());

const ask = (context: unknown, query = "") =>
  server.call("GET", `/flags?context=${encodeURIComponent(JSON.stringify(context))}${query}`, {
    as: `${token}:`,
  });
const variantOf = async (key: string, id: string, more: object = {}): Promise<string | undefined> =>
  (await ask({ distinct_id: id, ...more }, `&flag_key=${key}`)).body.flags[key]?.variant_key;
const IDS = Array.from({ length: 1_000 }, (_, n) => `person-${n}`);
const rollout = (percentage: number, more: object = {}) => ({
  rollout_percentage: percentage,
  variant_splits: {},
  ...more,
});

async function assigned(key: string): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for (let from = 0; from < IDS.length; from += 50)
    found.push(...(await Promise.all(IDS.slice(from, from + 50).map((id) => variantOf(key, id)))));
  return found;
}

describe("evaluating", () => {
  test("a flag is served when it is enabled, and no longer when it is not", async () => {
    const flag = await at.createFlag({ status: "disabled" });
    expect(await variantOf(flag.key, "ana")).toBeUndefined();
    await at.replaceFlag(flag.id, { key: flag.key, status: "enabled" });
    expect(await variantOf(flag.key, "ana")).toMatch(/^(control|treatment)$/);
    await at.replaceFlag(flag.id, { key: flag.key, status: "archived" });
    expect(await variantOf(flag.key, "ana")).toBeUndefined();
  });

  test("raising a percentage never moves anybody who is in", async () => {
    const flag = await at.createFlag({ ruleset: { ...flagBody().ruleset, rollout: [rollout(0.3)] } });
    const before = await assigned(flag.key);
    expect(before.filter(Boolean).length).toBeGreaterThan(200);
    expect(before.filter(Boolean).length).toBeLessThan(400);
    await at.replaceFlag(flag.id, {
      key: flag.key,
      name: "Renamed",
      ruleset: { ...flagBody().ruleset, rollout: [rollout(0.6)] },
    });
    const after = await assigned(flag.key);
    for (const [index, variant] of before.entries()) if (variant) expect(after[index]).toBe(variant);
    expect(after.filter(Boolean).length).toBeGreaterThan(before.filter(Boolean).length);
  });

  test("a percentage of 0.005 is one bucket of a hundred", async () => {
    const flag = await at.createFlag({
      hash_salt: "0".repeat(32),
      ruleset: { ...flagBody().ruleset, rollout: [rollout(0.005)] },
    });
    const one = await assigned(flag.key);
    await at.replaceFlag(flag.id, {
      key: flag.key,
      ruleset: { ...flagBody().ruleset, rollout: [rollout(0.01)] },
    });
    expect(await assigned(flag.key)).toEqual(one);
    expect(one.filter(Boolean).length).toBeGreaterThan(0);
  });

  test("after a variant is shipped everybody gets it, at once", async () => {
    const flag = await at.createFlag();
    const { id } = await at.create({ settings: { featureFlag: { id: flag.id } } });
    await at.launch(id);
    expect(new Set(await assigned(flag.key)).size).toBe(2);
    await at.decide(id, { success: true, variant: "treatment" });
    expect(new Set(await assigned(flag.key))).toEqual(new Set(["treatment"]));
    const { body } = await ask({ distinct_id: "ana" }, `&flag_key=${flag.key}`);
    expect(body.flags[flag.key]).toEqual({
      variant_key: "treatment",
      variant_value: true,
      experiment_id: id,
      is_experiment_active: false,
      is_qa_tester: false,
    });
    await at.decide(id, { success: false });
    expect(await variantOf(flag.key, "ana")).toBeUndefined();
  });

  test("groups and devices decide where the flag says so; a device that is not told is the person", async () => {
    const byGroup = await at.createFlag({ context: "company" });
    expect(await variantOf(byGroup.key, "ana")).toBeUndefined();
    const first = await variantOf(byGroup.key, "ana", { company: "acme" });
    expect(await variantOf(byGroup.key, "bo", { company: "acme" })).toBe(first);
    const byDevice = await at.createFlag({ context: "device_id" });
    expect(await variantOf(byDevice.key, "ana", { device_id: "d1" })).toBe(
      await variantOf(byDevice.key, "bo", { device_id: "d1" }),
    );
    expect(await variantOf(byDevice.key, "d1")).toBe(
      await variantOf(byDevice.key, "bo", { device_id: "d1" }),
    );
  });

  test("values of properties that cannot be said as text fit nobody, and leave the other flags alone", async () => {
    const values = [{ toString: 1, valueOf: 1 }, [{ toString: 1, valueOf: 1 }]];
    const plain = await at.createFlag();
    for (const plan of values) {
      const rules = [rollout(1, { runtime_evaluation_definition: { plan } })];
      const { key } = await at.createFlag({ ruleset: { ...flagBody().ruleset, rollout: rules } });
      const answer = await ask({ distinct_id: "ana", custom_properties: { plan } });
      expect(answer.status).toBe(200);
      expect(answer.body.flags[key]).toBeUndefined();
      expect(answer.body.flags[plain.key]).toBeDefined();
    }
  });

  test("the body may hold the context, whatever its type is called; the token may stand in the address", async () => {
    const flag = await at.createFlag();
    for (const type of ["application/json", "application/octet-stream", "text/plain"]) {
      const answer = await fetch(`${server.url}/flags/?token=${token}`, {
        method: "POST",
        headers: { "content-type": type },
        body: JSON.stringify({ context: { distinct_id: "ana" } }),
      });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        code: 200,
        flags: { [flag.key]: { variant_key: await variantOf(flag.key, "ana") } },
      });
    }
  });

  test("a project without flags answers an empty object, one flag asked for by another's name as well", async () => {
    const { results: other } = (
      await server.call("POST", "organizations/1/projects", { body: { name: "Empty" } })
    ).body;
    const answer = await server.call("GET", `/flags?context=${encodeURIComponent('{"distinct_id":"a"}')}`, {
      as: `${other.token}:`,
    });
    expect(answer.body).toEqual({ code: 200, flags: {}, pending_first_time_events: [] });
    expect((await ask({ distinct_id: "a" }, "&flag_key=no+such+flag")).body.flags).toEqual({});
  });

  const refusals: [string, string, string | null, number][] = [
    ["no context", "", "token", 400],
    ["a context that is no JSON", "?context=ana", "token", 400],
    ["a context without an id", `?context=${encodeURIComponent("{}")}`, "token", 400],
    ["a number for an id", `?context=${encodeURIComponent('{"distinct_id":5}')}`, "token", 400],
    ["a list", `?context=${encodeURIComponent("[]")}`, "token", 400],
    ["no credentials", `?context=${encodeURIComponent('{"distinct_id":"a"}')}`, null, 401],
    [
      "the word null for a token",
      `?token=null&context=${encodeURIComponent('{"distinct_id":"a"}')}`,
      null,
      401,
    ],
    ["a wrong token", `?context=${encodeURIComponent('{"distinct_id":"a"}')}`, `${"0".repeat(32)}:`, 401],
  ];
  test.each(refusals)("%s", async (_, query, as, status) => {
    const answer = await server.call("GET", `/flags${query}`, { as: as === "token" ? `${token}:` : as });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status: "error", error: expect.any(String) });
  });

  test("a service account needs a role in the project, and says which project", async () => {
    const context = `context=${encodeURIComponent('{"distinct_id":"a"}')}`;
    expect((await server.call("GET", `/flags?${context}&project_id=1&token=null`)).status).toBe(200);
    expect((await server.call("GET", `/flags?${context}`)).status).toBe(400);
    expect((await server.call("GET", `/flags?${context}&project_id=999`)).status).toBe(403);
  });

  test("definitions leave out what clients cannot decide, and are not sent twice", async () => {
    const local = await at.createFlag({ serving_method: "server" });
    const remote = await at.createFlag({ serving_method: "remote_only" });
    const off = await at.createFlag({ status: "disabled" });
    const read = (headers = {}) => server.call("GET", "/flags/definitions", { as: `${token}:`, headers });
    const first = await read();
    const keys = first.body.flags.map(({ key }: { key: string }) => key);
    expect(keys).toContain(local.key);
    expect(keys).not.toContain(remote.key);
    expect(keys).not.toContain(off.key);
    const again = await read({ "if-none-match": first.headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    await at.replaceFlag(local.id, { key: local.key, name: "Changed" });
    expect((await read({ "if-none-match": first.headers.get("etag") ?? "" })).status).toBe(200);
  });

  test("what other nodes change is served within a moment", async () => {
    const other = await startTestServer({ databaseUrl: server.databaseUrl });
    try {
      const flag = await at.createFlag();
      const seen = async () =>
        (
          await other.call(
            "GET",
            `/flags?flag_key=${flag.key}&context=${encodeURIComponent('{"distinct_id":"a"}')}`,
            { as: `${token}:` },
          )
        ).body.flags[flag.key];
      expect(await seen()).toBeDefined();
      await at.replaceFlag(flag.id, { key: flag.key, status: "disabled" });
      await expect.poll(seen).toBeUndefined();
    } finally {
      await other.close();
    }
  });
});
