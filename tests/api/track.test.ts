import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportLines, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let token: string;
let other: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer({ config: { SDK_REDIRECT_HOSTS: ["shop.example"] } });
  token = (await server.call("GET", "projects/1")).body.results.token;
  const made = await server.call("POST", "organizations/1/projects", { body: { name: "Other" } });
  other = made.body.results;
});
afterAll(() => server.close());

const NOW = Date.now();
let serial = 0;
const nextMark = () => `mark-${++serial}`;
const event = (properties: Record<string, unknown> = {}, name = "Open") => ({
  event: name,
  properties: { token, time: NOW - 60_000, distinct_id: "ana", ...properties },
});
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
const form = (value: unknown) => `data=${encodeURIComponent(base64(value))}`;

type Sent = { status: number; text: string; headers: Headers };
async function post(
  body: string | Uint8Array,
  query = "",
  headers: Record<string, string> = {},
): Promise<Sent> {
  return told(await fetch(`${server.url}/track${query}`, { method: "POST", body, headers }));
}
const get = async (query: string): Promise<Sent> =>
  told(await fetch(`${server.url}/track?${query}`, { redirect: "manual" }));
const told = async (response: Response): Promise<Sent> => ({
  status: response.status,
  text: await response.text(),
  headers: response.headers,
});
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "content-type": "application/json" };

/** What is stored with this mark, as the raw export gives it. */
async function stored(mark: string, projectId = 1) {
  await waitUntilLoaded(server);
  const lines = await exportLines(server, "", projectId);
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ properties }) => properties.mark === mark)
    .map(({ event: name, properties }) => ({ event: name, properties }));
}

test("an event arrives by every road that clients take, and is stored without its token", async () => {
  const mark = nextMark();
  const sent = (way: string) => event({ mark, way, $insert_id: `way-${way}` });
  const one = { status: 200, text: "1" };
  expect(await post(form([sent("form")]), "", FORM)).toMatchObject(one);
  expect(await post(`data=${base64(sent("unescaped"))}`, "/", FORM)).toMatchObject(one);
  expect(await post(`data=${encodeURIComponent(JSON.stringify([sent("raw")]))}`, "", FORM)).toMatchObject(
    one,
  );
  expect(await post(form(sent("beacon")), "/", { "content-type": "text/plain;charset=UTF-8" })).toMatchObject(
    one,
  );
  expect(await post(JSON.stringify([sent("json")]), "", JSON_TYPE)).toMatchObject(one);
  expect(await post(JSON.stringify(sent("object")), "", JSON_TYPE)).toMatchObject(one);
  const lines = `${JSON.stringify(sent("line-1"))}\n${JSON.stringify(sent("line-2"))}\n`;
  expect(await post(lines, "", { "content-type": "application/x-ndjson" })).toMatchObject(one);
  const packed = { "content-encoding": "gzip" };
  expect(
    await post(gzipSync(JSON.stringify([sent("packed")])), "", { ...JSON_TYPE, ...packed }),
  ).toMatchObject(one);
  expect(await post(gzipSync(form([sent("packed-form")])), "", { ...FORM, ...packed })).toMatchObject(one);
  expect(await get(`data=${base64(sent("get"))}&_=1`)).toMatchObject(one);
  const rows = await stored(mark);
  expect(rows.map(({ properties }) => properties.way).sort()).toEqual(
    [
      "beacon",
      "form",
      "get",
      "json",
      "line-1",
      "line-2",
      "object",
      "packed",
      "packed-form",
      "raw",
      "unescaped",
    ].sort(),
  );
  for (const { properties } of rows) {
    expect(properties).not.toHaveProperty("token");
    expect(properties).not.toHaveProperty("$import");
    expect(properties).toMatchObject({ distinct_id: "ana", $insert_id: `way-${properties.way}` });
  }
});

