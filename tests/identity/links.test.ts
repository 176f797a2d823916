import { expect, test } from "vitest";
import type { EventStore, Lineage } from "../../src/events/index.ts";
import { event, newFolder, newStore, openStore, PROJECT, readAll, Script } from "../events/support.ts";

const both = (deviceId: string, userId: string, over = {}) =>
  event("Open", { distinctId: userId, userId, deviceId, ...over });
const anonymous = (deviceId: string, over = {}) =>
  event("Open", { distinctId: `$device:${deviceId}`, deviceId, ...over });

async function linksOf(store: EventStore, ...devices: string[]): Promise<Record<string, string>> {
  const found = await store.resolveIds(
    PROJECT,
    devices.map((device) => `$device:${device}`),
  );
  return Object.fromEntries(found);
}
const resolvedIds = async (store: EventStore) =>
  (await readAll(store, { order: "position" })).map(({ resolvedId }) => resolvedId);

test("two devices become one person as soon as each has been seen with the user", async () => {
  const store = await newStore();
  const script = new Script();
  const countPersons = async () => new Set(await resolvedIds(store)).size;
  const send = async (...events: ReturnType<typeof event>[]) => {
    script.rows(events);
    await script.apply(store);
    return await countPersons();
  };
  expect(await send(anonymous("D1"), anonymous("D1"))).toBe(1);
  expect(await send(both("D1", "U1"))).toBe(1);
  expect(await send(anonymous("D2"), anonymous("D2"))).toBe(2);
  expect(await send(both("D2", "U1"))).toBe(1);
  expect(await resolvedIds(store)).toEqual(["U1", "U1", "U1", "U1", "U1", "U1"]);
  expect(await store.personIds(PROJECT, "$device:D2")).toEqual(["U1", "$device:D1", "$device:D2"]);
  expect(await store.personIds(PROJECT, "U1")).toEqual(["U1", "$device:D1", "$device:D2"]);
  expect(await store.countLinks(PROJECT)).toBe(2);
});

test("a shared device stays with its first user; the second keeps what he did himself", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([anonymous("D1"), both("D1", "U1"), both("D1", "U2"), anonymous("D1")]);
  await script.apply(store);
  expect(await resolvedIds(store)).toEqual(["U1", "U1", "U2", "U1"]);
  expect(await store.personIds(PROJECT, "U2")).toEqual(["U2"]);
});

test("only the prefixed form of an id is a device", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([both("D1", "U1"), event("Open", { distinctId: "D1", userId: "D1" }), anonymous("D1")]);
  await script.apply(store);
  expect(await resolvedIds(store)).toEqual(["U1", "D1", "U1"]);
  expect(await store.personIds(PROJECT, "D1")).toEqual(["D1"]);
});

test("a user who calls himself a device, or has an empty name, claims no device", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([both("D1", "$device:D2"), both("D1", ""), anonymous("D1")]);
  await script.apply(store);
  expect(await store.countLinks(PROJECT)).toBe(0);
  expect(await linksOf(store, "D1", "D2")).toEqual({});
});

test("the first by journal order wins, whichever lane is loaded first", async () => {
  for (const order of [
    ["live", "bulk"],
    ["bulk", "live"],
  ] as const) {
    const store = await newStore();
    const script = new Script();
    script.rows([both("D1", "early")], { lane: "bulk" });
    script.rows([both("D1", "late"), both("D2", "first"), both("D2", "second")], { lane: "live" });
    script.rows([both("D2", "third")], { lane: "bulk" });
    for (const lane of order) await script.apply(store, lane);
    expect(await linksOf(store, "D1", "D2")).toEqual({ "$device:D1": "early", "$device:D2": "first" });
    expect(await store.countLinks(PROJECT)).toBe(2);
  }
});

test("a link outlives the event that made it: taken back, replaced by a copy, or repeated", async () => {
  const store = await newStore();
  const script = new Script();
  const lineage: Lineage = { source: "warehouse", importId: "m1" };
  script.rows([both("D1", "U1", { rowKey: "r1" }), both("D2", "U1", { insertId: "i1" })], { lineage });
  script.add("live", { kind: "retract", importId: "m1", rowKeys: ["r1"] });
  // A copy of the second event with another device: it stands from now on, and both devices are known.
  script.rows([both("D3", "U1", { insertId: "i1" })], { lineage });
  await script.apply(store);
  expect((await readAll(store)).map(({ deviceId }) => deviceId)).toEqual(["D3"]);
  expect(await store.personIds(PROJECT, "U1")).toEqual(["U1", "$device:D1", "$device:D2", "$device:D3"]);
});

