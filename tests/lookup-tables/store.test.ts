import { expect, test } from "vitest";
import type { ColumnType } from "../../src/events/index.ts";
import { event, newFolder, newStore, openStore, PROJECT, Script } from "../events/support.ts";

const TABLE = "0f8fad5b-d9cb-469f-a165-70867728950e";
const TYPES: ColumnType[] = ["varchar", "double", "boolean", "json"];
const COLUMNS = [
  { name: "sku", type: "varchar" as const },
  ...["cat", "price", "sold", "tags"].map((name, index) => ({ name, type: TYPES[index] ?? "varchar" })),
];
const lines = (...rows: object[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
const rowsOf = (script: Script, revision: number, ...rows: object[]) =>
  script.add("bulk", { kind: "lookup_rows", tableId: TABLE, revision, types: TYPES, rows: lines(...rows) });
const show = (script: Script, revision: number, columns: typeof COLUMNS | null = COLUMNS) =>
  script.add("bulk", { kind: "lookup_replace", tableId: TABLE, revision, columns });

test("a table is seen when its last part has come, and replaced in one step", async () => {
  const store = await newStore();
  const script = new Script();
  rowsOf(script, 1, { k: "a", c1: "Shoes", c2: 40, c3: true, c4: '["x","y"]' });
  rowsOf(script, 1, { k: "b", c1: "Hats" });
  await script.apply(store, "bulk");
  expect(await store.lookupTables(PROJECT)).toEqual([]);
  show(script, 1);
  await script.apply(store, "bulk");
  expect(await store.lookUp(PROJECT, TABLE, ["a", "b", "z"])).toEqual(
    new Map<string, object>([
      ["a", { sku: "a", cat: "Shoes", price: 40, sold: true, tags: ["x", "y"] }],
      ["b", { sku: "b", cat: "Hats" }],
    ]),
  );
  rowsOf(script, 2, { k: "a", c1: "Boots" });
  await script.apply(store, "bulk");
  expect((await store.lookUp(PROJECT, TABLE, ["a"])).get("a")).toMatchObject({ cat: "Shoes" });
  show(script, 2);
  await script.apply(store, "bulk");
  expect(await store.lookUp(PROJECT, TABLE, ["a", "b"])).toEqual(
    new Map([["a", { sku: "a", cat: "Boots" }]]),
  );
  expect(await store.lookupTables(PROJECT)).toMatchObject([
    { id: TABLE, revision: 2, rows: 1, columns: COLUMNS },
  ]);
});

test("what an upload that broke off left behind goes with the next one, and all of it with the table", async () => {
  const store = await newStore();
  const script = new Script();
  rowsOf(script, 1, { k: "a", c1: "never shown" });
  rowsOf(script, 2, { k: "b", c1: "Hats" });
  show(script, 2);
  rowsOf(script, 3, { k: "c", c1: "never shown" });
  await script.apply(store, "bulk");
  const count = async () => {
    const sql = "select count(*) from duckdb_tables() where starts_with(table_name, 'lookup_')";
    const asked = await store.query(PROJECT, { sql, timeoutMs: 10_000, rowsMax: 1 });
    return asked.ok && asked.value.rows[0]?.[0];
  };
  expect(await count()).toBe(2);
  show(script, 4, null);
  await script.apply(store, "bulk");
  expect(await count()).toBe(0);
  expect(await store.lookupTables(PROJECT)).toEqual([]);
  expect(await store.lookUp(PROJECT, TABLE, ["b"])).toEqual(new Map());
});

test("a table can be joined by a question, is sound after it is opened anew, and is the project's own", async () => {
  const folder = await newFolder();
  const first = await openStore(folder);
  const script = new Script();
  script.rows([event("Buy", { properties: { sku: "a" } }), event("Buy", { properties: { sku: "z" } })]);
  rowsOf(script, 1, { k: "a", c1: "Shoes" });
  show(script, 1);
  await script.apply(first.store, "live");
  await script.apply(first.store, "bulk");
  await first.store.close();
  const { store } = await openStore(folder);
  expect(await store.verify(PROJECT)).toBe(null);
  const [table] = await store.lookupTables(PROJECT);
  const sql = `select t.c1, count(*) from events left join ${table?.relation} t on p1 = t.k group by 1 order by 1`;
  const asked = await store.query(PROJECT, { sql, timeoutMs: 10_000, rowsMax: 10 });
  expect(asked).toMatchObject({
    value: {
      rows: [
        ["Shoes", 1],
        [null, 1],
      ],
    },
  });
  expect(await store.lookupTables(PROJECT + 1)).toEqual([]);
});

test("rows that cannot be read are named, and nothing of the call is applied", async () => {
  const store = await newStore();
  const script = new Script();
  rowsOf(script, 1, { k: "a", c2: "not a number" });
  show(script, 1);
  const applied = await store.apply(PROJECT, "bulk", script.changes.bulk, script.position);
  expect(applied).toMatchObject({ ok: false, failure: { code: "unreadable_rows", position: 1 } });
  expect(await store.positions(PROJECT)).toEqual({});
});

test("a long text among many rows without one can be read", async () => {
  const store = await newStore();
  const script = new Script();
  rowsOf(script, 1, { k: "long", c1: "x".repeat(900_000), c4: `["${"y".repeat(900_000)}"]` });
  rowsOf(script, 1, ...Array.from({ length: 45_000 }, (_, index) => ({ k: `k${index}`, c2: index })));
  show(script, 1);
  await script.apply(store, "bulk");
  await store.checkpoint(PROJECT);
  const [table] = await store.lookupTables(PROJECT);
  const sql = `select max(strlen(c1)), max(strlen(c4)), count(*) from ${table?.relation}`;
  const asked = await store.query(PROJECT, { sql, timeoutMs: 10_000, rowsMax: 1 });
  expect(asked.ok && asked.value.rows[0]?.map(Number)).toEqual([900_000, 900_004, 45_001]);
});
