import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { duckdb } from "../../../src/warehouse/connectors/duckdb/connector.ts";
import { openInProcess } from "../../../src/warehouse/process/open-session.ts";
import { type Sandbox, STANDARD } from "../conformance/sandbox.ts";
import { mirrorConformance } from "../conformance/suite.ts";
import {
  connectTo,
  contextOf,
  readTable,
  type TestWarehouse,
  withSession,
} from "../support/test-warehouse.ts";
import { type TextRow, toExpected } from "./expected-rows.ts";
import { describeSession } from "./session-suite.ts";

let folder: string;
let warehouse: TestWarehouse;
const files: { config: { WAREHOUSE_FILES_DIR?: string } } = { config: {} };

/** Opens the file for as long as a statement takes: whoever writes has it alone. */
async function run(path: string, ...statements: string[]): Promise<TextRow[]> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    let rows: TextRow[] = [];
    for (const sql of statements) {
      const reader = await connection.runAndReadAll(sql);
      rows = reader.getRowObjects() as TextRow[];
    }
    return rows;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-test-duckdb-"));
  await mkdir(join(folder, "files"));
  const path = join(folder, "files", "shop.duckdb");
  warehouse = {
    connector: duckdb,
    connection: { path: "shop.duckdb" },
    filesFolder: join(folder, "files"),
    types: {
      int: "int",
      bigint: "bigint",
      text: "text",
      decimal2: "decimal(10,2)",
      decimal4: "decimal(12,4)",
      float: "double",
      date: "date",
      timestamp: "timestamp",
      json: "json",
    },
    run: async (sql) => {
      await run(path, sql);
    },
    name: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
    ref: (table) => ({ schema: "main", table }),
    close: async () => undefined,
  };
  await warehouse.run("create table first (id int)");
});
afterAll(() => rm(folder, { recursive: true }));

describeSession("DuckDB", async () => warehouse, {
  nested_json: "DuckDB can put the keys of an object in order, not those of objects inside it",
  vanishing: "whoever reads the file has it, and nobody can drop a table meanwhile",
});

mirrorConformance({ label: "DuckDB", open: openSandbox, config: files, withoutKeys: true });

/** A file of its own, opened for as long as a statement takes. */
async function openSandbox(): Promise<Sandbox> {
  const path = join(folder, "files", "mirror.duckdb");
  files.config.WAREHOUSE_FILES_DIR = join(folder, "files");
  return {
    source: { warehouse_type: "duckdb", path: "mirror.duckdb" },
    tableParams: (table) => ({ table }),
    sql: { ...STANDARD, float: "double", json: "json" },
    async run(statement) {
      await run(path, statement);
    },
    async rows(table) {
      const rows = await run(
        path,
        "set timezone = 'UTC'",
        `select columns(*)::varchar from ${STANDARD.quote(table)}`,
      );
      return rows.map((row) => toExpected(row));
    },
    close: async () => undefined,
  };
}

test("gives every type as its family says", async () => {
  await warehouse.run(`create table every_type as select 1 as id, true as flag, 170141183460469231731687303715884105727::hugeint as huge,
    12345678901234567890123456789.123456789::decimal(38,9) as wide, 0.1::float as single, 'nan'::double as nothing, '-infinity'::double as less,
    '0001-01-01'::date as early, timestamp '294246-12-31 00:00:00' as late, '2026-01-31 14:00:00.5+02'::timestamptz as moment,
    '2026-01-31 12:00:00.123456789'::timestamp_ns as fine, 'infinity'::timestamp as never, time '12:30:00' as t, [1, null, 3] as list,
    {'a': 1, 'b': ['x']} as struct, map {'k': 1} as m, '\\x00\\xFF'::blob as bytes, '{"a": 1}'::json as j, 'b'::enum('a', 'b') as e,
    '123e4567-e89b-12d3-a456-426614174000'::uuid as u, '101'::bit as bits, 18446744073709551615::ubigint as unsigned`);
  await withSession(warehouse, async (session) => {
    const [row] = await readTable(session, warehouse.ref("every_type"));
    expect(row).toEqual({
      ...{ id: 1, flag: true, huge: "170141183460469231731687303715884105727", single: 0.1 },
      ...{
        wide: "12345678901234567890123456789.123456789",
        nothing: Number.NaN,
        less: Number.NEGATIVE_INFINITY,
      },
      ...{ early: "0001-01-01", late: "294246-12-31T00:00:00", moment: "2026-01-31T12:00:00.5Z" },
      ...{ fine: "2026-01-31T12:00:00.123456789", never: "infinity", t: "12:30:00", list: "[1,null,3]" },
      ...{ struct: '{"a":1,"b":["x"]}', m: '{"k":1}', bytes: "AP8=", j: '{"a": 1}', e: "b" },
      ...{ u: "123e4567-e89b-12d3-a456-426614174000", bits: "101", unsigned: "18446744073709551615" },
    });
  });
});

