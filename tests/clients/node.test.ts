import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_ACCOUNT } from "../support/test-config.ts";
import { type ClientsServer, startClientsServer } from "./support/clients-server.ts";
import { runNode } from "./support/run-client.ts";

let at: ClientsServer;
beforeAll(async () => {
  at = await startClientsServer({ config: { LEGACY_API_KEY: "on" } });
}, 600_000);
afterAll(() => at.close());

type Call = [name: string, ...args: unknown[]];
const plain = () => ({ host: at.server.url.replace("http://", ""), protocol: "http" });
const secure = () => ({ host: `localhost:${at.front.port}` });
const send = (config: object, calls: Call[]): Promise<(string | null)[]> =>
  runNode("send-with-node.mjs", at.front, { token: at.token, config, calls });

const NOW = Date.now();
/** What the export adds to each event. */
const ADDED = { mp_processing_time_ms: expect.any(Number), $insert_id: expect.any(String) };
const LIB = { mp_lib: "node", $lib_version: expect.stringMatching(/^\d+\.\d+/) };
/** Every kind of value, and the characters that make base64 in an address hard. */
const VALUES = {
  text: "Grüße ✓ <>?&=+/ \u{1F600}",
  whole: 42,
  fraction: -0.5,
  large: 9_007_199_254_740_991,
  yes: true,
  none: null,
  list: ["a", 1, false],
  inner: { deep: { deeper: "x" } },
};

for (const verbose of [false, true]) {
  test(`events tracked one by one arrive as they were, verbose ${verbose}`, async () => {
    const mark = `track-${verbose}`;
    const outcomes = await send({ ...plain(), verbose }, [
      ["track", "Open", { distinct_id: "ana", mark, n: 1, ...VALUES }],
      ["track", "Open", { mark, n: 2, distinct_id: "bo", time: Math.floor(NOW / 1000) - 60 }],
      [
        "track",
        "Öffnen ➜ 2",
        { mark, n: 3, distinct_id: "bo", $insert_id: "mine-1", long: "x".repeat(60_000) },
      ],
    ]);
    expect(outcomes).toEqual([null, null, null]);
    const [first, second, third] = await at.stored(mark);
    const user = (id: string) => ({ distinct_id: id, $user_id: id });
    expect(first).toEqual({
      event: "Open",
      properties: { ...ADDED, ...LIB, ...user("ana"), ...VALUES, mark, n: 1, time: expect.any(Number) },
    });
    expect(Math.abs(Number(first?.properties.time) - NOW)).toBeLessThan(600_000);
    const time = (Math.floor(NOW / 1000) - 60) * 1000;
    expect(second?.properties).toEqual({ ...ADDED, ...LIB, ...user("bo"), mark, n: 2, time });
    expect(third?.event).toBe("Öffnen ➜ 2");
    expect(third?.properties).toMatchObject({ $insert_id: "mine-1", long: "x".repeat(60_000) });
  });
}

test("a batch arrives whole and once, also with a prefix of the path", async () => {
  const mark = "batch";
  const events = Array.from({ length: 120 }, (_, n) => ({
    event: "Open",
    properties: {
      mark,
      n,
      distinct_id: `user ${n}`,
      time: NOW - n * 1000,
      $insert_id: `batch-${n}`,
      ...VALUES,
    },
  }));
  expect(
    await send(plain(), [
      ["track_batch", events],
      ["track_batch", events],
    ]),
  ).toEqual([null, null]);
  const rows = await at.stored(mark);
  expect(rows).toHaveLength(120);
  for (const [n, { properties }] of rows.entries()) {
    const { mp_processing_time_ms: _, ...sent } = properties;
    expect(sent).toEqual({ ...events[n]?.properties, $user_id: `user ${n}` });
  }
});

