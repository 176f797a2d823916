import { expect, test } from "vitest";
import { startEngine } from "../../src/events/duckdb/engine.ts";
import { inTransaction } from "../../src/events/duckdb/in-transaction.ts";
import { openProjectFile } from "../../src/events/duckdb/project-file.ts";
import { readNumber } from "../../src/events/duckdb/read-rows.ts";
import { foldSettlements } from "../../src/events/duckdb/tally.ts";
import { DEFAULT_SETTINGS, type StoreCrashPoint } from "../../src/events/index.ts";
import { event, newFolder, newStore, PROJECT, Script } from "./support.ts";

test("an apply that breaks anywhere leaves no transaction open", async () => {
  let breakAt: StoreCrashPoint | null = null;
  const store = await newStore({
    reach(point) {
      if (point === breakAt) throw new Error(`broken at ${point}`);
    },
  });
  const script = new Script();
  script.rows([event("A", { properties: { a: 1 } })]);
  for (const point of ["store.column_added", "store.rows_loaded", "store.before_commit"] as const) {
    breakAt = point;
    await expect(script.apply(store)).rejects.toThrow(`broken at ${point}`);
  }
  breakAt = null;
  await script.apply(store);
  expect(await store.countAll(PROJECT)).toBe(1);
});

test("settlements that cannot be folded leave no transaction open, and none is lost", async () => {
  const engine = await startEngine(await newFolder(), DEFAULT_SETTINGS);
  const file = await openProjectFile(engine, PROJECT);
  const { writer } = file;
  await writer.run(`insert into settlements select 'live', 'import', null, null, null, date '2026-01-31', 1, 0, 0
    from range(3000)`);
  await writer.run("alter table tallies rename to hidden");
  await expect(foldSettlements(writer)).rejects.toThrow("tallies");
  await writer.run("alter table hidden rename to tallies");
  const read = (what: string) => readNumber(writer, `select ${what} from settlements`);
  expect(await read("count(*)")).toBe(3_000);
  await foldSettlements(writer);
  expect([await read("count(*)"), await read("sum(stored)")]).toEqual([1, 3_000]);
  // Whatever left one open, the next ends it and the one after that goes through.
  await writer.run("begin");
  await expect(inTransaction(writer, async () => undefined)).rejects.toThrow("transaction");
  await inTransaction(writer, async () => undefined);
  await file.close();
  await engine.close();
});
