import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportLines, type SendOptions, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let token: string;
let secret: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.call("GET", "projects/1")).body.results.token;
  secret = (await server.call("POST", "projects/1/reset-secret")).body.results.api_secret;
});
afterAll(() => server.close());

const NOW = Date.now();
let serial = 0;
const event = (properties: Record<string, unknown> = {}, name = "Open") => ({
  event: name,
  properties: { time: NOW - 60_000, distinct_id: "ana", $insert_id: `i-${++serial}`, ...properties },
});
const send = (records: unknown, options?: SendOptions) => sendEvents(server, records, options);
const OK_ONE = { code: 200, num_records_imported: 1, status: "OK" };

test("a batch of good events is answered with their number, packed or not, as a list, an object or lines", async () => {
  expect(await send([event(), event()])).toMatchObject({
    status: 200,
    body: { code: 200, num_records_imported: 2, status: "OK" },
  });
  expect((await send([event()], { gzip: true })).body).toEqual(OK_ONE);
  expect((await send(event())).body).toEqual(OK_ONE);
  const lines = `${JSON.stringify(event())}\n\n${JSON.stringify(event())}\n`;
  expect((await send(lines, { contentType: "application/x-ndjson" })).body.num_records_imported).toBe(2);
  expect((await send([event()], { headers: { "content-encoding": "" } })).body).toEqual(OK_ONE);
  expect((await send([event()], { headers: { "content-encoding": "identity" } })).body).toEqual(OK_ONE);
  expect((await send([event()], { query: "ip=0&verbose=1&project_id=1" })).body).toEqual(OK_ONE);
});

test("in a mixed batch the good are stored and each bad one is named once, by its place", async () => {
  const mark = `mixed-${++serial}`;
  const answer = await send([
    event({ mark }),
    event({ time: NOW + 7_200_000, $insert_id: "future" }),
    { event: "Open" },
    event({ mark, distinct_id: undefined, $device_id: "d1" }),
    event({ $insert_id: "a_b", distinct_id: "null" }),
  ]);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    code: 400,
    error: "some data points in the request failed validation",
    failed_records: [
      {
        index: 1,
        insert_id: "future",
        $insert_id: "future",
        field: "properties.time",
        message: "'properties.time' is invalid: must not be in the future",
      },
      {
        index: 2,
        insert_id: "",
        $insert_id: "",
        field: "properties",
        message: "'properties' must not be missing",
      },
      {
        index: 4,
        insert_id: "a_b",
        $insert_id: "a_b",
        field: "properties.distinct_id",
        message: "'properties.distinct_id' is invalid: must not be a placeholder value",
      },
    ],
    num_records_imported: 2,
    status: "Bad Request",
  });
  await waitUntilLoaded(server);
  const kept = (await exportLines(server)).filter((line) => line.includes(mark));
  expect(kept).toHaveLength(2);
});

test("without strict, what can be mended is stored and the rest is left out without a word, but counted", async () => {
  const mark = `lenient-${++serial}`;
  const answer = await send(
    [event({ mark, time: undefined }), event({ mark, distinct_id: "unknown" }), { event: 7 }, 5],
    { query: "project_id=1" },
  );
  expect(answer).toMatchObject({ status: 200, body: { num_records_imported: 2 } });
  await waitUntilLoaded(server);
  const kept = (await exportLines(server))
    .filter((line) => line.includes(mark))
    .map((line) => JSON.parse(line));
  expect(kept.map(({ properties }) => properties.distinct_id).sort()).toEqual(["", "ana"]);
  const { body } = await server.call("GET", "projects/1/settlements");
  const [line] = body.results.lines;
  expect(line.codes).toMatchObject({
    time_set_to_arrival: 1,
    id_emptied: 1,
    not_an_object: 1,
    event_missing: 1,
  });
});

test("a record whose time cannot be read keeps its insert id, and has no copies", async () => {
  const mark = `timeless-${++serial}`;
  const record = event({ mark, time: "soon", $insert_id: "kept-1" });
  for (let turn = 0; turn < 2; turn += 1)
    expect((await send([record], { query: "project_id=1" })).status).toBe(200);
  await waitUntilLoaded(server);
  const kept = (await exportLines(server))
    .filter((line) => line.includes(mark))
    .map((line) => JSON.parse(line));
  expect(kept.map(({ properties }) => properties.$insert_id)).toEqual(["kept-1", "kept-1"]);
});

