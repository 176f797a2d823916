import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { StoreBusy } from "../../src/events/index.ts";
import { event, newFolder, newStore, openStore, PROJECT, readAll, Script } from "./support.ts";

const ALL = { fromMs: 0, beforeMs: 1_000_000 };

async function filled() {
  const store = await newStore();
  const script = new Script({ columnsMax: 2 });
  script.rows([
    event("Open", { timeMs: 100, properties: { plan: "free", n: 1 } }),
    event("Open", { timeMs: 200, properties: { plan: "pro", n: 1, "in /rest~": [1] } }),
    event("Open", { timeMs: 300, properties: { plan: 7, "in /rest~": [1] } }),
    event("Buy", { timeMs: 400, properties: { plan: "pro", n: null, "in /rest~": "x" } }),
    event("Old", { timeMs: 2_000_000, properties: { plan: "pro", gone: 1 } }),
  ]);
  await script.apply(store);
  return store;
}

test("event names of a window are counted, with the time they were last seen", async () => {
  const store = await filled();
  expect(await store.eventNames(PROJECT, ALL)).toEqual([
    { event: "Open", count: 3, lastMs: 300 },
    { event: "Buy", count: 1, lastMs: 400 },
  ]);
});

test("property names are counted wherever their values live", async () => {
  const store = await filled();
  expect(await store.propertyNames(PROJECT, ALL)).toEqual([
    { name: "$import", count: 4 },
    { name: "plan", count: 4 },
    { name: "in /rest~", count: 3 },
    { name: "n", count: 3 },
  ]);
  expect(await store.propertyNames(PROJECT, { ...ALL, event: "Buy" })).toHaveLength(4);
});

test("top values come from the column and from rest", async () => {
  const store = await filled();
  const top = (property: string, event?: string) =>
    store.topValues(PROJECT, { ...ALL, property, limit: 10, ...(event === undefined ? {} : { event }) });
  expect(await top("plan")).toEqual([
    { value: "pro", count: 2 },
    { value: "free", count: 1 },
    { value: 7, count: 1 },
  ]);
  expect(await top("n")).toEqual([
    { value: 1, count: 2 },
    { value: null, count: 1 },
  ]);
  expect(await top("in /rest~")).toEqual([
    { value: [1], count: 2 },
    { value: "x", count: 1 },
  ]);
  expect(await top("plan", "Buy")).toEqual([{ value: "pro", count: 1 }]);
  expect(await top("unknown")).toEqual([]);
});

test("a question binds its values and is cut at its bound", async () => {
  const store = await filled();
  const ask = (sql: string, params: (string | number)[], rowsMax = 10) =>
    store.query(PROJECT, { sql, params, timeoutMs: 10_000, rowsMax });
  expect(
    await ask("select event, time from events where event = ? and time >= ? order by time", ["Open", 200]),
  ).toEqual({
    ok: true,
    value: {
      columns: ["event", "time"],
      rows: [
        ["Open", 200],
        ["Open", 300],
      ],
      cut: false,
    },
  });
  expect(await ask("select time from events order by time", [], 2)).toMatchObject({
    value: { rows: [[100], [200]], cut: true },
  });
  const largest = [Number.MAX_VALUE, -1e300, 2 ** 63, 0.5];
  expect(await ask("select ?::DOUBLE, ?::DOUBLE, ?::DOUBLE, ?::DOUBLE", largest)).toMatchObject({
    value: { rows: [largest] },
  });
});

test("a question may only read, in one statement, and no other file", async () => {
  const store = await filled();
  for (const sql of [
    "delete from event_rows",
    "select 1; select 2",
    "copy (select 1) to '/tmp/tributary-never'",
    "select * from read_text('/etc/passwd')",
    "attach '/tmp/tributary-never.duckdb'",
  ]) {
    await expect(store.query(PROJECT, { sql, timeoutMs: 10_000, rowsMax: 1 })).rejects.toThrow();
  }
  expect(await store.countAll(PROJECT)).toBe(5);
});

test("a question ends in time, or when nobody waits for it any more", async () => {
  const store = await filled();
  const endless = "select count(*) from range(1000000000) a, range(1000000000) b, events";
  const asked = store.query(PROJECT, { sql: endless, timeoutMs: 100, rowsMax: 1 });
  expect(await asked).toEqual({ ok: false, failure: { code: "timed_out" } });
  const leaving = AbortSignal.timeout(100);
  const left = store.query(PROJECT, { sql: endless, timeoutMs: 60_000, rowsMax: 1, signal: leaving });
  expect(await left).toEqual({ ok: false, failure: { code: "cancelled" } });
});

