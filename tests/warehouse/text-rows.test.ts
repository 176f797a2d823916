import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { content, openDoors, scope } from "../../src/ingestion/direct/testing/doors.ts";
import type { Connection, Session, TextRows } from "../../src/warehouse/connector.ts";
import { postgres } from "../../src/warehouse/connectors/postgres/connector.ts";
import { openInProcess } from "../../src/warehouse/process/open-session.ts";
import { planEvents } from "../../src/warehouse/sync/event-plan.ts";
import { LineBuffer } from "../../src/warehouse/sync/lines/line-buffer.ts";
import { placedNames, textMapper } from "../../src/warehouse/sync/lines/text-mapper.ts";
import { eventMapper, type MapOptions } from "../../src/warehouse/sync/map-event.ts";
import { digestOf, idsOf } from "../../src/warehouse/sync/row-ids.ts";
import { readSql } from "../../src/warehouse/sync/select.ts";
import type { Mapping } from "../../src/warehouse/types.ts";
import { type PostgresWarehouse, startPostgresWarehouse } from "./support/postgres-source.ts";
import { contextOf } from "./support/test-warehouse.ts";

let warehouse: PostgresWarehouse;
let session: Session;
beforeAll(async () => {
  warehouse = await startPostgresWarehouse();
  session = await openInProcess(postgres, warehouse.source as Connection, contextOf({ filesFolder: null }));
});
afterAll(async () => {
  await session?.close();
  await warehouse?.close();
});

/** By type: values as Postgres takes them, odd ones among them. */
const TIMES = [
  "2026-01-31 12:00:00.123456",
  "2026-02-28 00:00:00",
  "2024-02-29 23:59:59.5",
  "2000-03-01 00:00:00.000999",
];
const ODD_TIMES = [
  "1969-07-20 20:17:40",
  "0044-03-15 12:00:00 BC",
  "12026-01-01 00:00:00",
  "infinity",
  "-infinity",
  "0999-01-01 00:00:00.1",
];
const TEXTS = [
  "",
  " ",
  "plain",
  'a "quoted" \\ back\\\\slash',
  "tab\tnew\nline\rfeed\f\b\v",
  "\u0001\u001f\u007f",
  "Zoë 漢字 🙂",
  "\\N",
  "x".repeat(300),
];
const POOLS: { [type: string]: readonly string[] } = {
  boolean: ["true", "false"],
  bigint: [
    "0",
    "-1",
    "42",
    "999999999999999",
    "9007199254740991",
    "9007199254740993",
    "-9223372036854775808",
  ],
  "numeric(38, 9)": ["0", "12.5", "-0.25", "123456.789", "12345678901234567890.123456789"],
  numeric: [
    "0",
    "100",
    "-7.50",
    "0.000000000000000001",
    "1e30",
    "NaN",
    "Infinity",
    "1.10",
    "99999999999999999.5",
  ],
  "double precision": [
    "0",
    "-0",
    "0.1",
    "0.30000000000000004",
    "1e300",
    "1e-7",
    "NaN",
    "Infinity",
    "-Infinity",
    "66666.66666666667",
  ],
  real: ["0.1", "3.4e38", "-2.5"],
  text: TEXTS,
  varchar: TEXTS,
  uuid: ["5a0c1f7e-0000-4000-8000-000000000001"],
  date: ["2026-01-31", "0001-01-01", "infinity", "0044-03-15 BC", "12026-01-01"],
  timestamp: [...TIMES, ...ODD_TIMES],
  timestamptz: [...TIMES, ...ODD_TIMES],
  time: ["12:30:00", "00:00:00.5"],
  interval: ["1 day 02:00:00"],
  jsonb: [
    '{"a": {"b": null, "c": [1, "x\\ty"]}}',
    "[1, 2]",
    '"text"',
    "null",
    "12.5",
    '{"a":{"b":{"c":{"d":1}}}}',
    '{"wide": [9007199254740993, 0.12345678901234567891], "text": "9007199254740993"}',
  ],
  json: ['{"a":\n1}', '{"a": 1e400, "b": 5e5}'],
  "text[]": ['{a,"b c",NULL}', "{}"],
  "bigint[]": ["{1,9223372036854775807}"],
  "numeric[]": ["{0.5,12345678901234567890.5}"],
  bytea: ["\\x00ff", `\\x${"ab".repeat(200)}`],
  inet: ["10.0.0.1"],
};
const TYPES = Object.keys(POOLS);

