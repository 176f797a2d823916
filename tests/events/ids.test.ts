import { expect, test } from "vitest";
import { event, newStore, PROJECT, readAll, Script } from "./support.ts";

const HEX = "0123456789abcdef0123456789abcdef";
const OTHER = "f".repeat(32);
const DASHED = "01234567-89ab-cdef-0123-456789abcdef";

/** Ids that a number can stand for, and those that only look like it. */
const INSERT_IDS = [
  ...[
    HEX,
    DASHED,
    HEX.toUpperCase(),
    DASHED.toUpperCase(),
    `{${HEX.slice(2)}}`,
    "0-1-2-3-456789abcdef0123456789abcdef",
  ],
  ...[
    HEX.slice(1),
    `${HEX}0`,
    "-",
    " ",
    "z".repeat(32),
    "ä".repeat(16),
    `${DASHED.slice(0, -1)}z`,
    "a",
    "\\u0000",
  ],
];
const ROW_KEYS = [
  ...[
    HEX,
    `${HEX}:${HEX.slice(0, 16)}`,
    `${HEX}:${OTHER.slice(0, 16)}`,
    `${HEX}.1`,
    `${HEX}:${HEX.slice(0, 16)}.2`,
  ],
  ...[
    "r1",
    "",
    ":",
    HEX.toUpperCase(),
    "ä".repeat(16),
    `${HEX}${"ä".repeat(8)}0`,
    `${"z".repeat(32)}:${HEX.slice(0, 16)}`,
  ],
];

test("insert ids of every form come back to the letter, and no two of them are the same", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows(INSERT_IDS.map((insertId) => event("A", { insertId })));
  await script.apply(store);
  expect((await readAll(store, { order: "position" })).map(({ insertId }) => insertId)).toEqual(INSERT_IDS);
  const window = { fromMs: 0, beforeMs: 2_000_000_000_000 };
  const values = await store.topValues(PROJECT, { ...window, property: "$insert_id", limit: 100 });
  expect(values.map(({ value }) => value).sort()).toEqual([...INSERT_IDS].sort());
  script.rows(INSERT_IDS.map((insertId) => event("A", { insertId })));
  const { lines } = await script.apply(store);
  expect(lines.map(({ stored, duplicates }) => [stored, duplicates])).toEqual([[0, INSERT_IDS.length]]);
});

test("row keys of every form come back to the letter, and each takes back its own row alone", async () => {
  const store = await newStore();
  const script = new Script();
  const lineage = { source: "warehouse", importId: "5" };
  script.rows(
    ROW_KEYS.map((rowKey, index) =>
      event("A", { rowKey, insertId: index === 5 ? undefined : HEX, timeMs: index }),
    ),
    { lane: "bulk", lineage },
  );
  await script.apply(store, "bulk");
  const left = async () => (await readAll(store, { order: "time" })).map(({ rowKey }) => rowKey);
  expect(await left()).toEqual(ROW_KEYS);
  for (const [index, rowKey] of ROW_KEYS.entries()) {
    script.add("bulk", { kind: "retract", importId: "5", rowKeys: [rowKey] });
    expect((await script.apply(store, "bulk")).retracted).toBe(1);
    expect(await left()).toEqual(ROW_KEYS.slice(index + 1));
  }
});
