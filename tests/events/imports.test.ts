import { expect, test } from "vitest";
import { event, newFolder, newStore, openStore, PROJECT, readAll, Script } from "./support.ts";

const mirror = { source: "warehouse", importId: "m1" };
const generation = (number: number) => ({ ...mirror, generation: number });
const names = async (store: Awaited<ReturnType<typeof newStore>>) =>
  (await readAll(store)).map(({ event }) => event);

test("a row is taken back by its import and its row key, and by no other", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("A", { rowKey: "r1" }), event("B", { rowKey: "r2" })], { lineage: mirror });
  script.rows([event("C", { rowKey: "r1" })], { lineage: { source: "warehouse", importId: "m2" } });
  script.add("live", { kind: "retract", importId: "m1", rowKeys: ["r1"] });
  script.rows([event("A2", { rowKey: "r1" })], { lineage: mirror });
  expect(await script.apply(store)).toMatchObject({ retracted: 1 });
  expect((await names(store)).sort()).toEqual(["A2", "B", "C"]);
});

test("thousands of row keys are taken back at once", async () => {
  const store = await newStore();
  const script = new Script();
  const rowKeys = Array.from({ length: 3_000 }, (_, index) => `row "${index}"`);
  script.rows(
    rowKeys.map((rowKey) => event("A", { rowKey })),
    { lineage: mirror },
  );
  script.rows([event("Stays", { rowKey: "other" })], { lineage: mirror });
  script.add("live", { kind: "retract", importId: "m1", rowKeys });
  expect(await script.apply(store)).toMatchObject({ retracted: 3_000 });
  expect(await names(store)).toEqual(["Stays"]);
});

test("a merge shows a generation beside the older ones, with what it replaces taken back in the same step", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("Stays", { rowKey: "a" }), event("Old", { rowKey: "b:1" })], { lineage: generation(1) });
  script.add("live", { kind: "commit", importId: "m1", generation: 1 });
  script.rows([event("New", { rowKey: "b:2" })], { lineage: generation(2) });
  await script.apply(store);
  expect((await names(store)).sort()).toEqual(["Old", "Stays"]);
  script.add("live", { kind: "retract", importId: "m1", rowKeys: ["b:1"] });
  script.add("live", { kind: "merge", importId: "m1", generation: 2 });
  expect(await script.apply(store)).toMatchObject({ retracted: 1, lines: [{ stored: 1 }] });
  expect((await names(store)).sort()).toEqual(["New", "Stays"]);
  // A later commit takes the place of all of them, and a merge that comes late shows nothing.
  script.add("live", { kind: "commit", importId: "m1", generation: 4 });
  script.rows([event("Late", { rowKey: "c" })], { lineage: generation(3) });
  script.add("live", { kind: "merge", importId: "m1", generation: 3 });
  await script.apply(store);
  expect(await names(store)).toEqual([]);
});

test("a generation is unseen until its commit, which removes the one before", async () => {
  const folder = await newFolder();
  let { store } = await openStore(folder);
  const script = new Script();
  script.rows([event("Old", { insertId: "i" }), event("Same", { insertId: "s" })], {
    lineage: generation(1),
  });
  expect((await script.apply(store)).lines).toEqual([]);
  script.add("live", { kind: "commit", importId: "m1", generation: 1 });
  expect((await script.apply(store)).lines).toMatchObject([{ stored: 2 }]);
  script.rows([event("New", { insertId: "n" }), event("Same", { insertId: "s" })], {
    lineage: generation(2),
  });
  await script.apply(store);
  expect((await names(store)).sort()).toEqual(["Old", "Same"]);
  await store.close();

  store = (await openStore(folder)).store;
  script.add("live", { kind: "commit", importId: "m1", generation: 2 });
  const settled = await script.apply(store);
  expect(settled).toMatchObject({ retracted: 2, lines: [{ stored: 2, duplicates: 0 }] });
  expect((await names(store)).sort()).toEqual(["New", "Same"]);
  script.rows([event("Late", { insertId: "l" })], { lineage: generation(2) });
  await script.apply(store);
  expect(await store.countAll(PROJECT)).toBe(3);
});

test("an abandoned generation leaves nothing", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("A")], { lineage: generation(1) });
  script.add("live", { kind: "abandon", importId: "m1", generation: 1 });
  script.add("live", { kind: "commit", importId: "m1", generation: 1 });
  expect(await script.apply(store)).toEqual({ lines: [], retracted: 0, erased: 0 });
  expect(await store.countAll(PROJECT)).toBe(0);
});

test("an event that lost to a row of an import is seen again when that row is taken back", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("A", { insertId: "i", properties: { from: "sdk" } })]);
  script.rows([event("A", { insertId: "i", rowKey: "r1", properties: { from: "mirror" } })], {
    lineage: mirror,
  });
  await script.apply(store);
  await store.apply(PROJECT, "bulk", [], script.position);
  await store.checkpoint(PROJECT);
  expect(await readAll(store)).toMatchObject([{ properties: { from: "mirror" } }]);
  script.add("live", { kind: "retract", importId: "m1", rowKeys: ["r1"] });
  expect(await script.apply(store)).toMatchObject({ retracted: 0 });
  expect(await readAll(store)).toMatchObject([{ properties: { from: "sdk" } }]);
});

test("an erasure takes what came before it in either lane, and nothing after it", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("Live before"), event("Another's", { distinctId: "bo", deviceId: "d1" })]);
  script.rows([event("Bulk before"), event("Device", { distinctId: "$device:d1" })], { lane: "bulk" });
  script.add("live", { kind: "erase", ids: ["ana", "$device:d1"] });
  script.rows([event("Live after")]);
  script.rows([event("Bulk after")], { lane: "bulk" });
  expect(await script.apply(store, "live")).toMatchObject({ erased: 1 });
  await store.checkpoint(PROJECT);
  expect(await script.apply(store, "bulk")).toMatchObject({ erased: 2 });
  expect((await names(store)).sort()).toEqual(["Another's", "Bulk after", "Live after"]);
});

test("copies are found among two imports whose rows wait, also when one was begun before the file was opened anew", async () => {
  const folder = await newFolder();
  const first = await openStore(folder);
  const script = new Script();
  const of = (importId: string) => ({ lineage: { source: "warehouse", importId, generation: 1 } });
  script.rows([event("Other", { insertId: "o" })], of("b"));
  await script.apply(first.store);
  await first.store.close();
  const { store } = await openStore(folder);
  script.rows([event("Same", { insertId: "k" })], of("a"));
  await script.apply(store);
  script.rows([event("Same", { insertId: "k" })], of("b"));
  await script.apply(store);
  script.add("live", { kind: "commit", importId: "b", generation: 1 });
  script.add("live", { kind: "commit", importId: "a", generation: 1 });
  await script.apply(store);
  expect((await names(store)).sort()).toEqual(["Other", "Same"]);
});
