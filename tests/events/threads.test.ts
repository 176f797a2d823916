import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Engine, ROW_GROUP_ROWS, startEngine } from "../../src/events/duckdb/engine.ts";
import { event, newStore, PROJECT, Script } from "./support.ts";

let folder: string;
let engine: Engine;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-threads-"));
  engine = await startEngine(folder, { memoryBytesMax: 256 * 1024 * 1024, threads: 2 });
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function threads(): Promise<number> {
  const connection = await engine.connect();
  try {
    const reader = await connection.runAndReadAll("select current_setting('threads')::INTEGER");
    return Number(reader.getRows()[0]?.[0]);
  } finally {
    connection.closeSync();
  }
}

const LONG_MS = 60_000;

test("work has as many threads as it wants, and without a rest all are there again behind it", async () => {
  expect(await engine.withThreads({ count: 1, restMs: 0 }, threads)).toBe(1);
  expect(await threads()).toBe(2);
});

test("behind work with a rest its threads stay, also behind other work without, and come back by themselves", async () => {
  await engine.withThreads({ count: 1, restMs: 200 }, async () => undefined);
  expect(await threads()).toBe(1);
  await engine.withThreads({ count: 1, restMs: 0 }, async () => undefined);
  expect(await threads()).toBe(1);
  await vi.waitFor(async () => expect(await threads()).toBe(2), { timeout: 30_000, interval: 50 });
});

test("work that wants all threads has them within another one's rest", async () => {
  await engine.withThreads({ count: 1, restMs: LONG_MS }, async () => undefined);
  expect(await engine.withThreads({ count: 2, restMs: 0 }, threads)).toBe(2);
});

test("a question ends a rest, but not work", async () => {
  await engine.withThreads({ count: 1, restMs: LONG_MS }, async () => {
    await engine.endRest();
    expect(await threads()).toBe(1);
  });
  expect(await threads()).toBe(1);
  await engine.endRest();
  expect(await threads()).toBe(2);
  await engine.withThreads({ count: 1, restMs: 0 }, async () => undefined);
  expect(await threads()).toBe(2);
});

test("work that fails leaves nothing behind", async () => {
  const failing = engine.withThreads({ count: 1, restMs: 0 }, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await threads()).toBe(2);
});

test("an engine that begins anew within a rest has all threads, and what comes next has what it wants", async () => {
  await engine.withThreads({ count: 1, restMs: LONG_MS }, async () => undefined);
  await engine.restart();
  expect(await threads()).toBe(2);
  expect(await engine.withThreads({ count: 1, restMs: 0 }, threads)).toBe(1);
});

test("a question just behind a large batch beside other work has all threads", async () => {
  const store = await newStore({ settings: { threads: 2, cores: 2 } });
  const script = new Script();
  script.rows(Array.from({ length: ROW_GROUP_ROWS }, (_, index) => event("A", { insertId: String(index) })));
  const { changes, position } = script;
  const applied = await store.apply(PROJECT, "live", changes.live, position, { sharesCores: true });
  expect(applied.ok).toBe(true);
  const sql = "select current_setting('threads')::INTEGER, count(*) from events";
  expect(await store.query(PROJECT, { sql, timeoutMs: 60_000, rowsMax: 1 })).toMatchObject({
    value: { rows: [[2, ROW_GROUP_ROWS]] },
  });
});