test("the answer is what the client asked for", async () => {
  const data = encodeURIComponent(base64([event()]));
  const bad = encodeURIComponent(base64([{ event: "", properties: { token } }]));
  expect((await get(`data=${data}&verbose=1`)).text).toBe('{"status":1,"error":null}');
  const reason = { status: 0, error: "'event' must not be missing or blank" };
  expect(JSON.parse((await get(`data=${bad}&verbose=1`)).text)).toEqual(reason);
  expect(await get(`data=${bad}`)).toMatchObject({ status: 200, text: "0" });
  expect(JSON.parse((await get(`data=${data}&strict=1`)).text)).toEqual({
    code: 200,
    num_records_imported: 1,
    status: "OK",
  });
  const pixel = await get(`data=${data}&img=1`);
  expect(pixel.headers.get("content-type")).toBe("image/gif");
  expect(pixel.headers.get("cache-control")).toBe("no-store");
  expect(pixel.text.startsWith("GIF89a")).toBe(true);
  const sentOn = await get(`data=${data}&callback=mixpanel._jsc%5B12%5D`);
  expect(sentOn.status).toBe(302);
  const script = await fetch(new URL(sentOn.headers.get("location") ?? "", server.url));
  expect(new URL(script.url).pathname).toBe("/jsonp");
  expect(script.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(script.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await script.text()).toBe("mixpanel._jsc[12](1);");
  expect((await get(`data=${data}&callback=alert(1)`)).text).toBe("1");
  const link = await get(`data=${data}&redirect=${encodeURIComponent("https://shop.example/a")}`);
  expect(link.status).toBe(302);
  expect(link.headers.get("location")).toBe("https://shop.example/a");
  expect((await get(`data=${data}&redirect=${encodeURIComponent("https://evil.example/")}`)).status).toBe(
    200,
  );
  expect((await post(`${form([event()])}&verbose=1&ip=0`, "", FORM)).text).toBe('{"status":1,"error":null}');
});

test("events of one batch go to the projects that their tokens name, in their order", async () => {
  const mark = nextMark();
  const batch = [
    event({ mark, n: 1 }),
    event({ mark, n: 2, token: other.token }),
    event({ mark, n: 3, token: "0".repeat(32) }),
    event({ mark, n: 4 }),
    { event: "Open", properties: { mark, n: 5 } },
    event({ mark, n: 6, token: other.token, $insert_id: "not allowed" }),
    event({ mark, n: 7, token: "no token at all" }),
  ];
  const { status, text } = await post(JSON.stringify(batch), "?strict=1", JSON_TYPE);
  expect(status).toBe(400);
  const answer = JSON.parse(text);
  expect(answer.num_records_imported).toBe(5);
  expect(
    answer.failed_records.map((failed: { index: number; field: string }) => [failed.index, failed.field]),
  ).toEqual([
    [4, "properties.token"],
    [5, "$insert_id"],
  ]);
  expect((await stored(mark)).map(({ properties }) => properties.n)).toEqual([1, 4]);
  expect((await stored(mark, other.id)).map(({ properties }) => properties.n)).toEqual([2]);
  const metrics = (await server.call("GET", "/metrics", { as: null })).body as string;
  expect(metrics).toMatch(/records_without_project_total\{code="unknown_token"\} 2/);
});

test("a token nobody has is answered with success; a token that was replaced is nobody's at once", async () => {
  const unknown = "f".repeat(32);
  expect(await post(form([event({ token: unknown })]), "", FORM)).toMatchObject({ status: 200, text: "1" });
  const before = (await server.call("GET", `projects/${other.id}`)).body.results.token;
  const rotated = await server.call("POST", `projects/${other.id}/rotate-token`);
  const mark = nextMark();
  await post(JSON.stringify([event({ mark, token: before })]), "", JSON_TYPE);
  await post(JSON.stringify([event({ mark, token: rotated.body.results.token, n: 2 })]), "", JSON_TYPE);
  other.token = rotated.body.results.token;
  expect((await stored(mark, other.id)).map(({ properties }) => properties.n)).toEqual([2]);
});

test("an event without a time happened now, one without an insert id gets one, one without an id the caller's address", async () => {
  const mark = nextMark();
  const bare = { event: "Open", properties: { token, mark } };
  await post(JSON.stringify([bare]), "?ip=1", JSON_TYPE);
  await post(JSON.stringify([bare]), "?ip=0", JSON_TYPE);
  const rows = await stored(mark);
  expect(rows).toHaveLength(2);
  for (const { properties } of rows) {
    expect(Math.abs(properties.time - NOW)).toBeLessThan(600_000);
    expect(properties.$insert_id).toMatch(/^[A-Za-z0-9-]+$/);
    expect(properties).not.toHaveProperty("ip");
  }
  expect(rows[0]?.properties.distinct_id).toMatch(/^[0-9a-f]{32}$/);
  expect(rows[1]?.properties.distinct_id).toBe("");
});

test("what is older than five days is answered and left out, unless the caller is strict", async () => {
  const mark = nextMark();
  const old = event({ mark, time: NOW - 6 * 86_400_000 });
  expect(await post(JSON.stringify([old]), "", JSON_TYPE)).toMatchObject({ status: 200, text: "1" });
  const strict = await post(JSON.stringify([old]), "?strict=1", JSON_TYPE);
  expect(strict.status).toBe(400);
  expect(JSON.parse(strict.text).failed_records[0].message).toContain("/import");
  await post(JSON.stringify([event({ mark, time: NOW / 1000 - 4 * 86_400 })]), "", JSON_TYPE);
  expect(await stored(mark)).toHaveLength(1);
});

test("a time that cannot be read becomes the time of arrival, and that is all that is said of it", async () => {
  const mark = nextMark();
  const times = ["1e400", "-1e400", '"\\ud800"', `${"[".repeat(50)}${"]".repeat(50)}`];
  const batch = times.map((time) => JSON.stringify(event({ mark, time: "?" })).replace('"?"', time));
  const counted = async () => {
    const { counts } = (await server.call("GET", "projects/1/ingestion/diagnostics?endpoint=track")).body
      .results;
    const of = (code: string) =>
      counts
        .filter((line: { code: string }) => line.code === code)
        .reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    return ["time_set_to_arrival", "number_out_of_range", "invalid_utf8", "too_deep"].map(of);
  };
  const before = await counted();
  const { text } = await post(`[${batch.join()}]`, "?verbose=1", JSON_TYPE);
  expect(JSON.parse(text)).toEqual({ status: 1, error: null });
  expect(await stored(mark)).toHaveLength(4);
  expect((await counted()).map((count, at) => count - (before[at] ?? 0))).toEqual([4, 0, 0, 0]);
});

test("whatever strict says, no good event is lost for it", async () => {
  const mark = nextMark();
  for (const strict of ["abc", "2", "", "false", "true"]) {
    const { status } = await post(JSON.stringify([event({ mark })]), `?strict=${strict}`, JSON_TYPE);
    expect([strict, status]).toEqual([strict, 200]);
  }
  expect(await stored(mark)).toHaveLength(5);
  const bad = JSON.stringify([{ event: "Open", properties: {} }]);
  expect(await post(bad, "?strict=2", JSON_TYPE)).toMatchObject({ status: 200, text: "0" });
  expect((await post(bad, "?strict=true", JSON_TYPE)).status).toBe(400);
});

test("a body of another kind is called what it is", async () => {
  const said = async (body: string, type: string) =>
    JSON.parse((await post(body, "?verbose=1", { "content-type": type })).text).error;
  expect(await said('"abc"', "application/json")).toContain("must be a JSON array");
  expect(await said("--x\r\n\r\n--x--", "multipart/form-data; boundary=x")).toContain("multipart");
});

test("identity verbs are answered and not stored", async () => {
  const mark = nextMark();
  const verbs = ["$identify", "$create_alias", "$merge"].map((name) => event({ mark }, name));
  expect((await post(JSON.stringify(verbs), "", JSON_TYPE)).text).toBe("1");
  expect(await stored(mark)).toEqual([]);
});

test("credentials are ignored, also wrong ones, and never count as failed sign-ins", async () => {
  const wrong = { authorization: `Basic ${Buffer.from("nobody:nothing").toString("base64")}` };
  for (let attempt = 0; attempt < 30; attempt += 1) {
    expect((await post(form([event()]), "", { ...FORM, ...wrong })).text).toBe("1");
  }
  expect((await post(form([event()]), "", { ...FORM, authorization: "" })).text).toBe("1");
  expect((await server.call("GET", "me", { as: "nobody:nothing" })).status).toBe(401);
});

describe("bad input", () => {
  const cases: [string, string | Uint8Array, Record<string, string>, number][] = [
    ["broken base64", "data=%%%$$$", FORM, 200],
    ["base64 of nothing", "data=", FORM, 200],
    ["base64 of no JSON", `data=${Buffer.from("hello").toString("base64")}`, FORM, 200],
    ["a form without data", "a=b", FORM, 200],
    ["nothing", "", JSON_TYPE, 200],
    ["broken JSON", '[{"event":', JSON_TYPE, 200],
    ["an empty list", "[]", JSON_TYPE, 200],
    ["no objects", "[1,null,[]]", JSON_TYPE, 200],
    ["broken gzip", "not gzip", { ...JSON_TYPE, "content-encoding": "gzip" }, 200],
    ["another encoding", "{}", { ...JSON_TYPE, "content-encoding": "br" }, 415],
    ["too many records", JSON.stringify(Array.from({ length: 2001 }, () => 1)), JSON_TYPE, 413],
    ["too many bytes", JSON.stringify([{ event: "x".repeat(10_485_760) }]), JSON_TYPE, 413],
    ["a bomb", gzipSync(Buffer.alloc(50_000_000, 32)), { ...JSON_TYPE, "content-encoding": "gzip" }, 413],
  ];
  test.each(cases)("%s is told in the client's dialect", async (_name, body, headers, status) => {
    expect(await post(body, "", headers)).toMatchObject({ status, text: "0" });
    const verbose = await post(body, "?verbose=1", headers);
    const { error, ...rest } = JSON.parse(verbose.text);
    expect([verbose.status, rest]).toEqual([status, { status: 0 }]);
    expect(error.length).toBeGreaterThan(10);
    const strict = await post(body, "?strict=1", headers);
    expect(strict.status).toBe(status === 200 ? 400 : status);
    expect(JSON.parse(strict.text).code).toBe(strict.status);
  });

  test("properties and tokens of every odd kind are refused one by one", async () => {
    const odd = [
      null,
      1,
      "x",
      [],
      { event: 1 },
      { event: "Open", properties: [] },
      { event: "Open", properties: { token: 5 } },
    ];
    const { status, text } = await post(JSON.stringify([...odd, event()]), "?strict=1", JSON_TYPE);
    expect(status).toBe(400);
    expect(JSON.parse(text).failed_records.map(({ index }: { index: number }) => index)).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ]);
    expect(JSON.parse(text).num_records_imported).toBe(1);
  });

  test("a batch of many tokens is taken up to a bound", async () => {
    const tokens = Array.from({ length: 60 }, (_, at) => at.toString(16).padStart(32, "0"));
    const { text } = await post(
      JSON.stringify(tokens.map((each) => event({ token: each }))),
      "?strict=1",
      JSON_TYPE,
    );
    expect(JSON.parse(text).num_records_imported).toBe(50);
  });
});

