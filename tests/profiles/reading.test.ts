import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { askDatabase, sendUpdates, tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
const PATH = "/api/2.0/engage?project_id=1";

beforeAll(async () => {
  server = await startTestServer();
  const $token = await tokenOf(server);
  const people = Array.from({ length: 25 }, (_, n) => ({
    $token,
    $distinct_id: `p${String(n).padStart(2, "0")}`,
    $set: { n, plan: n % 2 === 0 ? "pro" : "free" },
    $ignore_time: true,
    $time: 1_700_000_000_000 + n,
  }));
  await sendUpdates(server, people);
  const big = `[{"$token":"${$token}","$distinct_id":"zoé/ü","$ignore_time":true,"$set":{"big":12345678901234567890,"tags":["a"]}}]`;
  await sendUpdates(server, big);
  const group = { $token, $group_key: "company", $group_id: "acme", $set: { seats: 4 }, $ignore_time: true };
  await sendUpdates(server, [group], { path: "/groups" });
  await waitUntilApplied(server);
});
afterAll(() => server.close());

const ask = async (parameters: Record<string, string> = {}) =>
  server.call("GET", `${PATH}&${new URLSearchParams(parameters)}`);
const idsOf = (body: { results: { $distinct_id: string }[] }) => body.results.map((one) => one.$distinct_id);

test("a filter finds profiles, and output_properties picks what is shown", async () => {
  const { status, body } = await ask({
    where: 'properties["plan"] == "pro" and user["n"] > 20',
    output_properties: '["n","__proto__"]',
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    page: 0,
    page_size: 1000,
    session_id: expect.stringMatching(/^\d+-\w{12}$/),
    status: "ok",
    total: 2,
    results: [
      { $distinct_id: "p22", $properties: { n: 22 } },
      { $distinct_id: "p24", $properties: { n: 24 } },
    ],
  });
  expect(idsOf((await ask({ where: 'defined(properties["big"])' })).body)).toEqual(["zoé/ü"]);
  expect(idsOf((await ask({ where: '"a" in properties["tags"]' })).body)).toEqual(["zoé/ü"]);
});

test("profiles are found by their ids, those that are not there left out", async () => {
  expect(idsOf((await ask({ distinct_id: "p03" })).body)).toEqual(["p03"]);
  const several = await ask({ distinct_ids: '["p05","nobody","p04","p05"]' });
  expect([idsOf(several.body), several.body.total]).toEqual([["p04", "p05"], 2]);
  expect((await ask({ distinct_id: "nobody" })).body).toMatchObject({ total: 0, results: [] });
});

test("numbers keep their digits", async () => {
  const answer = await fetch(`${server.url}${PATH}&distinct_id=${encodeURIComponent("zoé/ü")}`, {
    headers: {
      authorization: `Basic ${Buffer.from("first.service-account:first-secret-of-the-tests").toString("base64")}`,
    },
  });
  expect(await answer.text()).toContain('"big":12345678901234567890');
});

test.each([{}, { where: 'properties["n"] >= 0' }])(
  "a session gives every profile once, page by page: %o",
  async (filter) => {
    const first = await ask({ ...filter, page_size: "10" });
    const { session_id, total } = first.body;
    const expected = "where" in filter ? 25 : 26;
    expect(total).toBe(expected);
    // Whoever comes later is not part of what was found, and whoever goes leaves an empty place.
    const $token = await tokenOf(server);
    await sendUpdates(server, [
      { $token, $distinct_id: "a new one", $set: { n: 1 } },
      { $token, $distinct_id: "p15", $delete: "" },
    ]);
    await waitUntilApplied(server);
    const seen = idsOf(first.body);
    for (let page = 1, length = 10; length === 10; page += 1) {
      const { body } = await ask({ session_id, page: String(page), page_size: "10" });
      expect(body).toMatchObject({ page, total: expected, session_id });
      length = body.results.length;
      seen.push(...idsOf(body));
    }
    expect(seen).toHaveLength(expected);
    expect(new Set(seen).size).toBe(expected);
    expect(seen).toEqual([...seen].sort());
    expect((await ask({ session_id, page: "9" })).body.results).toEqual([]);
    await sendUpdates(server, [
      { $token, $distinct_id: "a new one", $delete: "" },
      { $token, $distinct_id: "p15", $set: { n: 15, plan: "free" }, $ignore_time: true },
    ]);
    await waitUntilApplied(server);
  },
);

test("groups are asked for by the property or the id of their key", async () => {
  const byName = await ask({ data_group_id: "company" });
  expect(byName.body.results).toEqual([{ $distinct_id: "acme", $properties: { seats: 4 } }]);
  const body = { property_name: "company", display_name: "Company" };
  const made = await server.call("POST", "projects/1/group-keys", { body });
  const byId = await ask({ data_group_id: made.body.results.data_group_id });
  expect(byId.body.results).toEqual(byName.body.results);
});

test("a question may come as a form or as JSON", async () => {
  const form = await server.call("POST", PATH, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `where=${encodeURIComponent('properties["n"] == 7')}`,
  });
  expect(idsOf(form.body)).toEqual(["p07"]);
  const json = await server.call("POST", PATH, { body: { distinct_ids: ["p08"], page_size: 5 } });
  expect([idsOf(json.body), json.body.page_size]).toEqual([["p08"], 5]);
  expect((await server.call("POST", "/api/query/engage/?project_id=1")).body.total).toBe(26);
});