test("knows keys, and what may be NULL", async () => {
  await warehouse.run("create table keyed (id int primary key, u int unique, n text not null)");
  await warehouse.run("create view seen as select * from keyed");
  await withSession(warehouse, async (session) => {
    const { key, columns, isView } = await session.describe(warehouse.ref("keyed"));
    expect([key, isView, columns.map(({ nullable }) => nullable)]).toEqual([
      ["id"],
      false,
      [false, true, false],
    ]);
    expect(await session.describe(warehouse.ref("seen"))).toMatchObject({
      key: [],
      isView: true,
      rowsEstimate: null,
    });
  });
});

test("gives a largest moment in UTC, wherever this machine is", async () => {
  await warehouse.run("create table moments as select '2026-01-31 14:00:00.5+02'::timestamptz as at");
  await withSession(warehouse, async (session) => {
    const { columns } = await session.describe(warehouse.ref("moments"));
    for await (const rows of session.stream('select max("at") from moments', columns))
      expect(rows).toEqual([["2026-01-31T12:00:00.5Z"]]);
  });
});

test("reads nothing but its file, whatever a view in it asks for", async () => {
  await writeFile(join(folder, "outside.csv"), "secret\n1\n");
  await warehouse.run(`create view peeping as select * from read_csv('${join(folder, "outside.csv")}')`);
  await withSession(warehouse, async (session) => {
    await expect(session.ask("select * from peeping")).rejects.toMatchObject({ code: "permission_denied" });
    await expect(session.ask("set enable_external_access = true")).rejects.toMatchObject({
      code: "query_refused",
    });
    await expect(session.ask("create table made (a int)")).rejects.toMatchObject({ code: "query_refused" });
  });
});

test.each([
  ["a file that is not there", "nowhere.duckdb", "database_missing"],
  ["a path that leads out of the folder", "../outside.duckdb", "permission_denied"],
  ["a whole path", "/etc/passwd", "permission_denied"],
  ["a link that leads out of the folder", "link.duckdb", "permission_denied"],
  ["a file that is no database", "text.duckdb", "query_refused"],
])("refuses %s", async (_, path, code) => {
  await run(join(folder, "outside.duckdb"), "create table if not exists t (a int)");
  await symlink(join(folder, "outside.duckdb"), join(folder, "files", "link.duckdb")).catch(() => undefined);
  await writeFile(join(folder, "files", "text.duckdb"), "just a text".repeat(500));
  const failed = await connectTo(warehouse, { path }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({ name: "ConnectorError", code });
  expect(String(failed)).not.toContain(folder);
});

test("refuses all files where the operator allows none", async () => {
  const context = contextOf({ filesFolder: null });
  await expect(openInProcess(duckdb, warehouse.connection, context)).rejects.toMatchObject({
    hint: expect.stringContaining("WAREHOUSE_FILES_DIR"),
  });
});

test("stops in the middle of a statement", async () => {
  const stop = new AbortController();
  const session = await openInProcess(duckdb, warehouse.connection, contextOf(warehouse, stop.signal));
  const waiting = expect(
    session.ask("select count(*) from range(1000000000) a, range(1000) b where a.range + b.range = -1"),
  ).rejects.toMatchObject({ code: "unreachable" });
  setTimeout(() => stop.abort(), 50);
  await waiting;
  await session.close();
});

const NUMBERS = [{ name: "n", nativeType: "BIGINT", family: "integer", nullable: true }] as const;

test("a row that cannot be read half-way is no end of the table", async () => {
  const session = await openInProcess(duckdb, warehouse.connection, contextOf(warehouse));
  const sql = "select case when range = 150000 then error('odd value') else range end from range(200000)";
  const read = async () => {
    for await (const _rows of session.stream(sql, NUMBERS));
  };
  await expect(read()).rejects.toMatchObject({ code: "query_refused", hint: expect.any(String) });
  await session.close();
});

test("stopped at any moment, a table is whole or it is said that it is not", async () => {
  for (let pages = 1; pages <= 60; pages += 3) {
    const stop = new AbortController();
    const session = await openInProcess(duckdb, warehouse.connection, contextOf(warehouse, stop.signal));
    let read = 0;
    const reading = (async () => {
      for await (const rows of session.stream("select range from range(200000)", NUMBERS)) {
        read += rows.length;
        if (read >= pages * 2048) setImmediate(() => stop.abort());
      }
      return read;
    })();
    expect(await reading.catch(({ code }) => code)).toBe(read === 200_000 ? 200_000 : "unreachable");
    await session.close();
  }
});
