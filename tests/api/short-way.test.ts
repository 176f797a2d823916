import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportLines, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
type Project = { id: number; token: string };
/** To one of them everything is sent the short way where it can be, to the other the long way. */
let short: Project;
let long: Project;
beforeAll(async () => {
  server = await startTestServer({});
  const make = async (name: string): Promise<Project> =>
    (await server.call("POST", "organizations/1/projects", { body: { name } })).body.results;
  short = await make("Short");
  long = await make("Long");
});
afterAll(() => server.close());

const NOW = Math.floor(Date.now() / 1000) - 60;
const JSON_TYPE = "content-type: application/json";
const FORM_TYPE = "content-type: application/x-www-form-urlencoded";
type Case = { name: string; body(token: string): string | Buffer; headers?: string[]; path?: string };

const record = (token: string, own: object = {}, event: unknown = "Step") =>
  JSON.stringify({ event, properties: { plan: "pro", time: NOW, distinct_id: "ana", n: 1, ...own, token } });
const inForm = (text: string | Buffer, encoding: "base64" | "base64url" = "base64") =>
  `data=${encodeURIComponent(Buffer.from(text).toString(encoding))}`;
const json = (name: string, body: Case["body"], ...headers: string[]): Case => ({
  name,
  body,
  headers: [JSON_TYPE, ...headers],
});
const form = (name: string, body: Case["body"]): Case => ({ name, body, headers: [FORM_TYPE] });
const own = (name: string, more: object): Case => json(name, (token) => record(token, { name, ...more }));

const CASES: Case[] = [
  own("a plain event", { plan: "free" }),
  own("again", { plan: "free" }),
  json("from a page", (token) => record(token), "origin: https://shop.example"),
  json(
    "as clients say it",
    (token) => record(token),
    "connection: keep-alive",
    "user-agent: x",
    "accept: */*",
  ),
  { name: "with its encoding", body: (token) => record(token), headers: [`${JSON_TYPE}; charset=utf-8`] },
  {
    name: "as a beacon",
    body: (token) => record(token),
    headers: ["content-type: text/plain;charset=UTF-8"],
  },
  form("base64 in a form", (token) => inForm(record(token, { text: "ä€😀?>~" }))),
  form("the other alphabet", (token) => inForm(record(token, { text: "ä€😀?>~" }), "base64url")),
  form(
    "not escaped",
    (token) => `data=${Buffer.from(record(token, { text: "ä€😀?>~" })).toString("base64")}`,
  ),
  form("JSON in a form", (token) => `data=${encodeURIComponent(record(token))}`),
  form("wishes in a form", (token) => `${inForm(record(token))}&ip=1&verbose=1`),
  form("a pixel", (token) => `${inForm(record(token))}&img=1`),
  form("JSON that says it is a form", (token) => record(token)),
  form("halves of a character", (token) =>
    inForm(
      Buffer.concat([
        Buffer.from(record(token, { text: "<" }).split("<")[0] ?? ""),
        HALVES,
        Buffer.from(record(token, { text: "<" }).split("<")[1] ?? ""),
      ]),
    ),
  ),
  form("no base64", () => "data=%%%%"),
  form("nothing in it", () => "data="),
  form("another field", () => "more=1"),
  { name: "no type", body: (token) => record(token), headers: [] },
  { name: "a list", body: (token) => `[${record(token)},${record(token, { n: 2 })}]`, headers: [JSON_TYPE] },
  {
    name: "lines",
    body: (token) => `${record(token)}\n${record(token)}`,
    headers: ["content-type: application/x-ndjson"],
  },
  { name: "strict", body: (token) => record(token), headers: [JSON_TYPE], path: "/track?strict=1" },
  { name: "verbose", body: (token) => record(token), headers: [JSON_TYPE], path: "/track?verbose=1" },
  { name: "with a slash", body: (token) => record(token), headers: [JSON_TYPE], path: "/track/" },
  {
    ...form("as the Node client", (token) => `data=${Buffer.from(record(token)).toString("base64")}`),
    path: "/track?ip=0&verbose=0",
  },
  { ...form("as the browser's", (token) => inForm(record(token))), path: `/track/?verbose=1&ip=1&_=${NOW}` },
  {
    ...json("whose address is asked for", (token) => record(token, { distinct_id: undefined })),
    path: "/track?ip=1",
  },
  { ...json("no record, verbose", () => "{}"), path: "/track?verbose=1" },
  { ...json("refused, verbose", (token) => record(token, {}, "")), path: "/track?verbose=1" },
  { ...json("twice", (token) => record(token)), path: "/track?verbose=0&verbose=1&__proto__=1&x" },
  { ...json("a pixel in the address", (token) => record(token)), path: "/track?img=1" },
  { ...json("a call", (token) => record(token)), path: "/track?callback=call.me" },
  { ...json("a nameless query", (token) => record(token)), path: "/track?" },
  own("a new property", { [`new at ${NOW}`]: true }),
  own("a list and an object", { list: [1, "a"], inner: { a: null } }),
  own("another type", { n: "one" }),
  own("an id of its own", { $insert_id: "abc-1" }),
  own("a device", { $device_id: "d1", $user_id: "u1" }),
  own("too old", { time: NOW - 10 * 86_400 }),
  own("in the future", { time: NOW + 9 * 86_400 }),
  own("without time", { time: undefined }),
  own("an id that means nothing", { distinct_id: "undefined" }),
  own("no id", { distinct_id: undefined }),
  own("a number as id", { distinct_id: 7 }),
  own("30 kilobytes", { text: "x".repeat(30_000) }),
  own("70 kilobytes", { text: "x".repeat(70_000) }),
  own("nul and quotes", { text: '\u0000 "token" \\ \n' }),
  json("no name", (token) => record(token, {}, "")),
  json("a name that is none", (token) => record(token, {}, 7)),
  json("who is who", (token) => record(token, { $identified_id: "a", $anon_id: "b" }, "$identify")),
  json("nobody's token", () => record("f".repeat(32))),
  json("no token", () => record("")),
  json("another's token inside", (token) => record(token, { inner: { token: "f".repeat(32) } })),
  json("cut off", (token) => record(token).slice(0, -1)),
  json("two in a row", (token) => record(token) + record(token)),
  json("blanks around", (token) => ` ${record(token)}\n`),
  json("no text", (token) =>
    Buffer.concat([Buffer.from(record(token).slice(0, -2)), Buffer.from([0xff, 0x7d, 0x7d])]),
  ),
  json("not a record", () => "[7]"),
  json("a word", () => "hello"),
  json("no gzip", () => "hello", "content-encoding: gzip"),
];
const HALVES = Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);