test.each<[Record<string, string>, RegExp]>([
  [{ page: "1" }, /^session_id is required/],
  [{ page: "1", session_id: "gone" }, /^session_id is unknown/],
  [{ session_id: "a\0b" }, /^session_id is unknown/],
  [{ page: "-1" }, /^page must be a whole number/],
  [{ page_size: "1001" }, /^page_size must be a whole number from 1 to 1000/],
  [{ where: "properties[" }, /^where column 1/],
  [{ where: 'event["x"] == 1' }, /^where column 1: event\["x"\] cannot be used here/],
  [{ where: 'properties["n"]' }, /^where column 1: true or false is needed/],
  [{ distinct_ids: "p01" }, /^distinct_ids must be a JSON array/],
  [{ output_properties: "{}" }, /^output_properties must be a JSON array/],
  [{ data_group_id: "a\0b" }, /^data_group_id must be/],
  [{ filter_by_cohort: '{"id":1}' }, /^filter_by_cohort cannot be used/],
  [{ behaviors: "[]" }, /^behaviors cannot be used/],
])("%o is refused by name", async (parameters, expected) => {
  const { status, body } = await ask(parameters);
  expect([status, body.error]).toEqual([400, expect.stringMatching(expected)]);
});

test("the token of a project opens no profile, and other projects have none of it", async () => {
  const token = await tokenOf(server);
  expect((await server.call("GET", PATH, { as: `${token}:` })).status).toBe(401);
  const made = await server.call("POST", "organizations/1/projects", { body: { name: "Other" } });
  const other = await server.call("GET", `/api/2.0/engage?project_id=${made.body.results.id}`);
  expect(other.body).toMatchObject({ total: 0, results: [] });
});

test("a profile can be looked at with the time each value is of, and profiles listed", async () => {
  const one = await server.call("GET", "projects/1/profiles/p03");
  expect(one.body.results).toMatchObject({
    distinct_id: "p03",
    properties: { n: 3, plan: "free" },
    as_of: { n: "2023-11-14T22:13:20.003Z", plan: "2023-11-14T22:13:20.003Z" },
  });
  expect((await server.call("GET", `projects/1/profiles/${encodeURIComponent("zoé/ü")}`)).status).toBe(200);
  expect(await server.call("GET", "projects/1/profiles/nobody")).toMatchObject({
    status: 404,
    body: { error: "There is no profile of 'nobody' in this project." },
  });
  const page = await server.call("GET", "projects/1/profiles?prefix=p1&limit=3&after=p11");
  expect(page.body.results.profiles.map((profile: { distinct_id: string }) => profile.distinct_id)).toEqual([
    "p12",
    "p13",
    "p14",
  ]);
  expect(page.body.results.next).toBe("p14");
  const group = await server.call("GET", "projects/1/group-profiles/company/acme");
  expect(group.body.results).toMatchObject({
    group_key: "company",
    group_id: "acme",
    properties: { seats: 4 },
  });
  expect((await server.call("GET", "projects/1/group-profiles/company")).body.results.profiles).toHaveLength(
    1,
  );
  expect((await server.call("GET", "projects/1/group-profiles/company/none")).status).toBe(404);
});

test("sessions that nobody asks for any more go away", async () => {
  await askDatabase(server.databaseUrl, "update profile_session set created_at = now() - interval '2 hours'");
  await ask({ distinct_id: "p01" });
  const [row] = await askDatabase(
    server.databaseUrl,
    "select count(distinct session_id) as count from profile_session",
  );
  expect(Number(row?.count)).toBe(1);
});

test("a device that has become a person's leads to the person's profile", async () => {
  const properties = { time: Date.now(), $device_id: "d9", $user_id: "p09" };
  await sendEvents(server, [{ event: "Login", properties }]);
  await waitUntilLoaded(server);
  const one = await server.call("GET", `projects/1/profiles/${encodeURIComponent("$device:d9")}`);
  expect(one).toMatchObject({ status: 200, body: { results: { distinct_id: "p09", properties: { n: 9 } } } });
  expect((await server.call("GET", "projects/1/profiles/nobody")).status).toBe(404);
  expect(idsOf((await ask({ distinct_id: "$device:d9" })).body)).toEqual(["p09"]);
  const several = await ask({ distinct_ids: '["$device:d9","p09","$device:nobody","p08"]' });
  expect(idsOf(several.body)).toEqual(["p08", "p09"]);
});

test("what nobody did cannot be asked for as a person's", async () => {
  const { status, body } = await server.call("GET", "projects/1/people//events");
  expect(status).toBe(400);
  expect(body.error).toContain("person: is empty");
});
