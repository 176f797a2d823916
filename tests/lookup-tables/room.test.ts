import { afterAll, beforeAll, expect, test } from "vitest";
import { createDictionaryRoom } from "../../src/dictionary/index.ts";
import { type ChangeFrame, decodeChange, type EventStore } from "../../src/events/index.ts";
import { type ControlDb, openControlDb } from "../../src/platform/control-db/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { fail, ok } from "../../src/platform/result.ts";
import { systemRandomness } from "../../src/platform/secrets.ts";
import { newStore } from "../events/support.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase } from "../support/test-server.ts";

const PROJECT = 1;
let control: ControlDb;
beforeAll(async () => {
  const opened = await openControlDb({ url: await createDatabase(TEMPLATE), poolMax: 2, log: silentLog });
  if (!opened.ok) throw new Error(opened.failure.code);
  control = opened.value;
});
afterAll(() => control.close());

/** The room on a real database and a real store, with a journal that can be told to take nothing after so many appends. */
async function openRoom(appendsMax = Number.POSITIVE_INFINITY) {
  const store = await newStore();
  let position = 0;
  let appends = 0;
  const load = async (frames: readonly ChangeFrame[]) => {
    for (const { kind, body } of frames) {
      position += 1;
      const change = decodeChange(kind, Buffer.concat(body), position);
      if (!change.ok) throw new Error(change.failure.reason);
      const applied = await store.apply(PROJECT, "bulk", [change.value], position);
      if (!applied.ok) throw new Error(applied.failure.code);
    }
  };
  const room = createDictionaryRoom({
    db: control.db,
    store,
    randomness: systemRandomness,
    audit: async () => undefined,
    lookupLimits: { rowsMax: 60_000, projectRowsMax: 70_000 },
    frames: {
      async append(_project, frames) {
        appends += 1;
        if (appends > appendsMax)
          return fail({ code: "not_accepted", reason: "disk_full", retryAfterMs: 10 });
        await load(frames);
        return ok(undefined);
      },
    },
  });
  return { store, ...room.lookupTables, allow: (count: number) => (appendsMax = appends + count) };
}

const ids = new Map<string, string>();
async function tableId(name: string): Promise<string> {
  const known = ids.get(name);
  if (known !== undefined) return known;
  const id = crypto.randomUUID();
  await control.db.insertInto("lookup_table").values({ id, project_id: PROJECT, name }).execute();
  ids.set(name, id);
  return id;
}
const csv = (text: string) => ({
  async *open() {
    yield Buffer.from(text);
  },
  isGzip: false,
  bytesMax: 100_000_000,
});
const rows = (count: number, mark: string) =>
  `k,mark\n${Array.from({ length: count }, (_, index) => `${index},${mark}${"x".repeat(60)}\n`).join("")}`;
const markOf = async (store: EventStore, id: string, key: string) =>
  String((await store.lookUp(PROJECT, id, [key])).get(key)?.mark).slice(0, 1);

test("a journal that takes nothing after some parts leaves the old rows, and the next upload is whole", async () => {
  const { store, replace, allow } = await openRoom();
  const id = await tableId("Interrupted");
  expect(await replace(PROJECT, id, csv(rows(50_000, "a")))).toEqual({ ok: true, value: { rows: 50_000 } });
  for (const appends of [0, 1, 2]) {
    allow(appends);
    expect(await replace(PROJECT, id, csv(rows(50_000, "b")))).toMatchObject({
      ok: false,
      failure: { code: "not_accepted" },
    });
    expect(await markOf(store, id, "49999")).toBe("a");
  }
  allow(Number.POSITIVE_INFINITY);
  expect((await replace(PROJECT, id, csv(rows(40_000, "c")))).ok).toBe(true);
  expect(await markOf(store, id, "39999")).toBe("c");
  expect(await store.lookupTables(PROJECT)).toMatchObject([{ id, rows: 40_000 }]);
});

test("a project has so many rows in all of its tables, and a table so many", async () => {
  const { store, replace, compare } = await openRoom();
  const [first, second] = [await tableId("First"), await tableId("Second")];
  expect((await replace(PROJECT, first, csv(rows(60_000, "a")))).ok).toBe(true);
  expect(await replace(PROJECT, first, csv(rows(60_001, "b")))).toMatchObject({
    failure: { code: "too_many_rows", rowsMax: 60_000 },
  });
  const ask = { signal: AbortSignal.timeout(60_000), differs: () => undefined };
  expect(await compare(PROJECT, first, csv(rows(60_001, "a")), ask)).toMatchObject({
    failure: { code: "too_many_rows", rowsMax: 60_000 },
  });
  expect(await compare(PROJECT, first, csv(rows(60_000, "a")), ask)).toEqual({
    ok: true,
    value: { fileRows: 60_000, tableRows: 60_000, isEqual: true },
  });
  expect(await replace(PROJECT, second, csv(rows(10_001, "a")))).toMatchObject({
    failure: { code: "project_full", rowsMax: 70_000 },
  });
  expect((await replace(PROJECT, second, csv(rows(10_000, "a")))).ok).toBe(true);
  // Its own rows do not count twice.
  expect((await replace(PROJECT, first, csv(rows(60_000, "b")))).ok).toBe(true);
  expect(await markOf(store, first, "59999")).toBe("b");
});

test("a table of another project is not found", async () => {
  const { replace } = await openRoom();
  expect(await replace(PROJECT + 1, await tableId("Mine"), csv("k,v\na,1\n"))).toMatchObject({
    failure: { code: "table_not_found" },
  });
});
