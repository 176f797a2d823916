import { copyFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type Change,
  type EventStore,
  type SetAside,
  STORE_CRASH_POINTS,
  type StoreCrashPoint,
} from "../../src/events/index.ts";
import { type Log, silentLog } from "../../src/platform/log.ts";
import { event, newFolder, newStore, openStore, PROJECT, readAll, Script } from "./support.ts";

/** Frames whose times jump about, so that every row group holds all times. */
function scattered(script: Script, frames: number, rowsEach: number): void {
  for (let frame = 0; frame < frames; frame += 1) {
    script.rows(
      Array.from({ length: rowsEach }, (_, index) =>
        event("A", {
          timeMs: (index * 7919 + frame * 13) % 100_000,
          insertId: `${frame}-${index}`,
          properties: { frame },
        }),
      ),
    );
  }
}

/** The same rows give the same answer, in whatever order they lie. */
const fingerprint = (store: EventStore) =>
  store.query(PROJECT, {
    sql: `select count(*), bit_xor(hash("position", ord, event, time, distinct_id, insert_id, p1))::VARCHAR from events
      where event = 'A'`,
    timeoutMs: 60_000,
    rowsMax: 1,
  });

test("compaction puts scattered rows into the order of their times, while others load", async () => {
  const store = await newStore({ settings: { compactDepth: 2, compactRowsMax: 100_000 } });
  const script = new Script();
  scattered(script, 8, 50_000);
  await script.apply(store);
  const before = await fingerprint(store);
  const compacting = store.compact(PROJECT);
  script.rows([event("Meanwhile", { timeMs: 100_001 })]);
  await script.apply(store);
  const report = await compacting;
  expect(report.compacted).toBe(true);
  expect(report.depth).toBeLessThan(2.5);
  expect(await fingerprint(store)).toEqual(before);
  expect(await store.compact(PROJECT)).toMatchObject({ compacted: false, rows: 0 });
});

test("compaction gives back the room it took", async () => {
  const folder = await newFolder();
  const { store } = await openStore(folder, { settings: { compactDepth: 1, compactRowsMax: 122_880 } });
  const script = new Script();
  scattered(script, 4, 61_440);
  await script.apply(store);
  await store.checkpoint(PROJECT);
  const size = async () => (await stat(join(folder, `${PROJECT}.duckdb`))).size;
  const first = await size();
  for (let round = 0; round < 4; round += 1) await store.compact(PROJECT, { force: true });
  // The old rows and the new ones, once: not five times.
  expect(await size()).toBeLessThan(first * 3);
});

test("compaction can be stopped between two steps", async () => {
  const stop = new AbortController();
  const reach = (point: StoreCrashPoint) => {
    if (point === "store.compaction_step") stop.abort();
  };
  const store = await newStore({ settings: { compactRowsMax: 1_000 }, reach });
  const script = new Script();
  scattered(script, 2, 5_000);
  await script.apply(store);
  const report = await store.compact(PROJECT, { force: true, signal: stop.signal });
  expect(report).toMatchObject({ compacted: false });
  expect(report.rows).toBeLessThan(2_000);
  expect(await store.countAll(PROJECT)).toBe(10_000);
});

test("rows of one moment are compacted in steps as well, and then lie as they should", async () => {
  let steps = 0;
  const reach = (point: StoreCrashPoint) => {
    if (point === "store.compaction_step") steps += 1;
  };
  const store = await newStore({ settings: { compactDepth: 1, compactRowsMax: 50_000 }, reach });
  const script = new Script();
  for (let part = 0; part < 4; part += 1) {
    script.rows(
      Array.from({ length: 50_000 }, (_, index) =>
        event("A", { timeMs: (index % 2) * 86_400_000, insertId: `${part} ${index}` }),
      ),
    );
  }
  await script.apply(store);
  expect(await store.compact(PROJECT)).toMatchObject({ compacted: true, rows: 200_000 });
  expect(steps).toBeGreaterThan(3);
  expect(await store.countAll(PROJECT)).toBe(200_000);
  // Many row groups hold the same day, and nothing can be done about it.
  expect(await store.compact(PROJECT)).toMatchObject({ compacted: false });
});

test("a snapshot is a file that is complete by itself", async () => {
  const { store } = await openStore(await newFolder());
  const script = new Script();
  scattered(script, 3, 1_000);
  await script.apply(store);
  const other = await newFolder();
  const positions = await store.snapshotTo(PROJECT, join(other, `${PROJECT}.duckdb`));
  expect(positions).toEqual({ live: script.position });
  script.rows([event("Later")]);
  await script.apply(store);
  const copy = (await openStore(other)).store;
  expect(await copy.positions(PROJECT)).toEqual(positions);
  expect(await copy.countAll(PROJECT)).toBe(3_000);
  expect(await copy.verify(PROJECT)).toBeNull();
  expect((await readdir(other)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a log past its bound is folded into the file", async () => {
  const reached: StoreCrashPoint[] = [];
  const store = await newStore({
    settings: { logBytesMax: 10_000 },
    reach: (point) => void reached.push(point),
  });
  const script = new Script();
  scattered(script, 1, 1_000);
  await script.apply(store);
  expect(reached).toEqual([
    "store.column_added",
    "store.rows_loaded",
    "store.before_commit",
    "store.after_commit",
    "store.before_checkpoint",
    "store.checkpoint",
  ]);
  for (const point of reached) expect(STORE_CRASH_POINTS).toContain(point);
});

test("a frame that cannot be read is named, nothing is applied, and the rest can be", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("A", { properties: { a: 1 } })]);
  const good = script.changes.live.at(-1) as Extract<Change, { kind: "rows" }>;
  script.rows([event("B", { properties: { a: 2 } })]);
  const row = (text: string) => Buffer.from(`{"o":       0,${text}}\n`);
  const broken = [
    row('"e":"A","t":1,"d":"x","p1":"not a number"'),
    row('"e":"A","t":1'),
    row('"e":"A","t":1,"d":"x'),
    Buffer.from("nothing of ours"),
    Buffer.from(good.rows.subarray(0, good.rows.length - 1)),
  ];
  for (const rows of broken) {
    const bad: Change = { ...good, position: script.position + 1, rows };
    const changes = [...script.changes.live, bad];
    expect(await store.apply(PROJECT, "live", changes, bad.position)).toMatchObject({
      ok: false,
      failure: { code: "unreadable_rows", position: bad.position },
    });
    expect(await store.positions(PROJECT)).toEqual({});
  }
  const undeclared: Change = { ...good, position: script.position + 1, columns: [2] };
  expect(await store.apply(PROJECT, "live", [...script.changes.live, undeclared], 9)).toMatchObject({
    failure: { code: "declaration_missing", position: undeclared.position, expected: 2, found: 2 },
  });
  await script.apply(store);
  expect(await store.countAll(PROJECT)).toBe(2);
});

