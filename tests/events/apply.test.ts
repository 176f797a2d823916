import { expect, test } from "vitest";
import type { Change } from "../../src/events/index.ts";
import { event, newFolder, newStore, openStore, PROJECT, readAll, Script } from "./support.ts";

test("an event comes back as it went in", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([
    event("Sign up", { deviceId: "d1", insertId: "i1", properties: { plan: "free", seats: 3, trial: true } }),
  ]);
  await script.apply(store);
  expect(await readAll(store)).toEqual([
    {
      event: "Sign up",
      timeMs: 1_700_000_000_000,
      sentTimeMs: null,
      distinctId: "ana",
      resolvedId: "ana",
      userId: "ana",
      deviceId: "d1",
      insertId: "i1",
      rowKey: null,
      receivedMs: Date.UTC(2026, 0, 31, 12),
      position: 2,
      order: 0,
      lineage: { source: "import" },
      properties: { plan: "free", seats: 3, trial: true },
    },
  ]);
  expect(await store.countAll(PROJECT)).toBe(1);
});

test("changes that were applied already do nothing, also after the store was opened anew", async () => {
  const folder = await newFolder();
  const { store } = await openStore(folder);
  const script = new Script();
  script.rows([event("Open"), event("Close")]);
  await script.apply(store);
  expect(await script.apply(store)).toEqual({ lines: [], retracted: 0, erased: 0 });
  await store.close();

  const again = (await openStore(folder)).store;
  expect(await again.positions(PROJECT)).toEqual({ live: 1 });
  await script.apply(again);
  script.rows([event("Third", { properties: { a: 1 } })]);
  await script.apply(again);
  expect((await readAll(again, { order: "position" })).map(({ event }) => event)).toEqual([
    "Open",
    "Close",
    "Third",
  ]);
  const [line] = (await again.settlement(PROJECT)).lines;
  expect(line).toMatchObject({ source: "import", day: "2026-01-31", stored: 3, duplicates: 0, replaced: 0 });
});

test("what a frame says once is so of all its rows, whatever the frames beside it say", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("First", { properties: { from: "x", n: 1, flag: true } })]);
  script.rows([event("Alike"), event("Alike too")], { common: { p1: "it's one", p2: 2, p3: false } });
  await script.apply(store);
  script.rows([event("Other"), event("Same", { properties: { n: 5 } })], { common: { p1: "two", p2: 5 } });
  script.rows([event("Alike"), event("Alike again")], { common: { p1: "it's one", p2: 2, p3: false } });
  script.rows([event("None", { properties: { from: "y" } })]);
  await script.apply(store);
  const read = await readAll(store, { order: "position" });
  expect(read.map(({ event, properties }) => [event, properties])).toEqual([
    ["First", { from: "x", n: 1, flag: true }],
    ["Alike", { from: "it's one", n: 2, flag: false }],
    ["Alike too", { from: "it's one", n: 2, flag: false }],
    ["Other", { from: "two", n: 5 }],
    ["Same", { from: "two", n: 5 }],
    ["Alike", { from: "it's one", n: 2, flag: false }],
    ["Alike again", { from: "it's one", n: 2, flag: false }],
    ["None", { from: "y" }],
  ]);
});

test("an empty stretch of the journal moves the position", async () => {
  const store = await newStore();
  const applied = await store.apply(PROJECT, "bulk", [], 40);
  expect(applied.ok).toBe(true);
  expect(await store.positions(PROJECT)).toEqual({ bulk: 40 });
});

test("both lanes bring the same declarations", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("A", { properties: { a: 1 } })]);
  script.rows([event("B", { properties: { b: "x", a: 2 } })], { lane: "bulk" });
  script.rows([event("C", { properties: { c: true } })]);
  await script.apply(store, "bulk");
  await script.apply(store, "live");
  expect((await readAll(store)).map(({ properties }) => properties)).toEqual([
    { a: 1 },
    { a: 2, b: "x" },
    { c: true },
  ]);
  expect((await store.catalog(PROJECT)).map(({ name, column, type }) => [name, column, type])).toEqual([
    ["a", "p1", "double"],
    ["b", "p2", "varchar"],
    ["c", "p3", "boolean"],
  ]);
});

test("projects do not see each other, and a dropped one begins anew", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("A")]);
  await script.apply(store, "live", 1);
  script.rows([event("B")]);
  await script.apply(store, "live", 2);
  expect([await store.countAll(1), await store.countAll(2)]).toEqual([1, 2]);
  await store.dropProject(2);
  expect([await store.countAll(1), await store.countAll(2)]).toEqual([1, 0]);
  expect(await store.positions(2)).toEqual({});
});

test("files close and open as they are needed", async () => {
  const store = await newStore({ settings: { openFilesMax: 2 } });
  const script = new Script();
  script.rows([event("A")]);
  for (let round = 0; round < 2; round += 1) {
    await Promise.all([1, 2, 3, 4, 5, 6].map((projectId) => script.apply(store, "live", projectId)));
  }
  const counts = await Promise.all([1, 2, 3, 4, 5, 6].map((projectId) => store.countAll(projectId)));
  expect(counts).toEqual([1, 1, 1, 1, 1, 1]);
});

test("a file that holds less than its caller was told takes nothing", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("A")]);
  await script.apply(store);
  await store.setAside(PROJECT, "because");
  script.rows([event("B")]);
  const applied = await store.apply(PROJECT, "live", script.changes.live, script.position, {
    holds: { live: 1 },
  });
  expect(applied).toEqual({ ok: false, failure: { code: "lost", positions: {} } });
  expect(await store.countAll(PROJECT)).toBe(0);
});

test("after a column was declared otherwise, rows of that lane that use it are refused for good", async () => {
  const folder = await newFolder();
  const { store } = await openStore(folder);
  const script = new Script();
  script.rows([event("A", { properties: { a: 1, b: 2 } })]);
  await script.apply(store);
  const before = script.changes.live.length;
  const other = new Script();
  other.position = script.position;
  other.rows([event("B", { properties: { a: 3, wrong: 4 } })]);
  other.rows([event("C", { properties: { a: 5 } })]);
  const [declare, wrong, right] = other.changes.live as [Change, Change, Change];
  expect(before).toBe(2);
  const upTo = right.position;
  const conflict = { failure: { code: "declaration_conflict", number: 2, position: declare.position } };
  const refused = { failure: { code: "unreadable_rows", position: wrong.position } };
  for (let round = 0; round < 2; round += 1) {
    expect(await store.apply(PROJECT, "live", [declare, wrong, right], upTo)).toMatchObject(conflict);
    expect(await store.apply(PROJECT, "live", [wrong, right], upTo)).toMatchObject(refused);
  }
  await store.close();
  const again = (await openStore(folder)).store;
  expect(await again.apply(PROJECT, "live", [wrong, right], upTo)).toMatchObject(refused);
  expect((await again.apply(PROJECT, "live", [right], upTo)).ok).toBe(true);
  // The other lane never said anything else.
  const bulk = { ...script.changes.live[1], position: upTo + 1 } as Change;
  expect((await again.apply(PROJECT, "bulk", [bulk], upTo + 1)).ok).toBe(true);
  expect((await readAll(again)).map(({ properties }) => properties)).toEqual([
    { a: 1, b: 2 },
    { a: 5 },
    { a: 1, b: 2 },
  ]);
});