test("history is imported with the secret, with a service account, and with the old key", async () => {
  const mark = "import";
  const oldMs = NOW - 400 * 86_400_000;
  const old = { $date: oldMs };
  const account = [FIRST_ACCOUNT.username, FIRST_ACCOUNT.secret, "1"];
  const key = (await at.server.call("GET", "projects/1")).body.results.api_key;
  const imported = (n: number): Call => ["import", "Past", old, { distinct_id: "ana", mark, n, ...VALUES }];
  const batch = [3, 4].map((n) => ({ event: "Past", properties: { time: old, distinct_id: "bo", mark, n } }));
  const secret = await send({ ...secure(), secret: at.secret }, [imported(1), ["import_batch", batch]]);
  expect(secret).toEqual([null, null]);
  expect(await send({ ...secure(), credentials: account }, [imported(2)])).toEqual([null]);
  expect(await send({ ...plain(), key }, [imported(5)])).toEqual([null]);
  const rows = await at.stored(mark);
  expect(rows.map(({ properties }) => properties.n)).toEqual([1, 2, 3, 4, 5]);
  for (const { event, properties } of rows) {
    expect(event).toBe("Past");
    expect(properties.$import).toBe(true);
    expect(Math.floor(Number(properties.time) / 1000)).toBe(Math.floor(oldMs / 1000));
  }
  expect(rows[0]?.properties).toMatchObject({ ...LIB, ...VALUES, distinct_id: "ana" });
});

test("an alias is answered, and changes nothing", async () => {
  const mark = "alias";
  const calls: Call[] = [
    ["alias", "ana", "ana@example.com"],
    ["track", "Open", { distinct_id: "ana@example.com", mark, n: 1 }],
  ];
  expect(await send(plain(), calls)).toEqual([null, null]);
  expect((await at.stored(mark)).map(({ properties }) => properties.distinct_id)).toEqual([
    "ana@example.com",
  ]);
});

test("what the server refuses reaches the caller", async () => {
  const wrong = await send({ ...secure(), secret: "0".repeat(32) }, [
    ["import", "Past", { $date: NOW - 1000 }, {}],
  ]);
  expect(wrong[0]).toContain("Mixpanel Server Error");
  const blank = await send({ ...plain(), verbose: true }, [["track", "", { distinct_id: "ana" }]]);
  expect(blank[0]).toContain("'event' must not be missing or blank");
});

for (const verbose of [false, true]) {
  test(`profiles of people change as the caller says, verbose ${verbose}`, async () => {
    const id = `ana ü ${verbose}`;
    const outcomes = await send({ ...plain(), verbose }, [
      ["people.set", id, { ...VALUES, plan: "free", gone: 1 }],
      ["people.set", id, "plan", "pro"],
      ["people.set_once", id, { plan: "never", first: "yes" }],
      ["people.increment", id, "visits"],
      ["people.increment", id, { visits: 4, whole: -2 }],
      ["people.append", id, { pages: "a" }],
      ["people.append", id, "pages", "b"],
      ["people.union", id, { pages: ["b", "c"], tags: ["x"] }],
      ["people.remove", id, { pages: "a" }],
      ["people.unset", id, ["gone"]],
      ["people.track_charge", id, 9.5, { sku: "s1" }],
    ]);
    expect(outcomes).toEqual(outcomes.map(() => null));
    expect(await at.person(id)).toEqual({
      ...VALUES,
      whole: 40,
      plan: "pro",
      first: "yes",
      visits: 5,
      pages: ["b", "c"],
      tags: ["x"],
      $transactions: [{ sku: "s1", $amount: 9.5 }],
    });
    const ended: Call[] = [
      ["people.clear_charges", id],
      ["people.delete_user", `${id}-2`],
    ];
    expect(await send({ ...plain(), verbose }, [["people.set", `${id}-2`, { a: 1 }], ...ended])).toEqual([
      null,
      null,
      null,
    ]);
    expect((await at.person(id))?.$transactions).toEqual([]);
    expect(await at.person(`${id}-2`)).toBeUndefined();
  });
}

test("profiles of groups change as the caller says", async () => {
  const outcomes = await send(plain(), [
    ["groups.set", "company", "acme", { ...VALUES, seats: 1, gone: 1 }],
    ["groups.set", "company", "acme", "seats", 5],
    ["groups.set_once", "company", "acme", { seats: 9, since: 2020 }],
    ["groups.union", "company", "acme", { regions: ["eu", "us"] }],
    ["groups.remove", "company", "acme", { regions: "eu" }],
    ["groups.unset", "company", "acme", "gone"],
    ["groups.set", "company", "gone", { a: 1 }],
    ["groups.delete_group", "company", "gone"],
  ]);
  expect(outcomes).toEqual(outcomes.map(() => null));
  expect(await at.group("company", "acme")).toEqual({ ...VALUES, seats: 5, since: 2020, regions: ["us"] });
  expect(await at.group("company", "gone")).toBeUndefined();
});