test("a file that will not open is set aside, and the project begins anew", async () => {
  const folder = await newFolder();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${PROJECT}.duckdb`), "this is no database ".repeat(1_000));
  const { store, asides } = await openStore(folder);
  expect(await store.positions(PROJECT)).toEqual({});
  expect(asides).toMatchObject([{ projectId: PROJECT, path: join(folder, `${PROJECT}.duckdb.damaged-1`) }]);
  const script = new Script();
  script.rows([event("A")]);
  await script.apply(store);
  expect(await store.countAll(PROJECT)).toBe(1);
  expect(await store.setAside(PROJECT, "because")).toMatchObject({ reason: "because" });
  expect(await store.positions(PROJECT)).toEqual({});
  const kept = (await readdir(folder)).filter((name) => name.includes("damaged"));
  expect(
    kept.some((name) => name.includes("damaged-1")) && kept.some((name) => name.includes("damaged-2")),
  ).toBe(true);
});

test("a file set aside on request is a warning, a damaged one an error", async () => {
  const folder = await newFolder();
  const said: [level: string, reason: string][] = [];
  const note = (level: string) => (about: SetAside) => void said.push([level, about.reason]);
  const log = { ...silentLog, warn: note("warn"), error: note("error") } as unknown as Log;
  const { store } = await openStore(folder, { log });
  await store.positions(PROJECT);
  await store.setAside(PROJECT, "because");
  expect(said).toEqual([["warn", "because"]]);
  await writeFile(join(folder, "8.duckdb"), "this is no database ".repeat(1_000));
  await store.positions(8);
  expect(said.map(([level]) => level)).toEqual(["warn", "error"]);
});

test.each([
  [1, ["drop table wide_rows", "drop table conflicts", "drop table links", "drop table lookups"]],
  [2, ["drop table links", "drop table lookups"]],
  [3, ["drop table lookups"]],
  [4, ["update event_rows set rest = null", "insert into wide_rows values (1, 0, 5000)"]],
])("a file of version %i is brought up to this one", async (version, older) => {
  const folder = await newFolder();
  const { store } = await openStore(folder);
  const script = new Script();
  script.rows([event("A", { deviceId: "d1" }), event("A", { distinctId: "bo", deviceId: "d1" })]);
  await script.apply(store);
  await store.close();
  const before5 = [
    "drop view imported_rows",
    "drop view events",
    "alter table event_rows drop column insert_hex",
    "alter table event_rows drop column row_hex",
    "alter table event_rows drop column whole_rest",
    "alter table event_rows drop column whole_digest",
    "create view events as select * from event_rows",
  ];
  await inFile(folder, [
    ...before5,
    ...older,
    `update meta set value = '${version}' where name = 'format_version'`,
  ]);
  const warnings: string[] = [];
  const warn = (_: object, message: string) => void warnings.push(message);
  const again = await openStore(folder, { log: { ...silentLog, warn } as typeof silentLog });
  expect(await again.store.personIds(PROJECT, "$device:d1")).toEqual(["ana", "$device:d1"]);
  expect(warnings.filter((message) => message.includes("store rebuild"))).toHaveLength(version === 4 ? 1 : 0);
  script.rows([event("B", { deviceId: "d2", properties: { text: "x".repeat(10_000) } })]);
  await script.apply(again.store);
  expect((await readAll(again.store)).map(({ event }) => event)).toEqual(["A", "A", "B"]);
  expect(await again.store.countLinks(PROJECT)).toBe(2);
  expect(again.asides).toEqual([]);
});

async function inFile(folder: string, statements: readonly string[]): Promise<void> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(join(folder, `${PROJECT}.duckdb`));
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

test("a file of a newer version is left alone", async () => {
  const folder = await newFolder();
  const { store } = await openStore(folder);
  const script = new Script();
  script.rows([event("A")]);
  await script.apply(store);
  await store.close();
  await inFile(folder, ["update meta set value = '99' where name = 'format_version'"]);
  const again = await openStore(folder);
  await expect(again.store.positions(PROJECT)).rejects.toThrow("newer version");
  expect(again.asides).toEqual([]);
  await copyFile(join(folder, `${PROJECT}.duckdb`), join(folder, "still-there"));
});