test("verbs of another identity system are refused with strict, and taken without a trace otherwise", async () => {
  expect((await send([event({}, "$identify")])).body.failed_records[0]).toMatchObject({
    field: "event",
    message: "identity events are not allowed when project is using simplified identity management",
  });
  expect((await send([event({}, "$merge")], { query: "project_id=1" })).body).toEqual(OK_ONE);
  await waitUntilLoaded(server);
  expect((await exportLines(server)).some((line) => line.includes("$merge"))).toBe(false);
});

test.each<[string, unknown, SendOptions, number, RegExp]>([
  ["not JSON", "[{", {}, 400, /^the body cannot be read as JSON/],
  ["NaN", '[{"event":NaN}]', {}, 400, /^the body cannot be read as JSON/],
  ["a number", "7", {}, 400, /must be a JSON array/],
  ["an empty list", [], {}, 400, /holds no events/],
  ["an empty body", "", {}, 400, /no body|holds no events|cannot be read/],
  ["no gzip", "[]", { headers: { "content-encoding": "gzip" } }, 400, /not valid gzip/],
  [
    "cut gzip",
    gzipSync("[1,2,3]").subarray(0, 14),
    { headers: { "content-encoding": "gzip" } },
    400,
    /not valid gzip/,
  ],
  ["strict=maybe", [], { query: "strict=maybe&project_id=1" }, 400, /^strict must be 0 or 1/],
])("%s as a body: 400, nothing imported", async (_name, body, options, status, error) => {
  const answer = await send(body, options);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    code: 400,
    error: expect.stringMatching(error),
    failed_records: [],
    num_records_imported: 0,
    status: "Bad Request",
  });
});

test.each<[string, () => Buffer | string, SendOptions, number, string]>([
  [
    "2,001 events",
    () => JSON.stringify(Array.from({ length: 2001 }, () => event())),
    {},
    413,
    "request exceeds max limit of 2000 events",
  ],
  [
    "11 MiB",
    () => `["${"x".repeat(11 * 1024 * 1024)}"]`,
    {},
    413,
    "request exceeds max limit of 10485760 bytes",
  ],
  [
    "a bomb of 1 GiB",
    () => Buffer.concat(Array.from({ length: 1024 }, () => gzipSync(Buffer.alloc(1024 * 1024, 32)))),
    { headers: { "content-encoding": "gzip" } },
    413,
    "request exceeds max limit of 10485760 bytes",
  ],
  [
    "another encoding",
    () => "[]",
    { headers: { "content-encoding": "br" } },
    415,
    "Content-Encoding 'br' is not supported: send the body with 'gzip', or plain",
  ],
])("%s is refused as a whole", async (_name, body, options, status, error) => {
  const answer = await send(body(), options);
  const name = status === 413 ? "Request Entity Too Large" : "Unsupported Media Type";
  expect(answer).toMatchObject({ status, body: { code: status, error, status: name } });
});

test("one event of 1.1 MiB among good ones fails alone", async () => {
  const answer = await send([event(), event({ text: "x".repeat(1_153_434) }), event()]);
  expect(answer.body).toMatchObject({
    num_records_imported: 2,
    failed_records: [{ index: 1, field: "properties" }],
  });
});

test("whoever may not is told so before anything of the body is read", async () => {
  const unauthorized = { code: 401, error: "Invalid credentials", status: "Unauthorized" };
  for (const as of [null, "nobody:wrong-secret", `${"0".repeat(32)}:`, "x:"]) {
    const answer = await send("this is not even JSON", { as });
    expect(answer).toMatchObject({ status: 401, body: unauthorized });
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic/);
  }
  const bearer = await send([event()], { as: null, headers: { authorization: "Bearer abc" } });
  expect(bearer.body).toEqual(unauthorized);
  expect(await send([event()], { query: "strict=1" })).toMatchObject({ status: 400, body: { code: 400 } });
  expect(await send([event()], { query: "project_id=one" })).toMatchObject({ status: 400 });
  expect(await send([event()], { query: "project_id=999" })).toMatchObject({
    status: 403,
    body: { status: "Forbidden" },
  });
  const analyst = await server.call("POST", "organizations/1/service-accounts", {
    body: { username: "analyst", projects: [{ id: 1, role: "analyst" }] },
  });
  const { username, token: password } = analyst.body.results;
  const answer = await send([event()], { as: `${username}:${password}` });
  expect(answer).toMatchObject({
    status: 403,
    body: { code: 403, error: expect.stringContaining("role admin") },
  });
});