test("an address of 256 KB is read", async () => {
  const mark = nextMark();
  const data = base64([event({ mark, long: "x".repeat(190_000) })]);
  expect(data.length).toBeGreaterThan(250_000);
  expect((await get(`data=${data}`)).text).toBe("1");
  expect(await stored(mark)).toHaveLength(1);
});

describe("pages", () => {
  const ORIGIN = "https://shop.example";
  const preflight = async (path: string) =>
    told(await fetch(`${server.url}${path}`, { method: "OPTIONS", headers: { origin: ORIGIN } }));

  test("may ask and be answered with credentials, with and without a slash at the end", async () => {
    for (const path of ["/track", "/track/", "/settings/", "/record", "/flags/"]) {
      const { status, headers } = await preflight(path);
      expect([path, status]).toEqual([path, 204]);
      expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
      expect(headers.get("access-control-allow-credentials")).toBe("true");
      expect(headers.get("access-control-allow-headers")).toContain("traceparent");
      expect(headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, OPTIONS");
    }
    expect((await preflight("/import")).status).toBe(405);
    expect((await preflight("/import")).headers.get("access-control-allow-origin")).toBeNull();
  });

  test("can read refusals too", async () => {
    const refused = await post("[", "?verbose=1", { ...JSON_TYPE, origin: ORIGIN });
    expect(refused.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(refused.headers.get("access-control-expose-headers")).toBe("Retry-After");
    const large = await post("x".repeat(10_500_000), "", { ...JSON_TYPE, origin: ORIGIN });
    expect([large.status, large.text, large.headers.get("access-control-allow-origin")]).toEqual([
      413,
      "0",
      ORIGIN,
    ]);
  });

  test("find no settings and no recordings", async () => {
    const asked = async (path: string) =>
      told(await fetch(`${server.url}${path}`, { headers: { origin: ORIGIN } }));
    expect(await asked("/settings/?a=b")).toMatchObject({ status: 200, text: "{}" });
    expect((await asked("/record/")).headers.get("access-control-allow-origin")).toBe(ORIGIN);
  });
});

test("a limit on events per minute answers 429 in the client's dialect, with the time to wait", async () => {
  const limited = await startTestServer({ config: { IMPORT_EVENTS_PER_MINUTE: 2 } });
  try {
    const own = (await limited.call("GET", "projects/1")).body.results.token;
    const body = JSON.stringify([1, 2].map((n) => event({ token: own, n })));
    const send = async () =>
      told(await fetch(`${limited.url}/track?verbose=1`, { method: "POST", body, headers: JSON_TYPE }));
    expect((await send()).status).toBe(200);
    const second = await send();
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(JSON.parse(second.text).status).toBe(0);
  } finally {
    await limited.close();
  }
});
