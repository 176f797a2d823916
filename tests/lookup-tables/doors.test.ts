import { mkdtemp, readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "tributary-lookup-"));
  server = await startTestServer({ dataFolder });
  await sendEvents(
    server,
    [
      { sku: "a" },
      { sku: "b" },
      { sku: "z" },
      { skus: ["a", "b"] },
      { sku: { cat: "own" } },
      { code: 7 },
    ].map((properties, index) => ({
      event: "Buy",
      properties: {
        time: Date.now() - 10_000 + index,
        distinct_id: "u1",
        $insert_id: `i${index}`,
        n: index,
        ...properties,
      },
    })),
  );
});
afterAll(async () => {
  await server.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const create = async (name: string): Promise<string> => {
  const { status, body } = await server.call("POST", "projects/1/lookup-tables", { body: { name } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.results.id;
};
const put = async (id: string, csv: string | Buffer, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/lookup-tables/${id}?project_id=1`, {
    method: "PUT",
    headers: {
      authorization: `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64")}`,
      "content-type": "text/csv",
      ...headers,
    },
    body: Buffer.from(csv),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const map = (id: string, ...properties: string[]) =>
  server.call("PUT", `projects/1/lookup-tables/${id}/mappings`, {
    body: { mappings: properties.map((property) => ({ subject: "event", property })) },
  });
const numbers = async (where: string) =>
  (await exportLines(server, `&where=${encodeURIComponent(where)}`)).map(
    (line) => JSON.parse(line).properties.n,
  );
const values = async (property: string, column: string) => {
  const query = new URLSearchParams({ property, column });
  const { status, body } = await server.call("GET", `projects/1/events/properties/values?${query}`);
  return status === 200
    ? body.results.map(({ value, count }: { value: unknown; count: number }) => [value, count])
    : body;
};

describe("a table of products", () => {
  let id: string;
  beforeAll(async () => {
    id = await create("Products");
    expect(await put(id, 'key,cat,price,tags\na,Shoes,40,\nb,Hats,10,"[""warm""]"\n7,Seven,1,\n')).toEqual({
      status: 200,
      body: { code: 200, status: "OK" },
    });
    expect((await map(id, "sku", "skus", "code")).status).toBe(200);
    await waitUntilLoaded(server);
  });

  test("a column it does not have is refused with those it has", async () => {
    expect(await values("sku", "nope")).toMatchObject({
      status: "error",
      type: "unknown_column",
      field: "column",
      error: "column: the lookup table has no column 'nope'; it has cat, price, tags.",
    });
  });

  test("is listed with what it holds, for people and for scripts", async () => {
    const { body } = await server.call("GET", "projects/1/lookup-tables");
    expect(body.results).toMatchObject([
      {
        id,
        name: "Products",
        rows: 3,
        columns: [
          { name: "key", type: "string" },
          { name: "cat", type: "string" },
          { name: "price", type: "number" },
          { name: "tags", type: "list" },
        ],
        mappings: [
          { subject: "event", property: "code" },
          { subject: "event", property: "sku" },
          { subject: "event", property: "skus" },
        ],
      },
    ]);
    expect((await server.call("GET", "/lookup-tables?project_id=1")).body).toEqual({
      code: 200,
      status: "OK",
      results: [{ id, name: "Products" }],
    });
  });

  test.each([
    ['properties["sku"]["cat"] == "Shoes"', [0]],
    ['properties["sku"]["price"] < 20', [1]],
    ['defined(properties["sku"]["cat"])', [0, 1, 4]],
    ['properties["sku"]["cat"] == "own"', [4]],
    ['properties["sku"] == "a"', [0]],
    ['"Hats" in properties["skus"]["cat"]', [3]],
    ['10 in properties["skus"]["price"]', [3]],
    ['properties["code"]["cat"] == "Seven"', [5]],
    ['"warm" in properties["sku"]["tags"]', [1]],
    ['properties["sku"]["nothing"] == 1', []],
    ['properties["n"]["cat"] == 1', []],
  ])("is joined when asked: %s", async (where, expected) => {
    expect(await numbers(where)).toEqual(expected);
  });

  test("gives values by its columns", async () => {
    expect(await values("sku", "cat")).toEqual([
      ["Shoes", 1],
      ["Hats", 1],
    ]);
    expect(await values("skus", "cat")).toEqual([
      ["Shoes", 1],
      ["Hats", 1],
    ]);
    expect(await values("n", "cat")).toMatchObject({ error: "column: 'n' is not mapped to a lookup table." });
  });

  test("that is replaced changes what history says, also after the store is made anew", async () => {
    expect(
      (await put(id, gzipSync("key,cat\na,Boots\nb,Hats\n"), { "content-encoding": "gzip" })).status,
    ).toBe(200);
    await waitUntilLoaded(server);
    expect(await numbers('properties["sku"]["cat"] == "Shoes"')).toEqual([]);
    expect(await numbers('properties["sku"]["cat"] == "Boots"')).toEqual([0]);
    const { databaseUrl } = server;
    await server.close();
    await rm(join(dataFolder, "store"), { recursive: true });
    server = await startTestServer({ dataFolder, databaseUrl });
    await waitUntilLoaded(server);
    expect(await numbers('properties["sku"]["cat"] == "Boots"')).toEqual([0]);
    expect((await server.call("GET", "projects/1/lookup-tables")).body.results[0].rows).toBe(2);
  });
});

test("a property belongs to one table, and none to persons", async () => {
  const id = await create("Others");
  expect(await map(id, "sku")).toMatchObject({
    status: 409,
    body: { type: "property_mapped", field: "mappings" },
  });
  expect(await map(id, "distinct_id")).toMatchObject({ status: 400, body: { type: "property_unfit" } });
  expect((await map(id, "color", "color")).body.results).toEqual([{ subject: "event", property: "color" }]);
  expect((await map(id)).body.results).toEqual([]);
  expect((await server.call("POST", "projects/1/lookup-tables", { body: { name: "Others" } })).status).toBe(
    409,
  );
});

test("properties of profiles are looked up as well, and those of events apart from them", async () => {
  const id = await create("Plans");
  await put(id, "plan,price\nfree,0\npro,20\n");
  const mappings = [{ subject: "profile", property: "plan" }];
  await server.call("PUT", `projects/1/lookup-tables/${id}/mappings`, { body: { mappings } });
  const people = [
    { $distinct_id: "u1", $set: { plan: "pro" } },
    { $distinct_id: "u2", $set: { plan: "free" } },
    { $distinct_id: "u3", $set: { plan: ["pro", "free"] } },
    { $distinct_id: "u4", $set: { color: "red" } },
  ];
  const told = await server.call("POST", "/engage?project_id=1&strict=1", { body: people });
  expect(told.status, JSON.stringify(told.body)).toBe(200);
  await waitUntilLoaded(server);
  const found = async (where: string) => {
    const query = new URLSearchParams({ project_id: "1", where });
    const { body } = await server.call("GET", `/api/2.0/engage?${query}`);
    return body.results.map(({ $distinct_id }: { $distinct_id: string }) => $distinct_id);
  };
  await vi.waitFor(async () => expect(await found("true")).toHaveLength(4), { timeout: 20_000 });
  expect(await found('user["plan"]["price"] > 10')).toEqual(["u1"]);
  expect(await found('properties["plan"]["price"] == 0')).toEqual(["u2"]);
  expect(await found('20 in properties["plan"]["price"]')).toEqual(["u3"]);
  expect(await found('defined(properties["color"]["price"])')).toEqual([]);
});

test("a file that does not fit changes nothing, and says what is wrong", async () => {
  const id = await create("Strict");
  expect((await put(id, "k,v\na,1\n")).status).toBe(200);
  await waitUntilLoaded(server);
  expect(await put(id, "k,v\na,1\na,2\n,3\n1\n")).toEqual({
    status: 400,
    body: {
      code: 400,
      status: "Bad Request",
      error: "some data points in the request failed validation",
      failed_records: [
        { index: 1, message: "invalid row: row indexes 0 and 1 have the same primary key" },
        { index: 2, message: "primary key is required and cannot be blank" },
        { index: 3, message: "invalid row: wrong number of fields" },
      ],
    },
  });
  expect(await put(id, "")).toMatchObject({ status: 400, body: { code: 400 } });
  expect(await put(id, "k,v\n", { "content-encoding": "br" })).toMatchObject({ status: 415 });
  expect(await put(id, "k,v\n", { "content-encoding": "gzip" })).toMatchObject({ status: 400 });
  await waitUntilLoaded(server);
  const { body } = await server.call("GET", "projects/1/lookup-tables");
  expect(body.results.find((table: { id: string }) => table.id === id)).toMatchObject({ rows: 1 });
});

test.each(["0f8fad5b-d9cb-469f-a165-70867728950e", "no-uuid", "%E0%A4%A", "'; drop table lookup_table; --"])(
  "an unknown table %s is not found",
  async (id) => {
    const path = encodeURIComponent(id).replaceAll("%25E0%25A4%25A", "%E0%A4%A");
    const answer = await put(path, "k,v\na,1\n");
    expect([400, 404]).toContain(answer.status);
    expect((await server.call("DELETE", `projects/1/lookup-tables/${encodeURIComponent(id)}`)).status).toBe(
      404,
    );
    expect((await map(encodeURIComponent(id), "x")).status).toBe(404);
  },
);

test("the answer to an unknown id is the one that clients know", async () => {
  const id = "0f8fad5b-d9cb-469f-a165-70867728950e";
  expect((await put(id, "k,v\na,1\n")).body).toEqual({
    code: 404,
    error: `Lookup table with id '${id}' was not found.`,
    status: "Not Found",
  });
});

test("a deleted table is gone for good, with its mappings", async () => {
  const id = await create("Gone");
  await put(id, "k,v\n0,zero\n");
  await map(id, "n");
  await waitUntilLoaded(server);
  expect(await numbers('properties["n"]["v"] == "zero"')).toEqual([0]);
  expect((await server.call("DELETE", `projects/1/lookup-tables/${id}`)).status).toBe(200);
  await waitUntilLoaded(server);
  expect(await numbers('properties["n"]["v"] == "zero"')).toEqual([]);
  expect((await put(id, "k,v\n0,zero\n")).status).toBe(404);
  const next = await create("Gone");
  expect((await map(next, "n")).status).toBe(200);
  expect((await map(next)).status).toBe(200);
});

test("uploads at once do not mix: one of the files stands, whole", async () => {
  const id = await create("Contested");
  const file = (mark: string) =>
    `k,mark\n${Array.from({ length: 20_000 }, (_, index) => `${index},${mark}\n`).join("")}`;
  const answers = await Promise.all(["a", "b", "c", "d"].map((mark) => put(id, file(mark))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await waitUntilLoaded(server);
  await map(id, "n");
  const found = await Promise.all(
    ["a", "b", "c", "d"].map((mark) => numbers(`properties["n"]["mark"] == "${mark}"`)),
  );
  expect(found.map((list) => list.length).sort()).toEqual([0, 0, 0, 6]);
});

test("a file is CSV by whatever name tools have for it, and anything else is told what to send", async () => {
  const id = await create("Types");
  for (const type of ["text/csv; charset=utf-8", "application/csv", "text/plain", "TEXT/CSV", ""])
    expect(await put(id, "k,v\na,1\n", { "content-type": type }), type).toMatchObject({ status: 200 });
  for (const type of ["application/json", "application/x-www-form-urlencoded", "csv", ";"]) {
    const refused = await put(id, "k,v\na,1\n", { "content-type": type });
    expect(refused, type).toMatchObject({ status: 415, body: { code: 415 } });
    expect(refused.body.error).toContain("text/csv");
  }
});

test("a file that is too large, or breaks off, is refused, and leaves nothing behind", async () => {
  const id = await create("Large");
  const authorization = `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64")}`;
  const bomb = gzipSync(Buffer.alloc(101 * 1024 * 1024, "a,b\n"));
  expect(await put(id, bomb, { "content-encoding": "gzip" })).toMatchObject({
    status: 413,
    body: { code: 413, status: "Request Entity Too Large" },
  });
  const announced = await new Promise<number | undefined>((resolve) => {
    const options = {
      method: "PUT",
      headers: { authorization, "content-type": "text/csv", "content-length": String(200 * 1024 * 1024) },
    };
    const sent = request(`${server.url}/lookup-tables/${id}?project_id=1`, options, (answer) => {
      resolve(answer.statusCode);
      sent.destroy();
    });
    sent.on("error", () => resolve(undefined));
    sent.flushHeaders();
  });
  expect(announced).toBe(413);
  await new Promise<void>((resolve) => {
    const options = { method: "PUT", headers: { authorization, "content-length": "1000" } };
    const sent = request(`${server.url}/lookup-tables/${id}?project_id=1`, options);
    sent.on("error", () => resolve());
    sent.write("k,v\na,1\n", () => setTimeout(() => sent.destroy(), 100));
    sent.on("close", () => resolve());
  });
  const bodies = async () =>
    (await readdir(join(dataFolder, "store", "scratch"))).filter((name) => name.startsWith("body-"));
  await vi.waitFor(async () => expect(await bodies()).toEqual([]), { timeout: 20_000 });
  const { body } = await server.call("GET", "projects/1/lookup-tables");
  expect(body.results.find((table: { id: string }) => table.id === id)).toMatchObject({ rows: 0 });
});

test("nobody without a role may see or change one", async () => {
  for (const as of [null, "nobody:wrong"]) {
    expect((await server.call("GET", "/lookup-tables?project_id=1", { as })).status).toBe(401);
  }
  expect((await server.call("GET", "/lookup-tables")).status).toBe(400);
  expect((await server.call("GET", "/lookup-tables?project_id=99")).status).toBe(403);
  const token = `${(await server.call("GET", "projects/1")).body.results.token}:`;
  expect((await server.call("GET", "/lookup-tables", { as: token })).status).toBe(401);
});
