import { expect, test } from "vitest";
import { event, newStore, PROJECT, readAll, Script } from "./support.ts";

const copy = (properties: Record<string, unknown> = {}, over = {}) =>
  event("Buy", { insertId: "i1", properties, ...over });

test("a repeat is dropped and the first row stays", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([copy({ price: 5 })]);
  script.rows([copy({ price: 5 }), copy({ price: 5 })]);
  const { lines } = await script.apply(store);
  expect(lines).toMatchObject([{ stored: 1, duplicates: 2, replaced: 0 }]);
  expect(await readAll(store)).toMatchObject([{ position: 2, order: 0 }]);
});

test("of copies with different content the last one stands", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([copy({ price: 5 }), copy({ price: 6 })]);
  await script.apply(store);
  script.rows([copy({ price: 7 }), copy({ price: 7 })]);
  const { lines } = await script.apply(store);
  expect(lines).toMatchObject([{ stored: 0, duplicates: 1, replaced: 1 }]);
  expect(await readAll(store)).toMatchObject([{ position: 3, order: 0, properties: { price: 7 } }]);
  expect((await store.settlement(PROJECT)).lines).toMatchObject([{ stored: 1, duplicates: 1, replaced: 2 }]);
});

test("content is also what lives in rest, and the ids", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([copy({ a: null }), copy({ b: null }), copy({ b: null }, { deviceId: "d" })]);
  expect((await script.apply(store)).lines).toMatchObject([{ stored: 1, duplicates: 0, replaced: 2 }]);
});

test("without an insert id, or without a time of its own, nothing is a copy", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([copy({}, { insertId: undefined }), copy({}, { insertId: undefined })]);
  script.rows([copy({}, { sentTimeMs: null }), copy({}, { sentTimeMs: null })]);
  expect((await script.apply(store)).lines).toMatchObject([{ stored: 4, duplicates: 0, replaced: 0 }]);
  expect((await readAll(store)).map(({ insertId }) => insertId)).toEqual([null, null, "i1", "i1"]);
});

test("the time as sent tells copies, not the time it is stored under", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([copy({}, { timeMs: 1000, sentTimeMs: 9000 }), copy({}, { timeMs: 2000, sentTimeMs: 9000 })]);
  script.rows([copy({}, { timeMs: 9000 }), copy({}, { timeMs: 1000 }), copy({}, { distinctId: "bo" })]);
  expect((await script.apply(store)).lines).toMatchObject([{ stored: 3, duplicates: 2, replaced: 0 }]);
});

test("a lane that lags behind brings the older copy, and the newer one stands", async () => {
  for (const order of [["live", "bulk"] as const, ["bulk", "live"] as const]) {
    const store = await newStore();
    const script = new Script();
    script.rows([copy({ price: 1 })]);
    script.rows([copy({ price: 2 })], { lane: "bulk" });
    script.rows([copy({ price: 1 })]);
    for (const lane of order) await script.apply(store, lane);
    expect(await readAll(store)).toMatchObject([{ position: 5, properties: { price: 1 } }]);
    await store.checkpoint(PROJECT);
    expect(await store.countAll(PROJECT)).toBe(1);
  }
});

test("copies are counted the same, however a lane is cut into calls", async () => {
  const counts = [];
  for (const cuts of [[9], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    const store = await newStore();
    const script = new Script();
    script.rows([copy({ price: 1 })]);
    script.add("live", { kind: "retract", importId: "m1", rowKeys: ["r1"] });
    script.rows([copy({ price: 1 })]);
    script.rows([copy({ price: 2 })], { lane: "bulk" });
    await script.apply(store, "bulk");
    for (const upTo of cuts) await store.apply(PROJECT, "live", script.changes.live, upTo);
    counts.push((await store.settlement(PROJECT)).lines);
    expect(await readAll(store)).toMatchObject([{ properties: { price: 2 } }]);
  }
  expect(counts[0]).toMatchObject([{ stored: 1, duplicates: 1, replaced: 1 }]);
  expect(counts[1]).toEqual(counts[0]);
});

test("a lane that is never used does not keep what lost to a copy", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([copy({ price: 1 }), copy({ price: 1 })]);
  await store.apply(PROJECT, "live", script.changes.live, script.position, {
    others: { bulk: script.position },
  });
  await store.checkpoint(PROJECT);
  const all = { sql: "select count(*) from event_rows", timeoutMs: 10_000, rowsMax: 1 };
  expect(await store.query(PROJECT, all)).toMatchObject({ value: { rows: [[1]] } });
  expect(await store.positions(PROJECT)).toEqual({ live: script.position, bulk: script.position });
});