/** The same numbers with every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function fillTable(name: string, rows: number): Promise<void> {
  const random = randomOf(7);
  const columns = TYPES.map((type, at) => `c${at} ${type}`);
  await warehouse.run(
    `create table ${name} (id bigint primary key, code text, happened timestamptz, event text, person text, device bigint, ${columns.join()})`,
  );
  const pick = (pool: readonly string[], nulls: number) =>
    random() < nulls ? null : pool[Math.floor(random() * pool.length)];
  for (let id = 0; id < rows; id += 1) {
    const roles = [
      pick([...TIMES, ...TIMES, ...ODD_TIMES], 0.1),
      pick(["Order", "Paid é", 'odd "name"', ""], 0.1),
      pick(["ann", "Zoë", "", 'b"c', "x\ty"], 0.2),
      pick(["7", "9007199254740993", "123456"], 0.2),
    ];
    const values = [
      id,
      `k${id % 3 === 0 ? "é" : id}`,
      ...roles,
      ...TYPES.map((type) => pick(POOLS[type] ?? [], 0.2)),
    ];
    await warehouse.run(`insert into ${name} values (${values.map((_, at) => `$${at + 1}`).join()})`, values);
  }
}

const MAPPING = {
  event_name: null,
  event_column_name: "event",
  time_column_name: "happened",
  user_column_name: "person",
  device_column_name: "device",
  company_column_name: null,
  json_properties_column_name: null,
  insert_time_column_name: null,
  primary_key_columns: [],
  excluded_columns: [],
  property_mappings: null,
} as unknown as Mapping;

type Mapped = { lines: Map<string, unknown>; faults: string[]; warnings: Record<string, number> };

const emptyMapped = (): Mapped => ({ lines: new Map(), faults: [], warnings: {} });

const DEFAULTS = { $import: true, $source: "warehouse-import", $warehouse_import_id: 7 };

function optionsFor({ warnings }: Mapped, defaults: MapOptions["defaults"]): MapOptions {
  const count = (code: string) => {
    warnings[code] = (warnings[code] ?? 0) + 1;
  };
  return {
    defaults,
    missingTimeMs: null,
    warn: (code, column) => count(`${code} ${column}`),
    noteCollision: (property) => count(`collision ${property}`),
  };
}

/** JSON has no zero with a sign; events do not mind. */
const plainly = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) => (inner === 0 ? 0 : inner));

async function mapBothWays(
  table: string,
  mapping: Mapping,
  company: string | null = null,
  defaults: MapOptions["defaults"] = DEFAULTS,
) {
  const ref = { schema: "public", table };
  const plan = planEvents(await session.describe(ref), mapping, table, company);
  const relation = { session, table: session.dialect.table(ref), where: null };
  const { sql, columns } = readSql(relation, plan.columns, { columns: plan.columns });
  const width = plan.columns.length;
  const add = (mapped: Mapped, rowKey: string, made: ReturnType<ReturnType<typeof eventMapper>>) => {
    if ("fault" in made) mapped.faults.push(`${rowKey} ${made.fault.code} ${made.fault.value}`);
    else mapped.lines.set(rowKey, plainly(made.record));
  };

  const cells = emptyMapped();
  const mapCells = eventMapper(plan, optionsFor(cells, defaults));
  for await (const rows of session.stream(sql, columns)) {
    for (const row of rows) {
      const ids = idsOf(7, plan, row, digestOf(row, width), 0);
      add(cells, ids.rowKey, mapCells(row, ids.insertId));
    }
  }

  const text = emptyMapped();
  const options = optionsFor(text, defaults);
  const mapText = textMapper(plan, options, 7);
  const mapRest = eventMapper(plan, options);
  const buffer = new LineBuffer(placedNames(plan));
  let direct = 0;
  const read = (rows: TextRows) => {
    while (rows.next()) {
      if (mapText?.(buffer, rows, 0)) direct += 1;
      else {
        const row = rows.cells();
        const ids = idsOf(7, plan, row, digestOf(row, width), 0);
        add(text, ids.rowKey, mapRest(row, ids.insertId));
      }
    }
  };
  for await (const rows of session.streamText?.(sql, columns) ?? []) read(rows);
  for (const line of buffer.written.toString().split("\n").slice(0, -1)) {
    const blank = line.indexOf(" ");
    text.lines.set(line.slice(0, blank), plainly(JSON.parse(line.slice(blank + 1))));
  }
  return { cells, text, direct, buffer, isText: mapText !== undefined };
}