test("an answer that breaks off half-way is none, whatever it broke off for", async () => {
  const store = await filled();
  const failing =
    "select case when range = 900000 then error('odd value') else range end from range(1000000)";
  await expect(store.query(PROJECT, { sql: failing, timeoutMs: 60_000, rowsMax: 2_000_000 })).rejects.toThrow(
    "odd value",
  );
  const rows = 1_000_000;
  for (let timeoutMs = 20; timeoutMs <= 320; timeoutMs += 60) {
    const asked = { sql: `select range from range(${rows})`, timeoutMs, rowsMax: 2_000_000 };
    const answer = await store.query(PROJECT, asked);
    expect(answer.ok ? answer.value.rows.length : answer.failure.code).toBe(answer.ok ? rows : "timed_out");
  }
}, 60_000);

test("past the questions that may wait, the next is turned away", async () => {
  const store = await newStore({ settings: { queriesMax: 1, queriesWaitingMax: 1 } });
  const endless = "select count(*) from range(1000000000) a, range(1000000000) b";
  const ask = () => store.query(PROJECT, { sql: endless, timeoutMs: 500, rowsMax: 1 });
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  const codes = answers.map((answer) => (answer.ok ? "ok" : answer.failure.code)).sort();
  expect(codes).toEqual(["timed_out", "timed_out", "too_busy", "too_busy"]);
});

test("a scan takes a window and names, in the order of times or of places", async () => {
  const store = await filled();
  const times = async (options: Parameters<typeof readAll>[1]) =>
    (await readAll(store, options)).map(({ timeMs }) => timeMs);
  expect(await times({ fromMs: 200, beforeMs: 400 })).toEqual([200, 300]);
  expect(await times({ events: ["Buy", "Old"] })).toEqual([400, 2_000_000]);
  expect(await times({ events: [] })).toEqual([]);
});

test("a scan of many slices gives every row once, in order", async () => {
  const store = await newStore();
  const script = new Script();
  const count = 30_000;
  for (let part = 0; part < 5; part += 1) {
    script.rows(
      Array.from({ length: count }, (_, index) =>
        event("A", { timeMs: index % 7 === 0 ? 5 : (index * 7919) % 1_000_000, properties: { index } }),
      ),
    );
  }
  await script.apply(store);
  for (const order of ["time", "position"] as const) {
    let rows = 0;
    let last = -1;
    const seen = new Set<string>();
    for await (const some of store.scan(PROJECT, { order })) {
      for (const { timeMs, position, order: place } of some) {
        const at = order === "time" ? timeMs : position;
        if (at < last) throw new Error(`${at} comes after ${last}`);
        last = at;
        rows += 1;
        seen.add(`${position} ${place}`);
      }
    }
    expect([rows, seen.size]).toEqual([count * 5, count * 5]);
  }
});

test("a scan may be left half-way, or stopped", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows(Array.from({ length: 10_000 }, (_, index) => event("A", { timeMs: index })));
  await script.apply(store);
  for await (const some of store.scan(PROJECT)) {
    expect(some.length).toBeGreaterThan(0);
    break;
  }
  const stop = new AbortController();
  const scan = async () => {
    for await (const _ of store.scan(PROJECT, { signal: stop.signal })) stop.abort();
  };
  await expect(scan()).rejects.toThrow(/abort/i);
  // Nothing holds the file any more.
  await store.dropProject(PROJECT);
  expect(await store.countAll(PROJECT)).toBe(0);
});

test("a scan that takes its time does not hold up the end of its project", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows(Array.from({ length: 10_000 }, (_, index) => event("A", { timeMs: index })));
  await script.apply(store);
  const scan = store.scan(PROJECT)[Symbol.asyncIterator]();
  await scan.next();
  await store.dropProject(PROJECT);
  await expect(scan.next()).rejects.toThrow("closed");
});

