import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { clickhouse } from "../../../src/warehouse/connectors/clickhouse/connector.ts";
import { openInProcess } from "../../../src/warehouse/process/open-session.ts";
import { type Sandbox, STANDARD } from "../conformance/sandbox.ts";
import { mirrorConformance } from "../conformance/suite.ts";
import { type Clickhouse, READER, startClickhouse } from "../support/clickhouse.ts";
import {
  connectTo,
  contextOf,
  readTable,
  type TestWarehouse,
  withSession,
} from "../support/test-warehouse.ts";
import { toExpected } from "./expected-rows.ts";
import { describeSession } from "./session-suite.ts";

let server: Clickhouse;
let warehouse: TestWarehouse;

beforeAll(async () => {
  server = await startClickhouse();
  warehouse = {
    connector: clickhouse,
    connection: { host: "127.0.0.1", port: server.port, secure: false, database: "default", ...READER },
    filesFolder: null,
    types: {
      int: "Int32",
      bigint: "Nullable(Int64)",
      text: "Nullable(String)",
      decimal2: "Nullable(Decimal(10,2))",
      decimal4: "Nullable(Decimal(12,4))",
      float: "Nullable(Float64)",
      date: "Nullable(Date32)",
      timestamp: "Nullable(DateTime64(6))",
      json: "JSON",
    },
    // A backslash in a text of the suite means itself.
    run: (sql) =>
      server.run(
        sql
          .replaceAll("\\", "\\\\")
          .replace(/^(create table .*)$/s, "$1 engine = MergeTree order by tuple()"),
      ),
    name: (identifier) => `\`${identifier.replaceAll("`", "``")}\``,
    ref: (table) => ({ database: "default", table }),
    close: async () => undefined,
  };
});
afterAll(() => server.close());

describeSession("ClickHouse (chdb)", async () => warehouse, {
  date_9999: "dates end with the year 2299",
});

mirrorConformance({ label: "ClickHouse (chdb)", open: openSandbox, withoutKeys: true });

const quote = (name: string): string => `\`${name.replaceAll("`", "\\`")}\``;

async function openSandbox(): Promise<Sandbox> {
  const at = "settings mutations_sync = 2";
  return {
    source: { warehouse_type: "clickhouse", ...warehouse.connection },
    tableParams: (table) => ({ table }),
    sql: {
      ...STANDARD,
      quote,
      integer: "Nullable(Int32)",
      bigint: "Nullable(Int64)",
      text: "Nullable(String)",
      float: "Nullable(Float64)",
      time: "DateTime64(3, 'UTC')",
      json: "Nullable(JSON)",
      decimal: (precision, scale) => `Nullable(Decimal(${precision}, ${scale}))`,
      moment: (text) => `toDateTime64('${text}', 3, 'UTC')`,
      tableEnd: () => ") engine = MergeTree order by tuple()",
      addColumn: (table, column, type) => `alter table ${quote(table)} add column ${quote(column)} ${type}`,
      retype: (table, column, type) =>
        `alter table ${quote(table)} modify column ${quote(column)} ${type} ${at}`,
      truncate: (table) => `truncate table ${quote(table)}`,
      update: (table, set, where) => `alter table ${quote(table)} update ${set} where ${where} ${at}`,
      remove: (table, where) => `alter table ${quote(table)} delete where ${where} ${at}`,
    },
    async run(statement) {
      const renamed = statement.replace(/^alter table (.*) rename to (.*)$/, "rename table $1 to $2");
      await server.run(renamed.replaceAll("\\", "\\\\"));
    },
    async rows(table) {
      const names = await server.ask(
        `select name from system.columns where database = 'default' and table = '${table}' order by position`,
      );
      const list = names.map(([name]) =>
        name === "data" ? "toJSONString(data)" : `toString(${quote(name ?? "")})`,
      );
      const rows = await server.ask(`select ${list.join()} from ${quote(table)}`);
      return rows.map((row) =>
        toExpected(Object.fromEntries(names.map(([name], index) => [name, row[index]]))),
      );
    },
    close: async () => undefined,
  };
}

