import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_ACCOUNT } from "../support/test-config.ts";
import { type ClientsServer, startClientsServer } from "./support/clients-server.ts";
import { runPython } from "./support/run-client.ts";

let at: ClientsServer;
beforeAll(async () => {
  at = await startClientsServer();
}, 600_000);
afterAll(() => at.close());

type Call = [name: string, args: unknown[], named: Record<string, unknown>];
/** To the vendor's own address, over TLS: the client is as anybody would install it. */
const send = (calls: Call[], more: object = {}): Promise<(string | null)[]> =>
  runPython(at.front, { token: at.token, calls, ...more });

const NOW = Date.now();
const LIB = { mp_lib: "python", $lib_version: expect.stringMatching(/^\d+\.\d+/) };
const ADDED = {
  mp_processing_time_ms: expect.any(Number),
  $insert_id: expect.stringMatching(/^[0-9a-f]{32}$/),
};
const VALUES = {
  text: "Grüße ✓ <>?&=+/% \u{1F600}",
  whole: 42,
  fraction: -0.5,
  yes: true,
  none: null,
  list: ["a", 1, false],
  inner: { deep: { deeper: "x" } },
};
const user = (id: string) => ({ distinct_id: id, $user_id: id });

for (const buffered of [false, true]) {
  test(`tracked events arrive as they were, ${buffered ? "gathered" : "one by one"}`, async () => {
    const mark = `track-${buffered}`;
    const calls = Array.from(
      { length: 60 },
      (_, n): Call => ["track", [`user ${n}`, "Öffnen ➜", { mark, n, ...VALUES }], {}],
    );
    const sent = buffered ? calls : calls.slice(0, 3);
    expect(await send(sent, { buffered })).toEqual(sent.map(() => null));
    const rows = await at.stored(mark);
    expect(rows).toHaveLength(sent.length);
    for (const [n, row] of rows.entries()) {
      const { time, ...properties } = row.properties;
      expect(row.event).toBe("Öffnen ➜");
      expect(properties).toEqual({ ...ADDED, ...LIB, ...VALUES, ...user(`user ${n}`), mark, n });
      expect(Math.abs(Number(time) - NOW)).toBeLessThan(600_000);
    }
  });
}

test("history is imported with a service account and with the secret", async () => {
  const mark = "import";
  const at2020 = 1_577_836_800.25;
  const imported = (n: number, more: object = {}): Call => [
    "import_data",
    [null, "ana", "Past", at2020, { mark, n, ...VALUES }],
    { ...more },
  ];
  const { username, secret } = FIRST_ACCOUNT;
  const credentials = { username, secret, project_id: "1" };
  expect(await send([imported(1)], { credentials })).toEqual([null]);
  expect(await send([imported(2, { api_secret: at.secret })])).toEqual([null]);
  expect(await send([imported(3)], { credentials, buffered: true })).toEqual([null]);
  const rows = await at.stored(mark);
  expect(rows.map(({ properties }) => properties.n)).toEqual([1, 2, 3]);
  for (const { properties } of rows) {
    const { n: _, ...sent } = properties;
    const time = at2020 * 1000;
    expect(sent).toEqual({ ...ADDED, ...LIB, ...VALUES, ...user("ana"), mark, time, $import: true });
  }
});

test("aliases and merges are answered, and change nothing", async () => {
  const calls: Call[] = [
    ["alias", ["ana@example.com", "ana"], {}],
    ["merge", [null, "ana", "bo"], { api_secret: at.secret }],
  ];
  expect(await send(calls)).toEqual([null, null]);
});

test("what the server refuses reaches the caller", async () => {
  const [wrong] = await send([
    ["import_data", [null, "ana", "Past", 1_577_836_800], { api_secret: "0".repeat(32) }],
  ]);
  expect(wrong).toContain("Invalid credentials");
  const [blank] = await send([["track", ["ana", " ", {}], {}]]);
  expect(blank).toContain("'event' must not be missing or blank");
});

for (const buffered of [false, true]) {
  test(`profiles of people and groups change as the caller says, ${buffered ? "gathered" : "one by one"}`, async () => {
    const id = `ana ü ${buffered}`;
    const of = (name: string, ...args: unknown[]): Call => [name, args, {}];
    const calls = [
      of("people_set", id, { ...VALUES, plan: "pro", gone: 1 }),
      of("people_set_once", id, { plan: "never", first: "yes" }),
      of("people_increment", id, { visits: 5, whole: -2 }),
      of("people_append", id, { pages: "a" }),
      of("people_union", id, { pages: ["a", "b"], tags: ["x"] }),
      of("people_remove", id, { pages: "a" }),
      of("people_unset", id, ["gone"]),
      of("people_track_charge", id, 9.5, { $time: "2026-01-01T00:00:00" }),
      of("people_set", `${id}-2`, { a: 1 }),
      of("people_delete", `${id}-2`),
      of("group_set", "company", id, { ...VALUES, seats: 5, gone: 1 }),
      of("group_set_once", "company", id, { seats: 9, since: 2020 }),
      of("group_union", "company", id, { regions: ["eu", "us"] }),
      of("group_remove", "company", id, { regions: "eu" }),
      of("group_unset", "company", id, ["gone"]),
      of("group_set", "company", `${id}-2`, { a: 1 }),
      of("group_delete", "company", `${id}-2`),
    ];
    expect(await send(calls, { buffered })).toEqual(calls.map(() => null));
    expect(await at.person(id)).toEqual({
      ...VALUES,
      whole: 40,
      plan: "pro",
      first: "yes",
      visits: 5,
      pages: ["b"],
      tags: ["x"],
      $transactions: [{ $time: "2026-01-01T00:00:00", $amount: 9.5 }],
    });
    expect(await at.person(`${id}-2`)).toBeUndefined();
    expect(await at.group("company", id)).toEqual({ ...VALUES, seats: 5, since: 2020, regions: ["us"] });
    expect(await at.group("company", `${id}-2`)).toBeUndefined();
  });
}