test("past the look-ups that may wait, the next is turned away as busy", async () => {
  const store = await newStore({ settings: { queriesMax: 1, queriesWaitingMax: 2 } });
  await store.positions(PROJECT);
  const asked = await Promise.allSettled([1, 2, 3, 4].map(() => store.countAll(PROJECT)));
  expect(asked.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(asked[3]).toMatchObject({ reason: { code: "store_busy" } });
  expect(await store.countAll(PROJECT)).toBe(0);
});

test("a look-up that takes too long is ended, and the next has its turn", async () => {
  const store = await newStore({ settings: { queriesMax: 1, lookupTimeoutMs: 30 } });
  const script = new Script({ columnsMax: 1 });
  const many = Array.from({ length: 60_000 }, (_, index) =>
    event("A", { timeMs: index, properties: { a: 1, b: index, c: `${index}`, d: [index] } }),
  );
  for (let round = 0; round < 5; round += 1) script.rows(many);
  await script.apply(store);
  const slow = store.topValues(PROJECT, { ...ALL, property: "b", limit: 5 });
  await expect(slow).rejects.toThrow(StoreBusy);
  const other = await store.query(PROJECT, { sql: "select 1", timeoutMs: 10_000, rowsMax: 1 });
  expect(other.ok).toBe(true);
});

test("a question sees no hidden row, and looks for none where there is none", async () => {
  const folder = await newFolder();
  let { store } = await openStore(folder);
  const script = new Script();
  const ask = async (sql: string) => {
    const answer = await store.query(PROJECT, { sql, timeoutMs: 60_000, rowsMax: 10 });
    return answer.ok ? answer.value.rows : answer.failure;
  };
  const seen = () => ask("select event from events order by event");
  const looks = async () =>
    JSON.stringify(await ask("select sql from duckdb_views() where view_name = 'events'")).includes("WHERE");
  script.rows([event("A"), event("B", { insertId: "b" })]);
  await script.apply(store);
  expect([await seen(), await looks()]).toEqual([[["A"], ["B"]], false]);
  script.rows([event("C")], { lineage: { source: "warehouse", importId: "m", generation: 1 } });
  await script.apply(store);
  expect([await seen(), await looks()]).toEqual([[["A"], ["B"]], true]);
  await store.close();
  store = (await openStore(folder)).store;
  script.add("live", { kind: "commit", importId: "m", generation: 1 });
  await script.apply(store);
  expect([await seen(), await looks()]).toEqual([[["A"], ["B"], ["C"]], false]);
  script.rows([event("B", { insertId: "b", properties: { other: "content" } })]);
  await script.apply(store);
  expect(await seen()).toEqual([["A"], ["B"], ["C"]]);
});

test("what every event has can be asked for like a property", async () => {
  const store = await newStore();
  const script = new Script();
  script.rows([event("A", { timeMs: 1, insertId: "i1", distinctId: "ana" })]);
  script.rows([event("B", { timeMs: 2, distinctId: "$device:d1" })], {
    lineage: { source: "warehouse", importId: "7", jobId: "j", runId: "r" },
  });
  await script.apply(store);
  const values = async (property: string) =>
    (await store.topValues(PROJECT, { ...ALL, property, limit: 10 })).map(({ value }) => value).sort();
  expect(await values("distinct_id")).toEqual(["$device:d1", "ana"]);
  expect(await values("$insert_id")).toEqual(["i1"]);
  expect(await values("$device_id")).toEqual(["d1"]);
  expect(await values("$source")).toEqual(["warehouse-import"]);
  expect(await values("$import")).toEqual([true]);
  expect(await values("$warehouse_import_id")).toEqual(["7"]);
  const names = (await store.propertyNames(PROJECT, ALL)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["$import", "$source", "$warehouse_import_job_id"]));
});

test("questions of minutes do not hold up loading that takes threads away", async () => {
  const store = await newStore({ settings: { wideColumns: -1 } });
  const script = new Script();
  script.rows(Array.from({ length: 60_000 }, (_, index) => event("Open", { timeMs: index })));
  await script.apply(store);
  const left = new AbortController();
  let answered = 0;
  const sql = "select sum(sin(a.time) * cos(b.time)) from events a join events b on a.time <> b.time";
  const asked = [1, 2].map(async () => {
    await store.query(PROJECT, { sql, timeoutMs: 60_000, rowsMax: 1, signal: left.signal });
    answered += 1;
  });
  // By then both have DuckDB's threads at work.
  await sleep(500);
  script.rows([event("Open", { timeMs: 60_000 })]);
  await script.apply(store);
  expect(answered).toBe(0);
  left.abort();
  await Promise.all(asked);
  expect(await store.countAll(PROJECT)).toBe(60_001);
}, 90_000);
