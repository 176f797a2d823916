import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { EventStore, NewEvent, StoredEvent } from "../../src/events/index.ts";
import { event, newStore, PROJECT, Script } from "./support.ts";

/** As many as DuckDB would read a long text again for: all of its row group, and some of the next. */
const BEHIND = 45_000;
const LONG = 900_000;
const ODD_NAME = 'it\'s, "so": {}';

const LONG_EVENTS = [
  event("Long", { insertId: "1", properties: { text: "ü".repeat(LONG / 2), city: "Bern", mixed: 1 } }),
  event("Long", { insertId: "2", properties: { list: ["a".repeat(LONG), 12_345], city: "Chur" } }),
  event("Long", { insertId: "3", properties: { mixed: `"${"\\\u0000\n".repeat(LONG / 10)}`, city: "Chur" } }),
  event("Long", { insertId: "4", properties: { text: "b".repeat(4_096), [ODD_NAME]: "c".repeat(9_000) } }),
  event("Long", { insertId: "5", properties: { text: "d".repeat(4_095), mixed: "e".repeat(5_000) } }),
];
const SMALL_EVENTS = Array.from({ length: BEHIND }, (_, index) => event("Small", { insertId: `s${index}` }));

async function filledStore(): Promise<EventStore> {
  const store = await newStore();
  const script = new Script();
  script.rows(LONG_EVENTS);
  script.rows(SMALL_EVENTS);
  await script.apply(store);
  await store.checkpoint(PROJECT);
  return store;
}

/** Not compared all at once: what is printed of a difference would be as long as they are. */
function expectSame(found: readonly StoredEvent[], given: readonly NewEvent[]): void {
  expect(found.map(({ insertId }) => insertId)).toEqual(given.map(({ insertId }) => insertId));
  for (const [index, { properties }] of given.entries()) {
    const back = found[index]?.properties ?? {};
    expect(Object.keys(back).sort()).toEqual(Object.keys(properties).sort());
    const others = Object.keys(properties).filter((name) => !isDeepStrictEqual(back[name], properties[name]));
    expect([index, others]).toEqual([index, []]);
  }
}

async function readLong(store: EventStore): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  let events = 0;
  for await (const some of store.scan(PROJECT, { order: "position" })) {
    events += some.length;
    found.push(...some.filter(({ event }) => event === "Long"));
  }
  expect(events).toBe(BEHIND + LONG_EVENTS.length);
  return found;
}

test("a few texts of a megabyte among many events without them can be read, and asked about", async () => {
  const store = await filledStore();
  expectSame(await readLong(store), LONG_EVENTS);
  await store.compact(PROJECT, { force: true });
  expectSame(await readLong(store), LONG_EVENTS);

  const window = { fromMs: 0, beforeMs: 2_000_000_000_000 };
  const names = await store.propertyNames(PROJECT, { ...window, event: "Long" });
  expect(names.filter(({ name }) => !name.startsWith("$"))).toEqual([
    { name: "city", count: 3 },
    { name: "mixed", count: 3 },
    { name: "text", count: 3 },
    { name: ODD_NAME, count: 1 },
    { name: "list", count: 1 },
  ]);
  const values = await store.topValues(PROJECT, { ...window, property: "text", limit: 10 });
  expect(values.map(({ value, count }) => [String(value).length, count])).toEqual([[4_095, 1]]);
  const catalog = new Map((await store.catalog(PROJECT)).map((entry) => [entry.name, entry.inRest]));
  expect(Object.fromEntries(catalog)).toEqual({
    text: true,
    list: true,
    mixed: true,
    city: false,
    [ODD_NAME]: true,
  });
});

test("what a frame says once for all its rows may be long as well", async () => {
  const store = await newStore();
  const script = new Script();
  script.catalog.declare("context", "varchar");
  script.rows([event("A", { properties: { index: 1 } })], { common: { p1: "x".repeat(5_000) } });
  script.rows([event("A", { properties: { index: 2 } })], { common: { p1: "short" } });
  await script.apply(store);
  const found: unknown[] = [];
  for await (const some of store.scan(PROJECT, { order: "position" })) {
    found.push(...some.map(({ properties }) => [properties.index, String(properties.context).length]));
  }
  expect(found).toEqual([
    [1, 5_000],
    [2, 5],
  ]);
});

test("a copy of an event with a long text is a copy", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows(LONG_EVENTS);
  script.rows(LONG_EVENTS);
  const { lines } = await script.apply(store);
  expect(lines.map(({ stored, duplicates, replaced }) => [stored, duplicates, replaced])).toEqual([
    [5, 5, 0],
  ]);
});

