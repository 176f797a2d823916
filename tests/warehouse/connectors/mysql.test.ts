import { createConnection, type RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { mariadb } from "../../../src/warehouse/connectors/mysql/connector.ts";
import { openInProcess } from "../../../src/warehouse/process/open-session.ts";
import { type Sandbox, STANDARD } from "../conformance/sandbox.ts";
import { mirrorConformance } from "../conformance/suite.ts";
import { type Mariadb, startMariadb } from "../support/mariadb.ts";
import {
  connectTo,
  contextOf,
  readTable,
  type TestWarehouse,
  withSession,
} from "../support/test-warehouse.ts";
import { toExpected } from "./expected-rows.ts";
import { describeSession } from "./session-suite.ts";

let server: Mariadb;
let warehouse: TestWarehouse;
let databases = 0;

beforeAll(async () => {
  server = await startMariadb();
  await server.admin.query(`create database shop; create user 'reader'@'%' identified by 'its secret';
    grant select, process on *.* to 'reader'@'%'; create user 'poor'@'%' identified by 'its secret'; use shop`);
  warehouse = warehouseOn(server);
});
afterAll(() => server.close());

const warehouseOn = ({ port, admin }: Mariadb): TestWarehouse => ({
  connector: mariadb,
  connection: {
    host: "127.0.0.1",
    port,
    database: "shop",
    username: "reader",
    password: "its secret",
    ssl_mode: "prefer",
  },
  filesFolder: null,
  types: {
    int: "int",
    bigint: "bigint",
    text: "varchar(200)",
    decimal2: "decimal(10,2)",
    decimal4: "decimal(12,4)",
    float: "double",
    date: "date",
    timestamp: "datetime(6)",
    json: "json",
  },
  async run(sql) {
    // The suite writes texts as the standard does.
    await admin.query("set sql_mode = 'NO_BACKSLASH_ESCAPES'");
    await admin.query(sql);
  },
  name: (identifier) => `\`${identifier.replaceAll("`", "``")}\``,
  ref: (table) => ({ database: "shop", table }),
  close: async () => undefined,
});

describeSession("MariaDB", async () => warehouse);
mirrorConformance({ label: "MariaDB", open: openSandbox });

const quote = (name: string): string => `\`${name.replaceAll("`", "``")}\``;

/** A database of its own on the same server. */
async function openSandbox(): Promise<Sandbox> {
  databases += 1;
  const database = `mirror_${databases}`;
  await server.admin.query(`create database ${database}`);
  const connection = await createConnection({
    ...{ host: "127.0.0.1", port: server.port, user: "root", database, charset: "utf8mb4" },
    typeCast: (field) => field.string("utf8"),
  });
  await connection.query("set sql_mode = 'NO_BACKSLASH_ESCAPES'");
  return {
    source: { warehouse_type: "mariadb", ...warehouse.connection, database },
    tableParams: (table) => ({ table }),
    sql: {
      ...STANDARD,
      quote,
      float: "double",
      time: "datetime(6)",
      json: "json",
      moment: (text) => `'${text}'`,
      tableEnd: (key) => (key === null ? ")" : `, primary key (${quote(key)}))`),
      addColumn: (table, column, type) => `alter table ${quote(table)} add column ${quote(column)} ${type}`,
      retype: (table, column, type) => `alter table ${quote(table)} modify column ${quote(column)} ${type}`,
      truncate: (table) => `truncate table ${quote(table)}`,
      update: (table, set, where) => `update ${quote(table)} set ${set} where ${where}`,
      remove: (table, where) => `delete from ${quote(table)} where ${where}`,
    },
    async run(statement) {
      await connection.query(statement);
    },
    async rows(table) {
      const [rows] = await connection.query<RowDataPacket[]>(`select * from ${quote(table)}`);
      return rows.map((row) => toExpected(row));
    },
    close: () => connection.end(),
  };
}

test("gives every type as its family says", async () => {
  await server.admin.query(`create table every_type (
    id bigint unsigned primary key, flag tinyint(1), bits bit(1), more bit(9), tiny tinyint, wide decimal(38,9), single float,
    y year, d date, dt datetime, ts timestamp(3) null, t time, j json, b varbinary(9), long_text longtext, e enum('a b','c'),
    u uuid, place point, ch char(3) character set latin1) ;
    set time_zone = '+02:00';
    insert into every_type values (18446744073709551615, true, b'1', b'100000001', -5, 12345678901234567890123456789.123456789, 0.1,
      1999, '0001-01-01', '9999-12-31 23:59:59', '2026-01-31 14:00:00.5', '-12:30:00', '{"a":1}', x'00ff', 'long', 'a b',
      '123e4567-e89b-12d3-a456-426614174000', point(1, 2), 'äöü');
    insert into every_type (id) values (2)`);
  await withSession(warehouse, async (session) => {
    const ref = { table: "every_type" };
    const { columns, key } = await session.describe(ref);
    expect(key).toEqual(["id"]);
    expect(Object.fromEntries(columns.map(({ name, family }) => [name, family]))).toEqual({
      ...{
        id: "integer",
        flag: "boolean",
        bits: "boolean",
        more: "integer",
        tiny: "integer",
        wide: "decimal",
        single: "float",
      },
      ...{
        y: "integer",
        d: "date",
        dt: "timestamp",
        ts: "moment",
        t: "time",
        j: "json",
        b: "binary",
        long_text: "text",
      },
      ...{ e: "text", u: "text", place: "text", ch: "text" },
    });
    const [empty, full] = await readTable(session, ref, "order by 1");
    expect(full).toEqual({
      ...{ id: "18446744073709551615", flag: true, bits: true, more: 257, tiny: -5, single: 0.1, y: 1999 },
      ...{ wide: "12345678901234567890123456789.123456789", d: "0001-01-01", dt: "9999-12-31T23:59:59" },
      ...{
        ts: "2026-01-31T12:00:00.500Z",
        t: "-12:30:00",
        j: '{"a":1}',
        b: "AP8=",
        long_text: "long",
        e: "a b",
      },
      ...{ u: "123e4567-e89b-12d3-a456-426614174000", place: "POINT(1 2)", ch: "äöü" },
    });
    expect(Object.values(empty ?? {}).filter((cell) => cell !== null)).toEqual([2]);
  });
});

test("reads a snapshot: what is committed later is not seen", async () => {
  await server.admin.query("create table moving (id int primary key); insert into moving values (1)");
  await withSession(warehouse, async (session) => {
    await session.begin();
    await server.admin.query("insert into moving values (2)");
    expect(await session.ask("select count(*) from moving")).toEqual([["1"]]);
  });
});

test("sees since when a transaction has been writing", async () => {
  await server.admin.query(
    "create table written (id int primary key); begin; insert into written values (1)",
  );
  await withSession(warehouse, async (session) => {
    const since = Date.parse((await session.oldestWriter?.()) ?? "");
    expect(Math.abs(since - (await session.now()))).toBeLessThan(30_000);
    await server.admin.query("commit");
    // The server keeps its list for as long as somebody looks at it ten times a second.
    await vi.waitFor(async () => expect(await session.oldestWriter?.()).toBeNull(), {
      interval: 250,
      timeout: 30_000,
    });
  });
});

test("writes nothing, whatever its user may do", async () => {
  await server.admin.query("create table kept (id int); grant all on *.* to 'reader'@'%'");
  await withSession(warehouse, async (session) => {
    await expect(session.ask("insert into kept values (1)")).rejects.toMatchObject({ code: "query_refused" });
  });
  await server.admin.query(
    "revoke all on *.* from 'reader'@'%'; grant select, process on *.* to 'reader'@'%'",
  );
});

test("encrypts where the server can, and holds the certificate against the host", async () => {
  const sessions = [
    await connectTo(warehouse),
    await connectTo(warehouse, { ssl_mode: "disable" }),
    await connectTo(warehouse, { host: "localhost", ssl_mode: "verify-full", ssl_ca: server.certificate }),
    await connectTo(warehouse, { ssl_mode: "verify-ca", ssl_ca: server.certificate }),
  ];
  expect(sessions.map(({ isEncrypted }) => isEncrypted)).toEqual([true, false, true, true]);
  for (const session of sessions) await session.close();
  await expect(connectTo(warehouse, { ssl_mode: "verify-ca" })).rejects.toMatchObject({ code: "tls_failed" });
});

test.each([
  ["a wrong password", { password: "wrong" }, "auth_failed"],
  ["a database that is not there", { database: "nowhere" }, "database_missing"],
  ["a port where nobody listens", { port: 1 }, "unreachable"],
  ["a user without rights", { username: "poor" }, "permission_denied"],
])("names %s", async (_, change, code) => {
  const failed = await connectTo(warehouse, change).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({ name: "ConnectorError", code });
  expect(String(failed)).not.toContain("its secret");
});

test("names the grant that is missing", async () => {
  await server.admin.query(
    "create table closed (id int); create table open (id int); grant select on shop.open to 'poor'@'%'",
  );
  const session = await connectTo(warehouse, { username: "poor" });
  await expect(session.describe({ table: "closed" })).rejects.toMatchObject({
    code: "permission_denied",
    hint: expect.stringContaining("GRANT SELECT"),
  });
  await session.close();
});

test("stops when it is told to, and hears of a server that is gone", async () => {
  const stop = new AbortController();
  const stopped = await openInProcess(mariadb, warehouse.connection, contextOf(warehouse, stop.signal));
  const waiting = expect(stopped.ask("select sleep(30)")).rejects.toMatchObject({ code: "unreachable" });
  stop.abort();
  await waiting;
  await stopped.close();

  const other = await startMariadb();
  onTestFinished(() => other.close());
  await other.admin.query(
    "create database shop; grant select on *.* to 'reader'@'%' identified by 'its secret'",
  );
  const session = await connectTo(warehouseOn(other));
  other.admin.destroy();
  const { columns } = await session.describe({ database: "mysql", table: "help_topic" });
  const wide = "select a.* from mysql.help_topic a, mysql.help_topic b, mysql.help_topic c";
  const reading = async () => {
    for await (const rows of session.stream(wide, columns)) if (rows.length > 0) await other.kill();
  };
  await expect(reading()).rejects.toMatchObject({ code: "unreachable" });
  await session.close();
});