describe("rows that are still text", () => {
  beforeAll(() => fillTable("odd", 400));

  test.each<[string, Partial<Mapping>, string | null]>([
    ["roles of all kinds", {}, null],
    [
      "a constant event and nobody",
      { event_name: "Order", event_column_name: null, user_column_name: null, device_column_name: null },
      null,
    ],
    ["a key of text", { primary_key_columns: ["code", "id"] }, null],
    ["a company", { company_column_name: "c6" }, "company"],
    ["a time without a zone", { time_column_name: "c10" }, null],
    [
      "a time that is a number",
      { time_column_name: "c1", event_name: "Order", event_column_name: null },
      null,
    ],
    ["names that need care", { property_mappings: { c0: 'a "b"', c6: "ü" } }, null],
    ["a column renamed to the name of another", { property_mappings: { c6: "c0" } }, null],
  ])("become what cells become: %s", async (_what, change, company) => {
    const { cells, text, direct } = await mapBothWays("odd", { ...MAPPING, ...change }, company);
    expect(text.lines.size + text.faults.length).toBe(400);
    expect(text.lines).toEqual(cells.lines);
    expect(text.faults.sort()).toEqual(cells.faults.sort());
    expect(text.warnings).toEqual(cells.warnings);
    expect(direct).toBeGreaterThan(50);
  });

  test.each<[string, Partial<Mapping>, company?: string]>([
    ["a column whose keys are spread out", { json_properties_column_name: "c14" }],
    ["two properties of one name", { company_column_name: "c6" }, "c0"],
    ["a property with a meaning", { property_mappings: { c6: "$insert_id" } }],
  ])("are left to the cells where a plan has %s", async (_what, change, company) => {
    const { cells, text, isText } = await mapBothWays("odd", { ...MAPPING, ...change }, company);
    expect(isText).toBe(false);
    expect(text.lines).toEqual(cells.lines);
  });

  test.each<[string, Partial<Mapping>, string | null, plainMin: number]>([
    ["roles of all kinds", {}, null, 20],
    ["a constant event", { event_name: "Order", event_column_name: null }, null, 50],
    ["a constant event that needs escapes", { event_name: 'a "b"', event_column_name: null }, null, 0],
    ["a company", { company_column_name: "c6" }, "company", 0],
    ["names that need care", { property_mappings: { c0: 'a "b"', c6: "ü", c1: "token" } }, null, 0],
  ])("are to the door by their places what it reads: %s", async (_what, change, company, plainMin) => {
    const kept = ["boolean", "text", "uuid", "real", "time"];
    const odd = TYPES.flatMap((type, at) => (kept.includes(type) ? [] : [`c${at}`]));
    let plain = 0;
    for (const excluded_columns of [[], odd]) {
      const mapping = { ...MAPPING, ...change, excluded_columns };
      // What all events of a run have is said once a batch.
      const { buffer } = await mapBothWays("odd", mapping, company, {});
      const { written: bytes, places } = buffer;
      const [placed, read] = [openDoors(null), openDoors(null)];
      // The second time every property has its column.
      for (const _time of [1, 2]) {
        const sent = { bytes, areKeyed: true, sizeIsSound: true };
        const left = await placed.acceptLines(scope(true), { ...sent, places });
        expect(left).toEqual(await read.acceptLines(scope(true), sent));
      }
      expect(content(placed.frames, placed.catalog)).toEqual(content(read.frames, read.catalog));
      expect(placed.plain()).toBe(read.plain());
      plain += placed.plain();
    }
    expect(plain).toBeGreaterThanOrEqual(plainMin);
  });

  test("without a key are known by all of it", async () => {
    await warehouse.run(
      `create table keyless as select happened, event, person, c6 from odd where event <> ''`,
    );
    const mapping = { ...MAPPING, device_column_name: null };
    const { cells, text, direct } = await mapBothWays("keyless", mapping);
    expect(text.lines).toEqual(cells.lines);
    expect(direct).toBeGreaterThan(50);
  });
});
