import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeChange, encodeChange, type LookupTable } from "../../src/events/index.ts";
import { type Asked, openReports } from "./segmentation-support.ts";
import { PROJECT } from "./support.ts";

const TABLE = "5f7c2a1e-9b3d-4c6f-8a10-2b4c6d8e0f12";
let reports: Awaited<ReturnType<typeof openReports>>;
let revision = 0;

/** What an upload of the table's file does to the store. */
async function replaceTable(rows: { k: string; c1: string; c2: number }[]): Promise<void> {
  revision += 1;
  const text = Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n"));
  const columns: LookupTable["columns"] = [
    { name: "sku", type: "varchar" },
    { name: "cat", type: "varchar" },
    { name: "price", type: "double" },
  ];
  const changes = [
    { kind: "lookup_rows", tableId: TABLE, revision, types: ["varchar", "double"], rows: text } as const,
    { kind: "lookup_replace", tableId: TABLE, revision, columns } as const,
  ].map((change, index) => {
    const { kind, body } = encodeChange(change);
    const decoded = decodeChange(kind, Buffer.concat(body), revision * 10 + index);
    if (!decoded.ok) throw new Error(decoded.failure.reason);
    return decoded.value;
  });
  const applied = await reports.store.apply(PROJECT, "bulk", changes, revision * 10 + 1);
  expect(applied.ok).toBe(true);
}

beforeAll(async () => {
  reports = await openReports({
    tablesOf: async () =>
      new Map([
        ["sku", TABLE],
        ["skus", TABLE],
      ]),
    lookUp: async () => new Map(),
    columnsOf: async () => ["cat", "price"],
  });
  const event = (properties: Record<string, unknown>, index: number) => ({
    event: "Sold",
    timeMs: Date.parse("2026-06-01T10:00:00Z") + index,
    distinctId: "u1",
    properties,
  });
  await reports.load([{ sku: "a" }, { sku: "b" }, { sku: "z" }, { skus: ["a", "b"] }].map(event));
  await replaceTable([
    { k: "a", c1: "Shoes", c2: 40 },
    { k: "b", c1: "Hats", c2: 10 },
  ]);
});
afterAll(() => reports.close());

const asked = (more: Partial<Asked>): Asked => ({ events: [{ event: "Sold" }], ...more });
const cheap = (property: string, value: number): Asked =>
  asked({ filters: { clauses: [{ property, column: "price", operator: "less_than", value }] } });

test("LUT-1: totals by what a property leads to, of each item of a list", async () => {
  const by = (property: string) => reports.segments(asked({ breakdown: { property, column: "cat" } }));
  expect(await by("sku")).toEqual({ Shoes: 1, Hats: 1, undefined: 2 });
  expect(await by("skus")).toEqual({ Shoes: 1, Hats: 1, undefined: 3 });
});

test("LUT-1: a filter on a list holds when any item's row does", async () => {
  expect((await reports.line(cheap("skus", 20)))?.total).toBe(1);
  expect((await reports.line(cheap("skus", 5)))?.total).toBe(0);
  expect((await reports.line(cheap("sku", 20)))?.total).toBe(1);
  const where = (text: string) => reports.line(asked({ where: text }));
  expect((await where('"Hats" in properties["skus"]["cat"]'))?.total).toBe(1);
  expect((await where('properties["sku"]["cat"] == "Shoes"'))?.total).toBe(1);
  expect((await where('properties["sku"]["price"] > 20'))?.total).toBe(1);
});

test("LUT-1: a new file changes what all of history says", async () => {
  await replaceTable([
    { k: "a", c1: "Boots", c2: 40 },
    { k: "b", c1: "Hats", c2: 10 },
  ]);
  expect(await reports.segments(asked({ breakdown: { property: "sku", column: "cat" } }))).toEqual({
    Boots: 1,
    Hats: 1,
    undefined: 2,
  });
  const sum: Asked["measure"] = { kind: "property", property: "sku", column: "price", aggregate: "sum" };
  expect((await reports.line(asked({ measure: sum })))?.total).toBe(50);
});