test("the project's token or legacy secret opens the door without an account, for its own project alone", async () => {
  for (const key of [token, secret]) {
    expect((await send([event()], { as: `${key}:`, query: "strict=1" })).body).toEqual(OK_ONE);
    expect((await send([event()], { as: `${key}:` })).body).toEqual(OK_ONE);
    expect(await send([event()], { as: `${key}:`, query: "project_id=2" })).toMatchObject({ status: 401 });
  }
  // As some clients send it: the pair as plain text, or the bare secret in base64 without a colon.
  for (const authorization of [
    `Basic ${FIRST_CREDENTIALS}`,
    `Basic ${Buffer.from(secret).toString("base64url")}`,
  ]) {
    expect((await send([event()], { as: null, headers: { authorization } })).body).toEqual(OK_ONE);
  }
});

test("a form and an address bring events too, and are answered as their clients expect", async () => {
  const records = JSON.stringify([event({ text: "a+b ü" })]);
  const base64 = Buffer.from(records).toString("base64");
  const form = { contentType: "application/x-www-form-urlencoded", as: `${token}:` };
  expect((await send(`data=${encodeURIComponent(records)}`, { ...form, query: "" })).body).toBe("1");
  // Base64 that nobody escaped: its plus signs arrive as blanks.
  expect((await send(`data=${base64}&verbose=1`, { ...form, query: "" })).body).toEqual({
    status: 1,
    error: null,
  });
  expect((await send(`data=${base64}`, { ...form, query: "strict=1" })).body).toEqual(OK_ONE);
  expect((await send("data=bm9uc2Vuc2U=", { ...form, query: "verbose=1" })).body).toMatchObject({
    status: 0,
  });
  expect((await send("data=", { ...form, query: "" })).body).toBe("0");
  expect((await send("data=[{}]", { ...form, query: "" })).body).toBe("0");
  const query = `?data=${encodeURIComponent(base64)}`;
  expect((await server.call("GET", `/import/${query}`, { as: `${token}:` })).body).toBe("1");
  expect((await server.call("GET", "/import", { as: `${token}:` })).status).toBe(400);
  expect((await server.call("HEAD", `/import/${query}`, { as: `${token}:` })).status).toBe(405);
});

test("an api key in the address counts only where it is switched on", async () => {
  const { api_key: apiKey } = (await server.call("GET", "projects/1")).body.results;
  const query = `strict=1&api_key=${apiKey}`;
  expect((await send([event()], { as: null, query })).status).toBe(401);
  const old = await startTestServer({ config: { LEGACY_API_KEY: "on" } });
  try {
    const { api_key: oldKey } = (await old.call("GET", "projects/1")).body.results;
    expect(
      (await sendEvents(old, [event()], { as: null, query: `strict=1&api_key=${oldKey}` })).body,
    ).toEqual(OK_ONE);
    expect(
      (await sendEvents(old, [event()], { as: null, query: `strict=1&api_key=${"0".repeat(32)}` })).status,
    ).toBe(401);
  } finally {
    await old.close();
  }
});

test("with ip=1 a record without any id belongs to the address it came from", async () => {
  const mark = `ip-${++serial}`;
  const records = [event({ mark, distinct_id: undefined }), event({ mark, distinct_id: undefined })];
  expect((await send(records, { query: "ip=1&project_id=1" })).status).toBe(200);
  await waitUntilLoaded(server);
  const lines = (await exportLines(server))
    .filter((line) => line.includes(mark))
    .map((line) => JSON.parse(line));
  const ids = new Set(lines.map(({ properties }) => properties.distinct_id));
  expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test("a retried batch is accepted and counted once", async () => {
  await waitUntilLoaded(server);
  const before = (await server.call("GET", "projects/1/usage")).body.results.events;
  const batch = [event(), event()];
  for (let turn = 0; turn < 3; turn += 1) expect((await send(batch)).body.num_records_imported).toBe(2);
  await waitUntilLoaded(server);
  expect((await server.call("GET", "projects/1/usage")).body.results.events).toBe(before + 2);
});

test("a limit on events per minute, where there is one, answers 429 with the time to wait", async () => {
  const limited = await startTestServer({ config: { IMPORT_EVENTS_PER_MINUTE: 3 } });
  try {
    expect((await sendEvents(limited, [event(), event(), event()])).status).toBe(200);
    const answer = await sendEvents(limited, [event()]);
    expect(answer.body).toEqual({
      code: 429,
      error: "Project exceeded rate limits. Please retry the request with exponential backoff.",
      status: "Too Many Requests",
    });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});