test("questions read the beginning of what is very long, and the event has all of it", async () => {
  const store = await newStore();
  const script = new Script();
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`p/${index}~`, `ß${"f".repeat(4_500)}`]),
  );
  const given = [
    event("Long", { insertId: "1", properties: { text: `"${"ü\\".repeat(LONG / 4)}`, city: "Bern" } }),
    event("Long", {
      insertId: "2",
      properties: { text: 12, list: ["a".repeat(20_000), 1], object: { b: "c".repeat(9_000) } },
    }),
    event("Long", { insertId: "3", properties: { [ODD_NAME]: "😀".repeat(5_000), list: null, city: 7 } }),
    event("Long", { insertId: "4", properties: many }),
  ];
  script.rows(given);
  await script.apply(store);
  const found: StoredEvent[] = [];
  for await (const some of store.scan(PROJECT, { order: "position" })) found.push(...some);
  expectSame(found, given);

  const answer = await store.query(PROJECT, {
    sql: "select rest from events order by ord",
    timeoutMs: 10_000,
    rowsMax: 10,
  });
  if (!answer.ok) throw new Error(answer.failure.code);
  const [first, second, third, fourth] = answer.value.rows.map(([rest]) => JSON.parse(String(rest)));
  // Three bytes for two characters.
  expect(first).toEqual({ text: `"${"ü\\".repeat(LONG)}`.slice(0, 10_666) });
  expect(second).toEqual({ text: 12, list: [], object: {} });
  expect(third).toEqual({ [ODD_NAME]: "😀".repeat(4_000), list: null, city: 7 });
  expect(Object.keys(fourth).sort()).toEqual(Object.keys(many).sort());
  expect(new Set(Object.values(fourth))).toEqual(new Set([`ß${"f".repeat(98)}`]));
});

test("two events that differ only where no question reads are not copies of each other", async () => {
  const store = await newStore();
  const script = new Script();
  for (const end of ["a", "b", "b"]) {
    script.rows([event("Long", { insertId: "1", properties: { text: `${"x".repeat(LONG)}${end}` } })]);
  }
  const { lines } = await script.apply(store);
  expect(lines.map(({ stored, duplicates, replaced }) => [stored, duplicates, replaced])).toEqual([
    [1, 1, 1],
  ]);
  for await (const some of store.scan(PROJECT, { order: "position" })) {
    expect(some.map(({ properties }) => String(properties.text).slice(-1))).toEqual(["b"]);
  }
});

test("a file with many of them is loaded, read and proven in little memory", async () => {
  const store = await newStore({ settings: { memoryBytesMax: 150 * 1024 * 1024 } });
  const script = new Script();
  for (let frame = 0; frame < 3; frame += 1) {
    script.rows(
      Array.from({ length: 60 }, (_, index) =>
        event("Long", { insertId: `${frame} ${index}`, properties: { text: `${index}${"x".repeat(LONG)}` } }),
      ),
    );
    await script.apply(store);
  }
  await store.checkpoint(PROJECT);
  expect(await store.verify(PROJECT)).toBeNull();
  let read = 0;
  for await (const some of store.scan(PROJECT)) {
    read += some.filter(({ properties }) => String(properties.text).length > LONG).length;
  }
  expect(read).toBe(180);
});

test("values that are not long stay whole, whatever is beside them", async () => {
  const store = await newStore();
  const script = new Script({ columnsMax: 1 });
  const urls = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [
      `url${index}`,
      `https://example.com/${"a".repeat(150)}${index}`,
    ]),
  );
  script.rows([
    event("Many", { properties: urls }),
    event("Beside", { properties: { ...urls, text: "語".repeat(20_000), list: [1, "b".repeat(200)] } }),
  ]);
  await script.apply(store);
  const sql = "select rest from events order by ord";
  const answer = await store.query(PROJECT, { sql, timeoutMs: 10_000, rowsMax: 10 });
  if (!answer.ok) throw new Error(answer.failure.code);
  const [many, beside] = answer.value.rows.map(([rest]) => JSON.parse(String(rest)));
  const { url0: _, ...inRest } = urls;
  expect(many).toEqual(inRest);
  expect(beside).toEqual({ ...inRest, text: "語".repeat(5_333), list: [1, "b".repeat(200)] });
});

test("what a frame says once may be very long, for many rows", async () => {
  const store = await newStore();
  const script = new Script();
  script.catalog.declare("context", "varchar");
  script.rows(
    Array.from({ length: 2_000 }, (_, index) => event("A", { properties: { index } })),
    { common: { p1: "x".repeat(20_000) } },
  );
  await script.apply(store);
  let whole = 0;
  for await (const some of store.scan(PROJECT)) {
    whole += some.filter(({ properties }) => String(properties.context).length === 20_000).length;
  }
  expect(whole).toBe(2_000);
});