test("gives every type as its family says", async () => {
  await server.run(`create table every_type (id UInt64, flag Bool, huge UInt256, wide Decimal(38,9), single Float32, nothing Float64, less Float64,
    d Date, early Date32, at DateTime('Europe/Berlin'), fine DateTime64(9, 'Asia/Tokyo'), list Array(UInt64), pair Tuple(a UInt64, b String),
    m Map(String, Int8), j JSON, lc LowCardinality(Nullable(String)), fixed FixedString(4), u UUID, e Enum8('a b' = 1), ip IPv4,
    state AggregateFunction(sum, UInt64)) engine = MergeTree order by id`);
  await server.run(`insert into every_type (* except(state)) select 18446744073709551615, true, toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935'),
    toDecimal128('12345678901234567890123456789.123456789', 9), 0.1, nan, -inf, '2026-01-31', '1925-01-01', toDateTime('2026-01-31 12:00:00', 'UTC'),
    toDateTime64('2026-01-31 12:00:00.123456789', 9, 'UTC'), [1, 2], (3, 'x'), map('k', 1), '{"b": 1, "a": [1]}', null, 'ab',
    '123e4567-e89b-12d3-a456-426614174000', 'a b', '10.1.2.3'`);
  await withSession(warehouse, async (session) => {
    const ref = warehouse.ref("every_type");
    const { columns, key, sortedBy } = await session.describe(ref);
    expect([key, sortedBy, columns.find(({ name }) => name === "state")?.family]).toEqual([
      [],
      ["id"],
      "unsupported",
    ]);
    expect(await readTable(session, ref)).toEqual([
      {
        ...{
          id: "18446744073709551615",
          flag: true,
          huge: "115792089237316195423570985008687907853269984665640564039457584007913129639935",
        },
        ...{
          wide: "12345678901234567890123456789.123456789",
          single: 0.1,
          nothing: Number.NaN,
          less: Number.NEGATIVE_INFINITY,
        },
        ...{
          d: "2026-01-31",
          early: "1925-01-01",
          at: "2026-01-31T12:00:00Z",
          fine: "2026-01-31T12:00:00.123456789Z",
        },
        ...{
          list: "[1,2]",
          pair: '{"a":3,"b":"x"}',
          m: '{"k":1}',
          j: '{"a":[1],"b":1}',
          lc: null,
          fixed: "ab",
        },
        ...{ u: "123e4567-e89b-12d3-a456-426614174000", e: "a b", ip: "10.1.2.3" },
      },
    ]);
  });
});

test("sees the last version of a row in a table that replaces rows", async () => {
  await server.run("create table replacing (id Int32, n Int32) engine = ReplacingMergeTree(n) order by id");
  await server.run("insert into replacing values (1, 1)");
  await server.run("insert into replacing values (1, 2)");
  await withSession(warehouse, async (session) => {
    expect(await readTable(session, warehouse.ref("replacing"))).toEqual([{ id: 1, n: 2 }]);
  });
});

test("finds no largest value in an empty table", async () => {
  await server.run("create table empty (at DateTime64(3)) engine = MergeTree order by at");
  await withSession(warehouse, async (session) => {
    const { columns } = await session.describe(warehouse.ref("empty"));
    const rows = [];
    for await (const page of session.stream("select max(`at`) from empty", columns)) rows.push(...page);
    expect(rows).toEqual([[null]]);
  });
});

test("writes nothing", async () => {
  await server.run("create table kept (id Int32) engine = MergeTree order by id");
  await withSession(warehouse, async (session) => {
    await expect(session.ask("insert into kept values (1)")).rejects.toMatchObject({
      code: "permission_denied",
    });
  });
});

test.each([
  ["a wrong password", { password: "wrong" }, "auth_failed"],
  ["a database that is not there", { database: "nowhere" }, "database_missing"],
  ["a port where nobody listens", { port: 1 }, "unreachable"],
  ["a server without TLS", { secure: true }, "tls_failed"],
])("names %s", async (_, change, code) => {
  const failed = await connectTo(warehouse, change).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({ name: "ConnectorError", code });
  expect(String(failed)).not.toContain(READER.password);
});

test("stops when it is told to, and hears of a server that is gone", async () => {
  const stop = new AbortController();
  const stopped = await openInProcess(clickhouse, warehouse.connection, contextOf(warehouse, stop.signal));
  const waiting = expect(stopped.ask("select sleep(2)")).rejects.toMatchObject({ code: "unreachable" });
  stop.abort();
  await waiting;
  await stopped.close();

  const other = await startClickhouse();
  onTestFinished(() => other.close());
  const session = await connectTo(warehouse, { port: other.port });
  const column = { name: "number", nativeType: "UInt64", family: "integer", nullable: false } as const;
  const reading = async () => {
    for await (const rows of session.stream("select number from numbers(5000000)", [column])) {
      if (rows.length > 0) await other.kill();
    }
  };
  await expect(reading()).rejects.toMatchObject({ code: "unreachable" });
  await session.close();
});