test("rows of a sync make links when it is committed, in the order in which they are shown", async () => {
  const store = await newStore();
  const script = new Script();
  const lineage: Lineage = { source: "warehouse", importId: "m1", generation: 1 };
  script.rows([both("D1", "synced"), both("D2", "synced")], { lane: "bulk", lineage });
  script.rows([both("D1", "direct")]);
  await script.apply(store, "bulk");
  await script.apply(store, "live");
  expect(await linksOf(store, "D1", "D2")).toEqual({ "$device:D1": "direct" });
  script.add("bulk", { kind: "commit", importId: "m1", generation: 1 });
  await script.apply(store, "bulk");
  expect(await linksOf(store, "D1", "D2")).toEqual({ "$device:D1": "direct", "$device:D2": "synced" });
});

test("an abandoned sync leaves no link", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([both("D1", "U1")], { lineage: { source: "warehouse", importId: "m1", generation: 1 } });
  script.add("live", { kind: "abandon", importId: "m1", generation: 1 });
  await script.apply(store);
  expect(await store.countLinks(PROJECT)).toBe(0);
});

test("erasing a person frees the devices, and the next user of one has it, in either order of the lanes", async () => {
  for (const order of [
    ["live", "bulk"],
    ["bulk", "live"],
  ] as const) {
    const store = await newStore();
    const script = new Script();
    script.rows([both("D1", "U1"), both("D2", "U1")], { lane: "bulk" });
    script.rows([both("D1", "U2")]);
    script.add("live", { kind: "erase", ids: ["U1", "D1", "D2"] });
    script.rows([anonymous("D1"), anonymous("D2")], { lane: "bulk" });
    for (const lane of order) await script.apply(store, lane);
    expect(await linksOf(store, "D1", "D2")).toEqual({ "$device:D1": "U2" });
    expect(await store.countLinks(PROJECT)).toBe(1);
    expect(await resolvedIds(store)).toEqual(["U2", "U2", "$device:D2"]);
  }
});

test("an erasure of nobody changes nothing", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([both("D1", "U1")]);
  script.add("live", { kind: "erase", ids: [] });
  await script.apply(store);
  expect(await store.countLinks(PROJECT)).toBe(1);
});

test("links are there after the file is opened anew, and are told apart by project", async () => {
  const folder = await newFolder();
  const first = await openStore(folder);
  const script = new Script();
  script.rows([both("D1", "U1")]);
  await script.apply(first.store);
  await first.store.close();
  const { store } = await openStore(folder);
  expect(await linksOf(store, "D1")).toEqual({ "$device:D1": "U1" });
  expect(await store.countLinks(PROJECT)).toBe(1);
  expect(await store.countLinks(PROJECT + 1)).toBe(0);
  expect(await store.verify(PROJECT)).toBe(null);
});

test("thousands of ids are resolved at once", async () => {
  const store = await newStore();
  const script = new Script();
  const names = Array.from({ length: 12_000 }, (_, index) => `d${index}`);
  script.rows(names.map((name, index) => both(name, `u${index % 100}`)));
  await script.apply(store);
  const resolved = await store.resolveIds(PROJECT, [...names.map((name) => `$device:${name}`), "u1", "d1"]);
  expect(resolved.size).toBe(12_000);
  expect(resolved.get("$device:d4321")).toBe("u21");
  expect((await store.personIds(PROJECT, "u21")).length).toBe(121);
});

test("odd ids resolve like any other", async () => {
  const store = await newStore();
  const script = new Script();
  const odd = ["it's", "ünï\u0000code", "$device:", "%_", "💥", "a'; drop table links; --"];
  script.rows(odd.map((name) => both(name, `user of ${name}`)));
  await script.apply(store);
  expect(await linksOf(store, ...odd)).toEqual(
    Object.fromEntries(odd.map((name) => [`$device:${name}`, `user of ${name}`])),
  );
});