/** The bytes of the answer; a request with an id of its own never goes the short way. */
function send(
  { body, headers = [], path = "/track" }: Case,
  { token }: Project,
  id?: string,
  url = server.url,
): Promise<string> {
  const bytes = Buffer.from(body(token));
  const lines = [`POST ${path} HTTP/1.1`, "host: x", ...headers, `content-length: ${bytes.length}`];
  if (id !== undefined) lines.push(`x-request-id: ${id}`);
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.write(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]));
    let text = "";
    socket.on("error", reject);
    socket.on("data", (piece) => {
      text += piece.toString("latin1");
      const [head = "", answer = ""] = text.split("\r\n\r\n");
      if (answer.length < Number(/content-length: (\d+)/i.exec(head)?.[1])) return;
      socket.destroy();
      resolve(text.replace(/x-request-id: [\w-]+/, "x-request-id: …").replace(/Date: [^\r]+/, "Date: …"));
    });
  });
}

const WRITTEN_HERE = ["$insert_id", "mp_processing_time_ms"];
async function stored({ id }: Project): Promise<string[]> {
  const lines = (await exportLines(server, "", id)).map((line) => JSON.parse(line));
  return lines
    .map(({ event, properties }) => {
      const kept = Object.entries(properties)
        .filter(([name, value]) => !WRITTEN_HERE.includes(name) || value === "abc-1")
        .map(([name, value]) => [name, shown(name, value)]);
      return JSON.stringify([event, kept.sort()]);
    })
    .sort();
}

/** The time of arrival is different each time; long texts by their length. */
function shown(name: string, value: unknown): unknown {
  if (name === "time" && Math.floor(Number(value) / 1000) !== NOW) return "now";
  return typeof value === "string" && value.length > 1000 ? value.length : value;
}

const requestsCounted = async (): Promise<number> => {
  const { body } = await server.call("GET", "/metrics", { as: null });
  const counts = String(body).matchAll(
    /request_duration_seconds_count\{method="POST",route="\/track"[^}]*\} (\d+)/g,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
};

test("plain and odd requests are answered alike on the short way and on the long one, byte by byte, and leave the same behind", async () => {
  for (const each of CASES) {
    const counted = await requestsCounted();
    const answers = [await send(each, short), await send(each, long, "given")];
    expect([each.name, answers[0]]).toEqual([each.name, answers[1]]);
    expect([each.name, (await requestsCounted()) - counted]).toEqual([each.name, 2]);
  }
  await waitUntilLoaded(server);
  const [bySocket, byFramework] = [await stored(short), await stored(long)];
  expect(bySocket.length).toBeGreaterThan(30);
  expect(bySocket).toEqual(byFramework);
});

test("what was left out or mended is counted alike", async () => {
  const counts = async ({ id }: Project) =>
    (await server.call("GET", `projects/${id}/ingestion/diagnostics`)).body.results;
  const numbers = async (project: Project) =>
    JSON.stringify(await counts(project), (key, value) =>
      key === "samples" || key.endsWith("_at") ? undefined : value,
    );
  expect(await numbers(short)).toBe(await numbers(long));
});

test("an event that its schema refuses is told so alike", async () => {
  const schemaJson = { properties: { n: { type: "string" } } };
  for (const { id } of [short, long]) {
    await server.call("POST", `projects/${id}/schemas`, {
      body: { entries: [{ entityType: "event", name: "Step", schemaJson }] },
    });
    await server.call("PATCH", `projects/${id}/dictionary/settings`, { body: { mode: "reject" } });
  }
  const bad = { ...json("refused", (token) => record(token, { n: 2 })), path: "/track?verbose=1" };
  const good = { ...bad, body: (token: string) => record(token, { n: "two" }) };
  const answers = [await send(bad, short), await send(bad, long, "given")];
  expect(answers[0]).toContain("'properties.n' is invalid");
  expect(answers[0]).toBe(answers[1]);
  expect(await send(bad, short)).not.toContain('"status":1');
  expect(await send(good, short)).toBe(await send(good, long, "given"));
});

test("too many events are put off alike", async () => {
  const limited = await startTestServer({ config: { IMPORT_EVENTS_PER_MINUTE: 1 } });
  try {
    const project: Project = (await limited.call("GET", "projects/1")).body.results;
    const [plain] = CASES as [Case];
    const tell = async (id?: string) =>
      (await send(plain, project, id, limited.url)).replace(/retry-after: \d+/, "retry-after: …");
    expect(await tell()).toMatch(/^HTTP\/1\.1 200 OK/);
    const refused = await tell();
    expect(refused).toMatch(/^HTTP\/1\.1 429 Too Many Requests/);
    expect(refused).toContain("retry-after: …");
    expect(refused).toBe(await tell("given"));
  } finally {
    await limited.close();
  }
});
