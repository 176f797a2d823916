import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askDatabase, findStored, sendUpdates, tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let $token: string;
beforeAll(async () => {
  server = await startTestServer();
  $token = await tokenOf(server);
});
afterAll(() => server.close());

const applied = async (id: string, options = {}) => {
  await waitUntilApplied(server);
  return findStored(server, id, options);
};
const refusals = async (records: unknown[], path = "/engage?strict=1") => {
  const { status, body } = await sendUpdates(server, records, { path });
  expect(status).toBe(400);
  return body.failed_records.map(({ index, field, message }: Record<string, unknown>) => [
    index,
    field,
    message,
  ]);
};

test("operators of records apply in their order", async () => {
  const answer = await sendUpdates(server, [
    { $token, $distinct_id: "ana", $set: { plan: "pro", n: 1 }, $time: 1_700_000_000 },
    { $token, $distinct_id: "ana", $add: { n: 2 }, $append: { list: "a" }, $time: 1_700_000_060_000 },
    {
      $token,
      $distinct_id: "ana",
      $union: { list: ["a", "b"] },
      $set_once: { plan: "free", once: 1 },
      $ignore_time: true,
    },
  ]);
  expect(answer).toMatchObject({
    status: 200,
    body: { code: 200, status: "OK", error: null, num_records_imported: 3, num_good_events: 3 },
  });
  expect(await applied("ana")).toEqual({
    $last_seen: "2023-11-14T22:14:20",
    plan: "pro",
    n: 3,
    list: ["a", "b"],
    once: 1,
  });
});

test("a clock that goes back does not make later values lose", async () => {
  let nowMs = Date.now();
  const own = await startTestServer({ deps: { clock: { now: () => nowMs } } });
  const token = await tokenOf(own);
  const set = (a: number) =>
    sendUpdates(own, [{ $token: token, $distinct_id: "ana", $set: { a }, $ignore_time: true }]);
  await set(1);
  nowMs -= 3_600_000;
  await set(2);
  await waitUntilApplied(own);
  expect(await findStored(own, "ana")).toEqual({ a: 2 });
  await own.close();
});

const countOf = async (code: string, door = "engage") => {
  await waitUntilApplied(server);
  const question = "select sum(count) as count from profile_tally where code = $1 and door = $2";
  const [row] = await askDatabase(server.databaseUrl, question, [code, door]);
  return Number(row?.count ?? 0);
};

test("a time of the last minutes counts as now, for every operator; what is older is history, and counted", async () => {
  const $time = Math.floor(Date.now() / 1000);
  const ana = { $token, $distinct_id: "slow clock", $ignore_time: true };
  await sendUpdates(server, [{ ...ana, $set: { a: 1, b: 1 } }]);
  await sendUpdates(server, [{ ...ana, $set: { a: 2 }, $unset: ["b"], $time }]);
  await sendUpdates(server, [{ ...ana, $set: { c: 3 }, $time: $time - 240 }]);
  expect(await applied("slow clock")).toEqual({ a: 2, c: 3 });
  const before = await countOf("older_than_stored");
  await sendUpdates(server, [{ ...ana, $set: { a: 0, c: 0, d: 4 }, $time: $time - 3600 }]);
  expect(await applied("slow clock")).toEqual({ a: 2, c: 3, d: 4 });
  expect(await countOf("older_than_stored")).toBe(before + 2);
  await sendUpdates(server, [{ ...ana, $delete: true, $time: $time - 60 }]);
  expect(await applied("slow clock")).toBeUndefined();
});

