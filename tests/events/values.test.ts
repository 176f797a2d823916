import { expect, test } from "vitest";
import { rawJson } from "../../src/platform/raw-json.ts";
import { event, newFolder, newStore, openStore, PROJECT, readAll, Script } from "./support.ts";

async function there(...all: Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  const store = await newStore();
  const script = new Script();
  script.rows(all.map((properties, index) => event("A", { timeMs: 1000 + index, properties })));
  await script.apply(store);
  return (await readAll(store)).map(({ properties }) => properties);
}

const own = (entries: [string, unknown][]): Record<string, unknown> => Object.fromEntries(entries);

test("every kind of value comes back as it went in", async () => {
  const values = {
    text: "plain",
    empty: "",
    unicode: "Zürich 🚀 \u0000 \u2028 \ud83d",
    quotes: `it's "quoted" \\ back`,
    number: 12.5,
    negative: -3,
    minusZero: -0,
    tiny: 5e-324,
    huge: 1.7976931348623157e308,
    yes: true,
    no: false,
    nothing: null,
    list: [1, "two", null, [true]],
    object: { a: { b: [1.5] }, "": "" },
    date: "2026-01-31",
    time: "2026-01-31T10:00:00Z",
    digits: "007",
    word: "null",
  };
  const [found] = await there(values);
  expect(found).toEqual({ ...values, unicode: values.unicode.toWellFormed() });
});

test("whole numbers beyond a double keep their digits, wherever they stand", async () => {
  const big = rawJson("123456789012345678901234567890");
  const [found] = await there({ big, list: [big, 1], deep: { big } });
  expect(JSON.stringify(found)).toBe(
    '{"list":[123456789012345678901234567890,1],"deep":{"big":123456789012345678901234567890},"big":123456789012345678901234567890}',
  );
});

test("a property whose type changes keeps all of its values", async () => {
  const values = [{ v: 1 }, { v: "one" }, { v: true }, { v: [1] }, { v: { a: 1 } }, { v: null }, { v: 2 }];
  expect(await there(...values)).toEqual(values);
});

test("any name is a name", async () => {
  const names = [
    'say "hi"',
    "it's",
    "a.b",
    "$os",
    "🚀",
    "Name",
    "name",
    "NAME",
    " ",
    "a/b~c",
    "e",
    "p1",
    "rest",
    "__proto__",
  ];
  const properties = own(names.map((name, index) => [name, index]));
  const mixed = own(names.map((name, index) => [name, `text ${index}`]));
  const [numbers, texts] = await there(properties, mixed);
  expect(Object.entries(numbers ?? {}).sort()).toEqual(Object.entries(properties).sort());
  expect(Object.entries(texts ?? {}).sort()).toEqual(Object.entries(mixed).sort());
});

test("an event may have 255 properties and a project thousands", async () => {
  const wide = own(Array.from({ length: 255 }, (_, index) => [`wide ${index}`, `v${index}`]));
  const many = Array.from({ length: 30 }, (_, row) =>
    own(Array.from({ length: 100 }, (_, index) => [`many ${row * 100 + index}`, index])),
  );
  expect(await there(wide, ...many)).toEqual([wide, ...many]);
});

test("twenty thousand names past the columns load at once, and come back", async () => {
  const store = await newStore();
  const script = new Script({ columnsMax: 3 });
  const early = { known: "text", "rest only": 1, other: true, third: 5 };
  const many = Array.from({ length: 80 }, (_, row) =>
    own(Array.from({ length: 250 }, (_, index) => [`name ${row * 250 + index}`, index])),
  );
  script.rows([event("A", { timeMs: 1, properties: early })]);
  await script.apply(store);
  script.rows(many.map((properties, index) => event("B", { timeMs: 1_000 + index, properties })));
  const startedMs = performance.now();
  await script.apply(store);
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  // Past the bound a name that is not remembered is found all the same.
  script.rows([event("C", { timeMs: 5_000, properties: { known: 7, "very late": "x" } })]);
  await script.apply(store);
  expect((await readAll(store)).map(({ properties }) => properties)).toEqual([
    early,
    ...many,
    { known: 7, "very late": "x" },
  ]);
  const entries = await store.catalog(PROJECT);
  expect(entries.length).toBeLessThan(11_000);
  expect(entries.every(({ inRest }) => inRest)).toBe(true);
  const window = { fromMs: 0, beforeMs: 10_000 };
  const top = (property: string) => store.topValues(PROJECT, { ...window, property, limit: 5 });
  expect(await top("very late")).toEqual([{ value: "x", count: 1 }]);
  expect(await top("known")).toEqual([
    { value: "text", count: 1 },
    { value: 7, count: 1 },
  ]);
  expect(await store.propertyNames(PROJECT, window)).toHaveLength(20_006);
});

test("ids that say each other come back, whether they were left out or not", async () => {
  const store = await newStore();
  const script = new Script();
  const ids = [
    { distinctId: "u", userId: "u", deviceId: "d" },
    { distinctId: "$device:d", deviceId: "d" },
    { distinctId: "u", userId: "other" },
    { distinctId: "", deviceId: "d" },
  ];
  script.rows(ids.map((of, index) => event("A", { timeMs: index, ...of })));
  await script.apply(store);
  expect(
    (await readAll(store)).map(({ distinctId, userId, deviceId }) => [distinctId, userId, deviceId]),
  ).toEqual([
    ["u", "u", "d"],
    ["$device:d", null, "d"],
    ["u", "other", null],
    ["", null, "d"],
  ]);
  const seen = await store.query(PROJECT, {
    sql: "select distinct_id, user_id, device_id from events order by time",
    timeoutMs: 10_000,
    rowsMax: 10,
  });
  expect(seen).toMatchObject({
    ok: true,
    value: {
      rows: [
        ["u", "u", "d"],
        ["$device:d", null, "d"],
        ["u", "other", null],
        ["", null, "d"],
      ],
    },
  });
});

test("U+FEFF is a character like any other, also after the file was opened anew", async () => {
  const BOM = "\ufeff";
  const folder = await newFolder();
  const script = new Script();
  const first = await openStore(folder);
  const properties = { [`${BOM}id`]: `${BOM}${BOM}7`, id: "7", list: [`${BOM}x`], mixed: BOM };
  script.rows([
    event(`${BOM}ev`, { distinctId: `${BOM}ana`, insertId: `${BOM}i`, properties }),
    event("ev", { properties: { mixed: 1 } }),
  ]);
  await script.apply(first.store);
  await first.store.close();
  const { store } = await openStore(folder);
  // All columns are told again, as after every start.
  script.add("live", { kind: "declare", declarations: script.catalog.since(0) });
  script.rows([event("ev", { properties: { [`${BOM}id`]: "8", plan: "pro" } })]);
  await script.apply(store);
  const found = await readAll(store, { order: "position" });
  expect(found.map(({ event, properties }) => [event, properties])).toEqual([
    [`${BOM}ev`, properties],
    ["ev", { mixed: 1 }],
    ["ev", { [`${BOM}id`]: "8", plan: "pro" }],
  ]);
  expect(found[0]).toMatchObject({ distinctId: `${BOM}ana`, insertId: `${BOM}i` });
});
