import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createClosers } from "../../src/cli/serve/closers.ts";
import { guardReads } from "../../src/cli/serve/guard-reads.ts";
import { removeOld } from "../../src/cli/serve/journal-retention.ts";
import { type EventParts, openEventParts, type Tuning } from "../../src/cli/serve/open-event-parts.ts";
import { purgeEvents } from "../../src/cli/serve/purge-events.ts";
import { encodeChange, FRAME_KINDS, type StoredEvent } from "../../src/events/index.ts";
import { type Accept, createAccept, createCatalogs, DEFAULT_LIMITS } from "../../src/ingestion/index.ts";
import type { Lane } from "../../src/journal/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { silentLog } from "../../src/platform/log.ts";

const folders: string[] = [];
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const parts of opened.splice(0).reverse()) await parts.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

type Path = EventParts & { accept: Accept; folder: string; close(): Promise<void> };

/** Journal, loader and store as the server has them, without the server. */
async function openPath(folder?: string, tuning: Tuning = {}): Promise<Path> {
  const given = folder ?? (await mkdtemp(join(tmpdir(), "tributary-loader-")));
  if (folder === undefined) folders.push(given);
  const closers = createClosers(silentLog);
  const parts = await openEventParts({
    config: { STORE_MEMORY_MB: 256 },
    folder: given,
    clock: systemClock,
    log: silentLog,
    closers,
    tuning,
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
  const { accept } = createAccept({
    journal: parts.journal,
    catalogs: createCatalogs(parts.files),
    limits: DEFAULT_LIMITS,
    clock: systemClock,
    onCounted: () => undefined,
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closers.closeAll();
    return closing;
  };
  const path = { ...parts, accept, folder: given, close };
  opened.push(path);
  return path;
}

const NOW = Date.now();
const record = (index: number, properties: Record<string, unknown> = {}) => ({
  event: "Open",
  properties: {
    time: NOW - 100_000 + index,
    distinct_id: `u${index % 7}`,
    $insert_id: `i${index}`,
    n: index,
    ...properties,
  },
});
const records = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => record(from + index));

async function put({ accept }: Path, batch: unknown[], lane: Lane = "live", projectId = 1): Promise<number> {
  const receipt = await accept(
    {
      projectId,
      lane,
      lineage: { source: lane === "live" ? "import" : "warehouse", jobId: "j1" },
      strict: true,
    },
    { records: batch, text: "escaped", sizeIsSound: false },
  );
  if (!receipt.ok) throw new Error(receipt.failure.code);
  return receipt.value.position ?? 0;
}

async function read({ store }: Path, projectId = 1): Promise<StoredEvent[]> {
  const rows: StoredEvent[] = [];
  for await (const some of store.scan(projectId, { order: "position" })) rows.push(...some);
  return rows;
}
const numbers = (rows: StoredEvent[]) =>
  rows.map(({ properties }) => properties.n).sort((a, b) => Number(a) - Number(b));

test("what is accepted can be read once it is loaded, in both lanes, project by project", async () => {
  const path = await openPath();
  await put(path, records(0, 50));
  await put(path, records(50, 50), "bulk");
  const last = await put(path, records(0, 10), "live", 2);
  expect(await path.loader.loadedUpTo(last)).toBe(true);
  expect(numbers(await read(path))).toEqual(records(0, 100).map((_, index) => index));
  expect(await read(path, 2)).toHaveLength(10);
  const { lines } = await path.store.settlement(1);
  expect(lines.map(({ source, stored }) => [source, stored])).toEqual([
    ["import", 50],
    ["warehouse", 50],
  ]);
});

test("a frame that cannot be loaded is set aside and shown, and stalls nothing", async () => {
  const path = await openPath();
  await put(path, records(0, 5));
  const lineage = { source: "import" };
  const rows = encodeChange({ kind: "rows", receivedMs: NOW, lineage, rows: Buffer.from("no row\n") });
  await path.journal.append("live", [
    { ...rows, project: 1 },
    { kind: 200, project: 1, body: Buffer.from("of a later version") },
    { kind: FRAME_KINDS.retract, project: 1, body: Buffer.from("{") },
  ]);
  const last = await put(path, records(5, 5));
  await path.loader.loadedUpTo(last);
  expect(await read(path)).toHaveLength(10);
  const asides = path.loader.setAside();
  expect(asides.map(({ code, kind, projectId }) => [code, kind, projectId])).toEqual([
    ["unknown_frame", 200, 1],
    ["broken_frame", FRAME_KINDS.retract, 1],
    ["unreadable_rows", FRAME_KINDS.rows, 1],
  ]);
  expect(path.loader.status().setAside).toBe(3);
  await path.close();
  const again = await openPath(path.folder);
  expect(again.loader.setAside()).toEqual(asides);
  expect(await read(again)).toHaveLength(10);
});

test("a visitor's event can be read while most of a backfill still waits", async () => {
  const path = await openPath(undefined, { loader: { batchBytesMax: 500_000, batchBytesMin: 500_000 } });
  for (let batch = 0; batch < 60; batch += 1) await put(path, records(1000 + batch * 2000, 2000), "bulk");
  await put(path, [record(1)]);
  const { lanes } = path.loader.status();
  expect(lanes.bulk.accepted - lanes.bulk.loaded).toBeGreaterThan(0);
  while (!(await read(path)).some(({ properties }) => properties.n === 1)) {
    expect(path.loader.status().lanes.bulk.loaded).toBeLessThan(lanes.bulk.accepted);
  }
  await path.loader.loadedUpTo(path.journal.stats().lastPosition);
  expect(await path.store.countAll(1)).toBe(120_001);
});

test("a file that is lost is made anew from the journal, to the last row and the last count", async () => {
  const path = await openPath();
  await put(path, records(0, 300));
  await put(path, records(0, 20));
  await put(path, [record(7, { other: true })], "bulk");
  const last = await put(path, records(300, 100));
  await path.loader.loadedUpTo(last);
  const before = await read(path);
  const settled = await path.store.settlement(1);
  await path.close();
  for (const name of await readdir(join(path.folder, "store"))) {
    await rm(join(path.folder, "store", name), { recursive: true });
  }
  const again = await openPath(path.folder);
  await again.loader.loadedUpTo(last);
  expect(await read(again)).toEqual(before);
  expect((await again.store.settlement(1)).lines.map(({ stored }) => stored)).toEqual(
    settled.lines.map(({ stored }) => stored),
  );
});

test("a project can be loaded anew while its events keep coming", async () => {
  const path = await openPath();
  await put(path, records(0, 500));
  await path.loader.loadedUpTo(path.journal.stats().lastPosition);
  const rebuilding = path.loader.rebuild(1, "for the test");
  for (let batch = 0; batch < 20; batch += 1)
    await put(path, records(500 + batch * 10, 10), batch % 2 ? "bulk" : "live");
  await rebuilding;
  await put(path, records(700, 10));
  await path.loader.loadedUpTo(path.journal.stats().lastPosition);
  expect(numbers(await read(path))).toEqual(records(0, 710).map((_, index) => index));
  expect(path.loader.status().behind).toEqual([]);
});

test("the columns' files are made anew from the journal when they are lost or broken", async () => {
  const path = await openPath();
  const last = await put(path, [record(1, { a: 1, b: "x" })]);
  await path.loader.loadedUpTo(last);
  const declared = await path.files.read(1);
  await path.close();
  await rm(join(path.folder, "catalogs"), { recursive: true });
  const again = await openPath(path.folder);
  expect(await again.files.read(1)).toEqual(declared);
  await again.loader.loadedUpTo(await put(again, [record(2, { c: true, a: "changed" })]));
  expect((await read(again)).map(({ properties }) => properties)).toEqual([
    { n: 1, a: 1, b: "x" },
    { n: 2, c: true, a: "changed" },
  ]);
});

test("loading goes on where it stopped, without its notes too", async () => {
  const path = await openPath();
  await path.loader.loadedUpTo(await put(path, records(0, 100)));
  await path.close();
  await rm(join(path.folder, "loader"), { recursive: true });
  const again = await openPath(path.folder);
  await again.loader.loadedUpTo(await put(again, records(100, 1)));
  expect(numbers(await read(again))).toEqual(records(0, 101).map((_, index) => index));
  const { lines } = await again.store.settlement(1);
  expect(lines.reduce((sum, { stored }) => sum + stored, 0)).toBe(101);
});

test("a purged project leaves the store and the journal, and the others stay as they are", async () => {
  const path = await openPath();
  await put(path, records(0, 20), "live", 1);
  await put(path, [record(1, { secret: "needle" })], "live", 2);
  await put(path, [record(2, { secret: "needle" })], "bulk", 2);
  await put(path, records(20, 20), "bulk", 1);
  await path.loader.loadedUpTo(path.journal.stats().lastPosition);
  const catalogs = createCatalogs(path.files);
  const purge = purgeEvents({ ...path, catalogs });
  await purge(2);
  await purge(2);
  expect(await read(path)).toHaveLength(40);
  expect(await read(path, 2)).toEqual([]);
  const kept: number[] = [];
  for await (const frame of path.journal.read({ after: 0 })) {
    kept.push(frame.project);
    expect(frame.body.includes("needle")).toBe(false);
  }
  expect(new Set(kept)).toEqual(new Set([1]));
  await path.close();
  const again = await openPath(path.folder);
  await again.loader.loadedUpTo(await put(again, records(40, 1)));
  expect(await read(again)).toHaveLength(41);
});

test("old parts of the journal go when their time has come, once they are loaded; what is left can still be made anew", async () => {
  const path = await openPath();
  await path.loader.loadedUpTo(await put(path, records(0, 10)));
  await path.journal.rotate("live");
  await path.loader.loadedUpTo(await put(path, records(10, 10)));
  await path.journal.rotate("live");
  await path.loader.loadedUpTo(await put(path, records(20, 10)));
  const later = { now: () => systemClock.now() + 10 * 86_400_000 };
  const count = async () => path.journal.segments().filter(({ lane }) => lane === "live").length;
  await removeOld({ ...path, clock: systemClock, log: silentLog }, 1);
  expect(await count()).toBe(3);
  await removeOld({ ...path, clock: later, log: silentLog }, 1);
  expect(await count()).toBe(1);
  expect(await read(path)).toHaveLength(30);
  await path.loader.rebuild(1, "for the test");
  await path.loader.loadedUpTo(path.journal.stats().lastPosition);
  expect(numbers(await read(path))).toEqual(records(20, 10).map((_, index) => 20 + index));
});

test.each(["closed", "killed"])(
  "a journal that has lost its end gives no position out again (%s)",
  async (how) => {
    const path = await openPath();
    await path.loader.loadedUpTo(await put(path, records(0, 30)));
    if (how === "killed") {
      await path.loader.loadedUpTo(await put(path, records(30, 20)));
      await cp(path.folder, `${path.folder}-copy`, { recursive: true });
      folders.push(`${path.folder}-copy`);
    }
    await path.close();
    const folder = how === "killed" ? `${path.folder}-copy` : path.folder;
    await rm(join(folder, "journal"), { recursive: true });
    const again = await openPath(folder);
    const before = (await read(again)).length;
    await again.loader.loadedUpTo(await put(again, records(100, 10)));
    expect(await read(again)).toHaveLength(before + 10);
  },
);

test("a project that is loaded anew is not read until it is whole", async () => {
  const path = await openPath();
  await path.loader.loadedUpTo(await put(path, records(0, 200)));
  const reads = guardReads(path.store, path.loader);
  expect(path.loader.isWhole(1)).toBe(true);
  const rebuilding = path.loader.rebuild(1, "for the test");
  await rebuilding;
  if (!path.loader.isWhole(1)) await expect(reads.settlement(1)).rejects.toThrow("loaded anew");
  await path.loader.loadedUpTo(path.journal.stats().lastPosition);
  expect((await reads.settlement(1)).lines).toMatchObject([{ stored: 200 }]);
  await path.close();
  await rm(join(path.folder, "store"), { recursive: true });
  await rm(join(path.folder, "loader"), { recursive: true });
  const again = await openPath(path.folder);
  expect(again.loader.isWhole(1)).toBe(false);
  await expect(guardReads(again.store, again.loader).settlement(1)).rejects.toMatchObject({
    code: "store_busy",
  });
  await again.loader.loadedUpTo(again.journal.stats().lastPosition);
  expect(again.loader.isWhole(1)).toBe(true);
});

test("nothing waits when what came in ended just where a batch did", async () => {
  const path = await openPath(undefined, { loader: { batchBytesMax: 50_000, batchBytesMin: 50_000 } });
  for (let turn = 0; turn < 5; turn += 1) {
    const puts = Array.from({ length: 4 }, (_, index) =>
      put(path, records(turn * 4_000 + index * 1_000, 1_000), "bulk"),
    );
    await path.loader.loadedUpTo(Math.max(...(await Promise.all(puts))));
    await expect.poll(() => path.loader.status().lanes.bulk.waitingMs).toBe(0);
  }
  expect(await path.store.countAll(1)).toBe(20_000);
});