test("times that are mended are counted, and shown", async () => {
  const now = Date.now();
  const group = { $token, $group_key: "company", $group_id: "times", $set: { a: 1 } };
  const times = [now + 60_000, now + 90_000_000, "soon", -5];
  const records = times.map(($time) => ({ ...group, $time }));
  // Refused all the same: one thing is said of a record.
  await sendUpdates(server, [...records, { ...group, $set: 5, $time: "soon" }], { path: "/groups" });
  expect(await countOf("time_set_to_arrival", "groups")).toBe(4);
  const path = "projects/1/ingestion/diagnostics?code=time_set_to_arrival&endpoint=groups";
  const { counts, samples } = (await server.call("GET", path)).body.results;
  expect(counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(4);
  expect(samples).toHaveLength(4);
  expect(samples[0]).toMatchObject({
    kind: "repaired",
    field: "$time",
    message: expect.stringMatching(/arrival/),
  });
});

test("$last_seen is kept by the server, whatever a record says of it", async () => {
  const $last_seen = "1999-01-01T00:00:00";
  const record = { $token, $distinct_id: "seen", $time: 1_700_000_000 };
  const before = await countOf("reserved_property_removed");
  await sendUpdates(server, [
    { ...record, $set: { $last_seen, a: 1 }, $set_once: { $last_seen } },
    { ...record, $add: { $last_seen: 1 }, $append: { $last_seen }, $union: { $last_seen: [1] } },
    { ...record, $remove: { $last_seen }, $unset: ["$last_seen", "b"] },
  ]);
  expect(await applied("seen")).toEqual({ a: 1, $last_seen: "2023-11-14T22:13:20" });
  expect(await countOf("reserved_property_removed")).toBe(before + 7);
});

test("a profile can be deleted and made anew", async () => {
  await sendUpdates(server, [{ $token, $distinct_id: "bo", $set: { a: 1 } }]);
  await sendUpdates(server, [{ $token, $distinct_id: "bo", $delete: "", $set: { b: 1 } }]);
  expect(await applied("bo")).toBeUndefined();
  await sendUpdates(server, [{ $token, $distinct_id: "bo", $set: { c: 1 }, $ignore_time: true }]);
  expect(await applied("bo")).toEqual({ c: 1 });
});

test("groups have profiles by their key", async () => {
  const records = [
    { $token, $group_key: "company", $group_id: "acme", $set: { seats: 4 }, $ignore_time: true },
    { $token, $group_key: "team", $group_id: "acme", $set: { seats: 1 }, $ignore_time: true },
  ];
  expect(await sendUpdates(server, records, { path: "/groups/" })).toMatchObject({ status: 200, body: "1" });
  expect(await applied("acme", { groupKey: "company" })).toEqual({ seats: 4 });
  expect(await applied("acme", { groupKey: "team" })).toEqual({ seats: 1 });
  expect(await applied("acme")).toBeUndefined();
});

test("values come out as they went in", async () => {
  const set =
    '{"big":12345678901234567890,"nul":"a\\u0000b","__proto__":{"x":1},"ü":"\\u{1F600}","nested":[[[{"a":null}]]],"e":1e-7}';
  const text = `[{"$token":"${$token}","$distinct_id":98765432109876543210,"$ignore_time":true,"$set":${set.replace("\\u{1F600}", "😀")}}]`;
  expect((await sendUpdates(server, text)).status).toBe(200);
  await waitUntilApplied(server);
  const [row] = await askDatabase(server.databaseUrl, "select properties from profile where id = $1", [
    "98765432109876543210",
  ]);
  expect(row?.properties).toBe(set.replace("\\u{1F600}", "😀"));
});

test.each<[string, Record<string, unknown>, string, string]>([
  ["no operator", {}, "", "record must have one of"],
  ["$set of a text", { $set: "a" }, "$set", "must be an object of properties"],
  ["$set of a list", { $set: [] }, "$set", "must be an object of properties"],
  ["$add of text", { $add: { n: "5" } }, "$add.n", "must be a number"],
  ["$unset of an object", { $unset: { a: 1 } }, "$unset", "must be a list of property names"],
  ["a time that is none", { $set: {}, $time: "soon" }, "$time", "must be in seconds or milliseconds"],
  ["a time before 1971", { $set: {}, $time: 1 }, "$time", "must not be before 1971"],
  ["a time ahead", { $set: {}, $time: 9_999_999_999 }, "$time", "must not be in the future"],
  ["no id", { $distinct_id: undefined, $set: {} }, "$distinct_id", "must not be missing or empty"],
  ["an empty id", { $distinct_id: "", $set: {} }, "$distinct_id", "must not be missing or empty"],
  ["an object as id", { $distinct_id: { a: 1 }, $set: {} }, "$distinct_id", "must be a text or a number"],
  ["a placeholder", { $distinct_id: "undefined", $set: {} }, "$distinct_id", "placeholder"],
  ["NUL in the id", { $distinct_id: "a\0b", $set: {} }, "$distinct_id", "U+0000"],
  ["a long id", { $distinct_id: "é".repeat(128), $set: {} }, "$distinct_id", "255 bytes"],
  ["a long name", { $set: { ["n".repeat(256)]: 1 } }, "$set", "255 characters"],
  ["a large list", { $append: { l: ["x".repeat(262_144)] } }, "$append.l", "262144 bytes"],
  ["no token", { $token: undefined, $set: {} }, "$token", "must be the token of a project"],
])("%s is refused by name, and the others are stored", async (title, record, field, message) => {
  const others = { $token, $distinct_id: `other of ${title}`, $set: { a: 1 } };
  const [refusal, ...more] = await refusals([others, { $token, $distinct_id: "never", ...record }]);
  expect(refusal).toEqual([1, field, expect.stringContaining(message)]);
  expect(more).toEqual([]);
  expect(await applied(others.$distinct_id)).toMatchObject({ a: 1 });
  expect(await findStored(server, "never")).toBeUndefined();
});

test("half a character, numbers out of range and deep values are refused", async () => {
  const record = (set: string) => `{"$token":"${$token}","$distinct_id":"never","$set":${set}}`;
  const body = [
    '{"a":"\\ud800"}',
    '{"\\ud800":1}',
    '{"a":1e400}',
    `{"a":${"9".repeat(400)}}`,
    `{"a":${"[".repeat(33)}${"]".repeat(33)}}`,
    `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  ].map(record);
  const { status, body: answer } = await sendUpdates(server, `[${body.join()}]`);
  expect(status).toBe(400);
  expect(
    answer.failed_records.map(({ message }: { message: string }) => message.replace(/^.*invalid: /, "")),
  ).toEqual([
    "string should be valid utf8",
    "string should be valid utf8",
    "number is out of range",
    "number is out of range",
    "must not be nested deeper than 32 levels",
    "must not be nested deeper than 32 levels",
  ]);
});

test("flags and ids that are nested deeper than the stack do no harm", async () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const base = `"$token":"${$token}","$set":{"a":1}`;
  const body = `[{${base},"$distinct_id":"deep","$ignore_time":${deep},"$ignore_alias":${deep},"$ip":${deep}},{${base},"$distinct_id":${deep}}]`;
  const answer = await sendUpdates(server, body);
  expect(answer.body).toMatchObject({
    num_good_events: 1,
    failed_records: [{ index: 1, field: "$distinct_id" }],
  });
  expect(await applied("deep")).toMatchObject({ a: 1 });
});

test("a profile of 2,001 properties is refused, in one record, and in several as far as it is too much", async () => {
  const many = (count: number, prefix: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]));
  const [refusal] = await refusals([{ $token, $distinct_id: "wide", $set: many(2001, "p") }]);
  expect(refusal).toEqual([0, "", "a profile must not have more than 2000 properties"]);
  await sendUpdates(server, [
    { $token, $distinct_id: "wide", $set: many(2000, "p") },
    { $token, $distinct_id: "wide", $set: { one: 1, p0: "changed" } },
  ]);
  const wide = await applied("wide");
  expect(Object.keys(wide ?? {})).toHaveLength(2001);
  expect(wide).toMatchObject({ p0: "changed", $last_seen: expect.any(String) });
  expect(wide).not.toHaveProperty("one");
  const [tally] = await askDatabase(
    server.databaseUrl,
    "select sum(count) as count from profile_tally where code = 'too_many_properties' and door = 'engage'",
  );
  expect(Number(tally?.count)).toBe(2);
});

test("$add on text leaves the text and is counted; $union takes a single value", async () => {
  const answer = await sendUpdates(server, [
    { $token, $distinct_id: "text", $set: { t: "five" }, $ignore_time: true },
    { $token, $distinct_id: "text", $add: { t: 1, n: 1 }, $union: { l: "a" }, $ignore_time: true },
  ]);
  expect(answer.body.num_good_events).toBe(2);
  expect(await applied("text")).toEqual({ t: "five", n: 1, l: ["a"] });
  const { body } = await server.call("GET", "projects/1/profile-tallies");
  expect(body.results.lines).toContainEqual({
    day: expect.any(String),
    door: "engage",
    code: "add_to_other_type",
    count: 1,
  });
  for (const day of ["2026-02-30", "0000-01-01"])
    expect((await server.call("GET", `projects/1/profile-tallies?from=${day}`)).status).toBe(400);
});

test("a person in a group record, and a group without its key, are refused", async () => {
  const group = { $token, $group_key: "company", $group_id: "never", $set: { a: 1 } };
  const found = await refusals(
    [
      { ...group, $distinct_id: "ana" },
      { ...group, $group_key: "" },
      { ...group, $group_id: null },
      7,
      [],
      "x",
    ],
    "/groups?strict=1",
  );
  expect(found).toEqual([
    [0, "$distinct_id", expect.stringContaining("send people's records to /engage")],
    [1, "$group_key", expect.stringContaining("must not be missing or empty")],
    [2, "$group_id", expect.stringContaining("must not be missing or empty")],
    [3, "", "record must be a JSON object"],
    [4, "", "record must be a JSON object"],
    [5, "", "record must be a JSON object"],
  ]);
  expect(await applied("never", { groupKey: "company" })).toBeUndefined();
});

test("an unknown token is answered with success and stores nothing", async () => {
  const record = { $token: "f".repeat(32), $distinct_id: "nobody", $set: { a: 1 } };
  expect(await sendUpdates(server, [record], { path: "/engage?verbose=1" })).toMatchObject({
    status: 200,
    body: { status: 1, error: null, num_good_events: 1 },
  });
  expect(await applied("nobody")).toBeUndefined();
  const metrics = await server.call("GET", "/metrics", { as: null });
  expect(metrics.body).toMatch(/profile_updates_total\{outcome="unknown_token"\} 1/);
});

test("the bare shape goes where its credentials lead, and nowhere without them", async () => {
  const record = { $distinct_id: "bare", $set: { a: 1 }, $ignore_time: true };
  const send = (path: string, as: string | null) => sendUpdates(server, [record], { path, as });
  expect(await send("/engage?verbose=1", null)).toMatchObject({
    status: 200,
    body: { status: 0, error: expect.stringContaining("$token") },
  });
  expect(await send("/engage?project_id=1", "first.service-account:wrong")).toMatchObject({
    status: 401,
    body: "0",
  });
  expect(await send("/engage?project_id=2&verbose=1", FIRST_CREDENTIALS)).toMatchObject({ status: 403 });
  expect(await send("/engage?strict=1", FIRST_CREDENTIALS)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("project_id") },
  });
  expect(await applied("bare")).toBeUndefined();
  expect(await send("/engage?project_id=1&strict=1", FIRST_CREDENTIALS)).toMatchObject({ status: 200 });
  expect(await applied("bare")).toEqual({ a: 1 });
  const group = { $group_key: "company", $group_id: "bare", $set: { a: 2 }, $ignore_time: true };
  await sendUpdates(server, group, { path: "/groups?project_id=1", as: FIRST_CREDENTIALS });
  expect(await applied("bare", { groupKey: "company" })).toEqual({ a: 2 });
});

test("credentials beside a token are not looked at", async () => {
  const record = { $token, $distinct_id: "node", $set: { a: 1 }, $ignore_time: true };
  const answer = await sendUpdates(server, [record], { path: "/engage", as: "wrong:credentials" });
  expect(answer).toMatchObject({ status: 200, body: "1" });
  expect(await applied("node")).toEqual({ a: 1 });
});

test("every way of sending leads to the same profile", async () => {
  const record = (n: number) =>
    JSON.stringify({ $token, $distinct_id: "ways", $append: { n }, $ignore_time: true });
  const base64 = (n: number) => Buffer.from(record(n)).toString("base64");
  const send = (init: RequestInit, query = "") =>
    fetch(`${server.url}/engage/${query}`, { method: "POST", ...init });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const answers = [
    await send({ body: `data=${base64(1)}`, headers: form }),
    await send({ body: new URLSearchParams({ data: record(2) }) }),
    await fetch(`${server.url}/engage?data=${encodeURIComponent(base64(3))}`),
    await send({
      body: `data=${encodeURIComponent(base64(4))}`,
      headers: { "content-type": "text/plain;charset=UTF-8" },
    }),
    await send({ body: gzipSync(`[${record(5)}]`), headers: { "content-encoding": "gzip" } }),
    await send({ body: `${record(6)}\n${record(7)}\n`, headers: { "content-type": "application/x-ndjson" } }),
  ];
  for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([200, "1"]);
  expect(await applied("ways")).toEqual({ n: [1, 2, 3, 4, 5, 6, 7] });
});

test("a batch that is too long, too large or unreadable changes nothing", async () => {
  const record = { $token, $distinct_id: "never", $set: { a: 1 } };
  const long = await sendUpdates(
    server,
    Array.from({ length: 2001 }, () => record),
  );
  expect(long).toMatchObject({ status: 413, body: { error: expect.stringContaining("2000 records") } });
  const wide = Array.from({ length: 10 }, (_, n) => [`p${n}`, "x".repeat(150_000)]);
  const [refusal] = await refusals([{ ...record, $set: Object.fromEntries(wide) }]);
  expect(refusal).toEqual([0, "", "record must not be larger than 1048576 bytes"]);
  for (const data of ["", "%%%", "W10", "e30=", "[]"]) {
    const answer = await fetch(`${server.url}/engage?verbose=1&data=${encodeURIComponent(data)}`);
    expect([answer.status, ((await answer.json()) as { status: number }).status]).toEqual([200, 0]);
  }
  expect(await applied("never")).toBeUndefined();
});
