import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let projects = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A project without a dictionary; answers where its schemas are. */
async function newProject(): Promise<string> {
  projects += 1;
  const made = await server.call("POST", "organizations/1/projects", { body: { name: `P${projects}` } });
  return `projects/${made.body.results.id}/schemas`;
}
const post = (path: string, body: unknown) => server.call("POST", path, { body });
const get = async (path: string) => (await server.call("GET", path)).body;
const event = (name: string, schemaJson: unknown = {}) => ({ entityType: "event", name, schemaJson });
const service = (metadata: unknown) => ({ metadata: { "com.service": metadata } });

describe("upload", () => {
  test("the sample body is taken, answered as promised, and read back as it came", async () => {
    const path = await newProject();
    const entries = [
      event("Added to Cart", {
        $schema: "http://json-schema.org/draft-07/schema",
        description: "Something was put into the cart.",
        properties: {
          $source: { type: "string" },
          "added at": {
            type: "string",
            description: "when",
            format: "date-time",
            examples: ["2026-01-31T12:00:00Z", { odd: null }],
            metadata: { "com.service": { displayName: "Added", hidden: false, dropped: false } },
          },
        },
        required: ["added at", "not declared"],
        additionalProperties: false,
        "x-own": { any: ["thing", null] },
        metadata: {
          "com.service": {
            $source: "partner",
            displayName: "Cart",
            tags: ["shop"],
            hidden: false,
            dropped: false,
            contacts: ["a@b.c"],
            teamContacts: ["Growth"],
          },
        },
      }),
      { entityType: "profile", name: "$user", schemaJson: { properties: { $email: { type: "string" } } } },
    ];
    const answer = await post(path, { entries, truncate: false });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: "ok", results: { added: 2, deleted: 0 } });
    expect(await get(path)).toEqual({ status: "ok", results: entries });
    expect((await get(`${path}/profile`)).results).toEqual([entries[1]]);
  });

  test("truncate deletes everything first and counts it", async () => {
    const path = await newProject();
    await post(path, { entries: [event("a", service({ hidden: true })), event("b"), event("c")] });
    const answer = await post(`${path}/`, { entries: [event("a"), event("d")], truncate: true });
    expect(answer.body.results).toEqual({ added: 2, deleted: 3 });
    expect((await get(path)).results).toEqual([event("a"), event("d")]);
    expect((await post(path, { entries: [], truncate: true })).body.results).toEqual({
      added: 0,
      deleted: 2,
    });
    expect((await get(path)).results).toEqual([]);
  });

  test("truncate takes profiles too, whatever is uploaded", async () => {
    const path = await newProject();
    const profile = (name: string) => ({ entityType: "profile", name, schemaJson: {} });
    await post(path, { entries: [profile("$user"), profile("company"), event("a")] });
    const answer = await post(path, { entries: [event("b")], truncate: true });
    expect(answer.body.results).toEqual({ added: 1, deleted: 3 });
    expect((await get(path)).results).toEqual([event("b")]);
  });

  test("a replacement leaves nothing of the schema before it but metadata", async () => {
    const path = await newProject();
    const before = {
      $schema: "http://json-schema.org/draft-07/schema#",
      description: "old",
      properties: { p: { type: "string", description: "old", format: "date", examples: ["x"] } },
      required: ["p"],
      additionalProperties: false,
      "x-own": 1,
    };
    await post(path, { entries: [event("a", { ...before, ...service({ tags: ["t"] }) })] });
    const after = { properties: { p: { type: "number" } } };
    expect((await post(path, { entries: [event("a", after)] })).body.results.added).toBe(1);
    expect((await get(path)).results).toEqual([event("a", { ...after, ...service({ tags: ["t"] }) })]);
    await post(path, { entries: [event("a")] });
    expect((await get(path)).results).toEqual([event("a", service({ tags: ["t"] }))]);
  });

  test("a profile of any name is kept with what it says, flags that have no effect on it included", async () => {
    const path = await newProject();
    const properties = { plan: { type: "string", ...service({ dropped: true, hidden: true }) } };
    const entries = ["$user", "company", "whatever"].map((name) => ({
      entityType: "profile",
      name,
      schemaJson: { properties, ...service({ dropped: true }) },
    }));
    expect((await post(path, { entries })).body.results).toEqual({ added: 3, deleted: 0 });
    expect((await get(`${path}/profile`)).results).toEqual(entries);
  });

  test("one bad entry changes nothing, with truncate neither", async () => {
    const path = await newProject();
    await post(path, { entries: [event("a", { description: "old" })] });
    const entries = [
      event("a"),
      event("b"),
      event("c"),
      event("d", { properties: { price: { type: "num" } } }),
    ];
    for (const truncate of [false, true]) {
      const answer = await post(path, { entries, truncate });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error:
          "entries[3].schemaJson.properties.price.type: must be one of array, boolean, integer, null, number, object, string.",
        status: "error",
        type: "invalid_body",
        field: "entries[3].schemaJson.properties.price.type",
      });
    }
    expect((await get(path)).results).toEqual([event("a", { description: "old" })]);
  });

  test("an entity given twice counts once and is merged in order", async () => {
    const path = await newProject();
    const answer = await post(path, {
      entries: [event("a", service({ hidden: true, tags: ["x"] })), event("a", service({ hidden: null }))],
    });
    expect(answer.body.results).toEqual({ added: 1, deleted: 0 });
    expect((await get(path)).results).toEqual([event("a", service({ tags: ["x"] }))]);
  });

  test("uploads of one entity at once lose no merge", async () => {
    const path = await newProject();
    const keys = ["displayName", "$source", "hidden", "dropped", "tags", "contacts", "teamContacts"];
    const values = ["X", "Y", true, false, ["t"], ["a@b.c"], ["T"]];
    const answers = await Promise.all(
      keys.map((key, index) => post(`${path}/event/a`, service({ [key]: values[index] }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
    const { metadata } = await get(`${path}/event/a`);
    expect(metadata["com.service"]).toEqual(
      Object.fromEntries(keys.map((key, index) => [key, values[index]])),
    );
  });

  test("a body over the limit is 413, and nothing is stored", async () => {
    const small = await startTestServer({ config: { SCHEMAS_BODY_MAX_BYTES: 2048 } });
    const entries = [event("a", { description: "x".repeat(3000) })];
    const answer = await small.call("POST", "projects/1/schemas", { body: { entries } });
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ status: "error", type: "body_too_large" });
    expect((await small.call("GET", "projects/1/schemas")).body.results).toEqual([]);
    await small.close();
  });

  test("no, wrong and foreign credentials are 401 and 403 with the error body", async () => {
    const anonymous = await server.call("POST", "projects/1/schemas", { as: null, body: { entries: [] } });
    expect(anonymous.status).toBe(401);
    expect(anonymous.body).toMatchObject({ status: "error", error: expect.any(String) });
    const elsewhere = await post("projects/999999/schemas", { entries: [] });
    expect(elsewhere.status).toBe(403);
    expect(elsewhere.body).toMatchObject({ status: "error", error: expect.any(String) });
    expect((await post("projects/one/schemas", { entries: [] })).status).toBe(400);
  });

  test.each([undefined, "", "null", "[]", "1", '"x"', "{", '{"entries":{}}', '{"entries":[null]}'])(
    "the body %j is 400",
    async (body) => {
      const answer = await server.call("POST", "projects/1/schemas", {
        ...(body === undefined ? {} : { body }),
        headers: { "content-type": "application/json" },
      });
      expect(answer.status).toBe(400);
      expect(answer.body.status).toBe("error");
    },
  );

  test("a body nested deeper than the stack is 400", async () => {
    const deep = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`;
    for (const key of ["x", "metadata", "properties", "examples"]) {
      const schema =
        key === "examples"
          ? `{"properties":{"p":{"type":"array","examples":[${deep}]}}}`
          : `{"${key}":${deep}}`;
      const answer = await post("projects/1/schemas/event/deep", schema);
      expect(answer.status, key).toBe(400);
    }
  });
});

test("a list of many entries comes whole, and may be asked for as HEAD", async () => {
  const path = await newProject();
  const description = "x".repeat(2000);
  const entries = Array.from({ length: 200 }, (_, at) =>
    event(`e${String(at).padStart(3, "0")}`, { description }),
  );
  await post(path, { entries });
  expect((await get(path)).results).toEqual(entries);
  expect((await get(`${path}/event`)).results).toEqual(entries);
  expect((await server.call("HEAD", path)).status).toBe(200);
});

describe("one entry", () => {
  test.each([
    "plain",
    "with space",
    "a/b",
    "$user",
    "ünï 💥",
    "100%",
    "a?b#c",
    "history",
    "..",
    "a+b",
    "a\\b",
    "__proto__",
  ])("the name %j is written, read, found by query and deleted", async (name) => {
    const path = await newProject();
    const one = `${path}/event/${name === ".." ? "%2e%2e%2f" : encodeURIComponent(name)}`;
    const stored = name === ".." ? "../" : name;
    const schema = { description: "d", properties: { p: { type: "null" } } };
    expect((await post(`${one}/`, schema)).body).toEqual({ status: "ok" });
    expect(await get(one)).toEqual({ status: "ok", results: schema, ...schema });
    expect((await get(path)).results).toEqual([event(stored, schema)]);
    const byQuery = `${path}/event?${new URLSearchParams({ entity_name: stored })}`;
    expect(await get(byQuery)).toEqual({ status: "ok", results: schema, ...schema });
    await post(`${path}/event/other`, {});
    expect((await server.call("DELETE", byQuery)).body.results).toEqual({ delete_count: 1 });
    expect((await server.call("DELETE", one)).body.results).toEqual({ delete_count: 0 });
    const missing = await server.call("GET", one);
    expect(missing.status).toBe(404);
    expect(missing.body).toMatchObject({ status: "error", type: "entry_not_found" });
    expect((await get(path)).results).toEqual([event("other")]);
  });

  test("an unknown entity type, and a name that is too long, are 400", async () => {
    for (const path of ["things", "things/a", "things?entity_name=a", `event/${"x".repeat(256)}`]) {
      const answer = await server.call("GET", `projects/1/schemas/${path}`);
      expect([answer.status, answer.body.type]).toEqual([400, "invalid_path"]);
    }
    expect((await post(`projects/1/schemas/event/${"x".repeat(256)}`, {})).status).toBe(400);
    expect((await post(`projects/1/schemas/event/${"x".repeat(255)}`, {})).status).toBe(200);
  });

  test("a replacement without a body, or with a wrong one, names its fault", async () => {
    const answer = await post("projects/1/schemas/event/x", { properties: { price: { type: ["string"] } } });
    expect([answer.status, answer.body.field]).toEqual([400, "properties.price.type"]);
    const empty = await server.call("POST", "projects/1/schemas/event/x");
    expect([empty.status, empty.body.field]).toEqual([400, "body"]);
  });
});

describe("deletion", () => {
  test("goes by type or takes all, and counts", async () => {
    const path = await newProject();
    const profile = { entityType: "profile", name: "$user", schemaJson: {} };
    await post(path, { entries: [event("a"), event("b"), profile] });
    expect((await server.call("DELETE", `${path}/event`)).body).toEqual({
      status: "ok",
      results: { delete_count: 2 },
    });
    expect((await get(path)).results).toEqual([profile]);
    expect((await server.call("DELETE", `${path}/`)).body.results).toEqual({ delete_count: 1 });
    expect((await server.call("DELETE", path)).body.results).toEqual({ delete_count: 0 });
  });

  test("a misspelt or empty name deletes nothing", async () => {
    const path = await newProject();
    await post(path, { entries: [event("a")] });
    for (const query of ["event?entityName=a", "event?entity_name=", "?entity_name=a", "event/a?x=1"])
      expect((await server.call("DELETE", `${path}${query.startsWith("?") ? "" : "/"}${query}`)).status).toBe(
        400,
      );
    expect((await get(path)).results).toHaveLength(1);
  });
});

describe("namespaces", () => {
  test("the one that was last used comes back, and a reader may ask for the other", async () => {
    const path = await newProject();
    const schema = {
      properties: { p: { type: "string", metadata: { "com.mixpanel": { hidden: true } } } },
      metadata: { "com.mixpanel": { displayName: "A" } },
    };
    await post(`${path}/event/a`, schema);
    expect((await get(`${path}/event/a`)).results).toEqual(schema);
    const asked = await get(`${path}/event/a?metadata_namespace=com.service`);
    expect(asked.results).toEqual(
      JSON.parse(JSON.stringify(schema).replaceAll("com.mixpanel", "com.service")),
    );
    expect((await get(`${path}?metadata_namespace=com.service`)).results[0].schemaJson).toEqual(
      asked.results,
    );
    expect((await get(`${path}/event?metadata_namespace=com.mixpanel`)).results[0].schemaJson).toEqual(
      schema,
    );
    expect((await server.call("GET", `${path}?metadata_namespace=other`)).status).toBe(400);
    // Without metadata of ours the spelling stays; with it, it changes.
    await post(`${path}/event/a`, { properties: { p: { type: "string" } } });
    expect((await get(`${path}/event/a`)).results).toEqual(schema);
    await post(`${path}/event/a`, { properties: { p: { type: "string" } }, ...service({}) });
    expect((await get(`${path}/event/a`)).results).toEqual(asked.results);
  });
});

describe("limits, where the operator sets them", () => {
  test("requests, writes and deletions beyond them change nothing", async () => {
    let now = Date.now();
    const limited = await startTestServer({
      config: { SCHEMAS_REQUESTS_PER_MINUTE: 4, SCHEMAS_WRITES_PER_MINUTE: 3, SCHEMAS_DELETIONS_MAX: 1 },
      deps: { clock: { now: () => now } },
    });
    const call = (method: string, body?: unknown) =>
      limited.call(method, "projects/1/schemas", body === undefined ? {} : { body });
    const entries = [event("a", { properties: { p: { type: "null" } } }), event("b")];
    expect((await call("POST", { entries })).status).toBe(200);
    const writes = await call("POST", { entries: [event("c")] });
    expect([writes.status, writes.body.type]).toEqual([429, "too_many_writes"]);
    expect(Number(writes.headers.get("retry-after"))).toBeGreaterThan(0);
    const deletions = await call("DELETE");
    expect([deletions.status, deletions.body.type]).toEqual([400, "too_many_deletions"]);
    expect((await call("GET")).body.results).toHaveLength(2);
    const requests = await call("GET");
    expect([requests.status, requests.body.type]).toEqual([429, "too_many_requests"]);
    now += 60_000;
    expect((await call("POST", { entries: [], truncate: true })).body.type).toBe("too_many_deletions");
    expect((await call("GET")).body.results).toHaveLength(2);
    await limited.close();
  });
});
