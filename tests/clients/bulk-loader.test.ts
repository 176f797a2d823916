import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntilLoaded } from "../support/events.ts";
import { FIRST_ACCOUNT } from "../support/test-config.ts";
import { type ClientsServer, startClientsServer } from "./support/clients-server.ts";
import { runNode } from "./support/run-client.ts";

let at: ClientsServer;
beforeAll(async () => {
  at = await startClientsServer();
}, 600_000);
afterAll(() => at.close());

const load = (credentials: object, records: unknown, options: object = {}) =>
  runNode("send-with-import.mjs", at.front, {
    credentials,
    records,
    options: { recordType: "event", ...options },
  });
const account = () => ({ acct: FIRST_ACCOUNT.username, pass: FIRST_ACCOUNT.secret, project: "1" });

const NOW = Date.now();
const records = (mark: string, count = 3) =>
  Array.from({ length: count }, (_, n) => ({
    event: "Past ➜",
    properties: {
      mark,
      n,
      time: NOW - (n + 1) * 86_400_000,
      distinct_id: `user ${n}`,
      $insert_id: `${mark}-${n}`,
      text: "Grüße ✓ \u{1F600}",
      inner: { list: [1, "a", true] },
    },
  }));

const cases: [string, () => object, object][] = [
  ["a service account", account, { compress: true, strict: true }],
  ["no packing, not strict", account, { compress: false, strict: false }],
  ["the token", () => ({ token: at.token }), { compress: true, strict: true }],
  ["the secret", () => ({ secret: at.secret }), { compress: false, strict: true }],
];
test.each(cases)("events arrive as they were, with %s", async (name, credentials, options) => {
  const mark = name.replaceAll(/[^a-z]+/g, "-");
  const sent = records(mark, 2500);
  const report = await load(credentials(), sent, options);
  expect(report).toMatchObject({ success: 2500, failed: 0 });
  const rows = await at.stored(mark);
  expect(rows).toHaveLength(2500);
  for (const [n, { event, properties }] of rows.entries()) {
    const { mp_processing_time_ms: _, $import, $user_id, ...own } = properties;
    expect({ event, properties: own }).toEqual(sent[n]);
    expect([$import, $user_id]).toEqual([true, `user ${n}`]);
  }
});

test("what was refused is named by its place, the rest is stored", async () => {
  const [good, bad] = records("refused", 2);
  const report = await load(account(), [good, { ...bad, event: "" }], { strict: true, fixData: false });
  expect(report).toMatchObject({ success: 1, failed: 1 });
  expect(await at.stored("refused")).toHaveLength(1);
});

test("profiles of people and groups are loaded, as updates and as rows", async () => {
  const people = Array.from({ length: 60 }, (_, n) => ({
    $distinct_id: `p${n}`,
    $set: { n, name: "Ünal ✓" },
  }));
  const token = { token: at.token };
  expect(await load(token, people, { recordType: "user" })).toMatchObject({ success: 60, failed: 0 });
  expect(await at.person("p59")).toEqual({ n: 59, name: "Ünal ✓" });
  const rows = [{ $distinct_id: "row", plan: "pro", seats: 3 }];
  expect(await load(token, rows, { recordType: "user", fixData: true })).toMatchObject({
    success: 1,
    failed: 0,
  });
  expect(await at.person("row")).toEqual({ plan: "pro", seats: 3 });
  const groups = [{ $group_key: "company", $group_id: "acme", $set: { seats: 5 } }];
  const report = await load({ ...token, groupKey: "company" }, groups, { recordType: "group" });
  expect(report).toMatchObject({ success: 1, failed: 0 });
  expect(await at.group("company", "acme")).toEqual({ seats: 5 });
});

test("a lookup table is replaced", async () => {
  const made = await at.server.call("POST", "projects/1/lookup-tables", { body: { name: "Products" } });
  expect(made.status).toBe(201);
  const lookupTableId = made.body.results.id;
  const rows = 'sku,title,price\ns1,Chair,20\ns2,"Table, round",75.5\n';
  const report = await load({ ...account(), lookupTableId }, rows, { recordType: "table" });
  expect(report).toMatchObject({ success: 3, failed: 0 });
  await waitUntilLoaded(at.server);
  const { body } = await at.server.call("GET", "projects/1/lookup-tables");
  expect(body.results).toMatchObject([
    { id: lookupTableId, rows: 2, columns: [{ name: "sku" }, { name: "title" }, { name: "price" }] },
  ]);
});
