import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redshift } from "../../../src/warehouse/connectors/redshift/connector.ts";
import { redshiftDialect } from "../../../src/warehouse/connectors/redshift/dialect.ts";
import { openInProcess } from "../../../src/warehouse/process/open-session.ts";
import { createDatabase } from "../../support/test-server.ts";
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

/** What Redshift has and Postgres has not, as far as the connector asks for it. */
const OF_REDSHIFT = `
  create function strtol(text, int) returns bigint language sql immutable as $$ select ('x' || lpad($1, 16, '0'))::bit(64)::bigint $$;
  create function getdate() returns timestamp language sql as $$ select now() at time zone 'UTC' $$;
  create view svv_tables as select * from information_schema.tables;
  create view svv_columns as select * from information_schema.columns;
  grant select on svv_tables, svv_columns to public`;

let client: Client;
let warehouse: TestWarehouse;

beforeAll(async () => {
  const url = new URL(await createDatabase("template1"));
  client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(OF_REDSHIFT);
  warehouse = {
    connector: redshift,
    connection: {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      ssl_mode: "prefer",
    },
    filesFolder: null,
    types: {
      int: "int",
      bigint: "bigint",
      text: "varchar(200)",
      decimal2: "decimal(10,2)",
      decimal4: "decimal(12,4)",
      float: "float8",
      date: "date",
      timestamp: "timestamp",
      json: null,
    },
    run: async (sql) => {
      await client.query(sql);
    },
    name: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
    ref: (table) => ({ schema: "public", table }),
    close: async () => undefined,
  };
});
afterAll(() => client.end());

describeSession("Redshift (on Postgres)", async () => warehouse, {
  json: "Postgres has no SUPER; what is asked of it is shown as text below",
});

mirrorConformance({
  label: "Redshift (on Postgres)",
  open: openSandbox,
  withoutKeys: true,
  skips: { "keys of JSON change places": "Postgres has no SUPER; a text is a text" },
});

async function openSandbox(): Promise<Sandbox> {
  const url = new URL(await createDatabase("template1"));
  const own = new Client({
    connectionString: url.href,
    types: { getTypeParser: () => (value: string) => value },
  });
  await own.connect();
  await own.query(`${OF_REDSHIFT}; set timezone to 'UTC'`);
  return {
    source: { warehouse_type: "redshift", ...warehouse.connection, database: url.pathname.slice(1) },
    tableParams: (table) => ({ table }),
    sql: { ...STANDARD, text: "varchar(400)", json: "varchar(4000)" },
    async run(statement) {
      await own.query(statement);
    },
    async rows(table) {
      const { rows } = await own.query<TextRow>(`select * from ${STANDARD.quote(table)}`);
      return rows.map((row) => toExpected(row, { hasJson: false }));
    },
    close: () => own.end(),
  };
}

test("gives every type as its family says", async () => {
  await client.query(`create table every_type (id int not null, flag boolean, wide numeric(38,9), single real, d float8, early date,
      late timestamp, at timestamptz, t time, c char(5));
    insert into every_type values (1, true, 12345678901234567890123456789.123456789, 0.1, 'NaN', '0001-01-01', '9999-12-31 23:59:59.5',
      '2026-01-31 14:00:00.5+02', '12:30:00', 'ab')`);
  await withSession(warehouse, async (session) => {
    const { columns, key } = await session.describe(warehouse.ref("every_type"));
    expect(columns.map(({ family }) => family)).toEqual([
      ...["integer", "boolean", "decimal", "float", "float", "date", "timestamp", "moment", "time", "text"],
    ]);
    expect([key, columns[0]?.nullable, columns[2]?.nativeType]).toEqual([[], false, "numeric(38,9)"]);
    expect(await readTable(session, warehouse.ref("every_type"))).toEqual([
      {
        ...{
          id: 1,
          flag: true,
          wide: "12345678901234567890123456789.123456789",
          single: 0.1,
          d: Number.NaN,
          early: "0001-01-01",
        },
        ...{ late: "9999-12-31T23:59:59.5", at: "2026-01-31T12:00:00.5Z", t: "12:30:00", c: "ab   " },
      },
    ]);
  });
});

test("asks for what only Redshift has in its words", () => {
  const data = { name: "data", nativeType: "super", family: "json", nullable: true } as const;
  const text = { ...data, family: "text" } as const;
  expect(redshiftDialect.literal(text, "it's \\'; drop")).toBe(
    "('it''s ' || chr(92) || '''; drop')::varchar",
  );
  expect(redshiftDialect.select(data)).toBe('json_serialize("data")');
  expect(
    redshiftDialect.digested({ table: '"public"."t"', columns: [data], keep: ['"id"'], where: null }),
  ).toBe(
    `(select "id",strtol(substring(_wh_h, 1, 8), 16) as _wh_l0,strtol(substring(_wh_h, 9, 8), 16) as _wh_l1,strtol(substring(_wh_h, 17, 8), 16) as _wh_l2,strtol(substring(_wh_h, 25, 8), 16) as _wh_l3 from (select "id",md5(coalesce('data=' || octet_length(md5(json_serialize("data")))::varchar || ':' || md5(json_serialize("data")), '')) as _wh_h from "public"."t") _wh_r)`,
  );
});

test("reads a snapshot, and several streams within it", async () => {
  await client.query("create table moving (id int); insert into moving values (1)");
  await withSession(warehouse, async (session) => {
    await session.begin();
    expect(await readTable(session, warehouse.ref("moving"))).toEqual([{ id: 1 }]);
    await client.query("insert into moving values (2)");
    expect(await readTable(session, warehouse.ref("moving"))).toEqual([{ id: 1 }]);
    await expect(session.ask("insert into moving values (3)")).rejects.toMatchObject({
      name: "ConnectorError",
    });
  });
});

test.each([
  ["a database that is not there", { database: "nowhere" }, "database_missing"],
  ["a user that is not there", { username: "nobody at all" }, "auth_failed"],
  ["a port where nobody listens", { port: 1 }, "unreachable"],
])("names %s", async (_, change, code) => {
  await expect(connectTo(warehouse, change)).rejects.toMatchObject({ name: "ConnectorError", code });
});

test("names a right that is missing", async () => {
  const name = `poor_${Date.now()}`;
  await client.query(
    `create table closed (id int); create role ${name} login password 'its secret'; grant references on closed to ${name}`,
  );
  const session = await connectTo(warehouse, { username: name, password: "its secret" });
  await expect(session.describe(warehouse.ref("closed"))).rejects.toMatchObject({
    code: "permission_denied",
  });
  await session.close();
  await client.query(`drop table closed; drop role ${name}`);
});

test("stops when it is told to, and hears of a connection that is cut", async () => {
  const stop = new AbortController();
  const stopped = await openInProcess(redshift, warehouse.connection, contextOf(warehouse, stop.signal));
  const waiting = expect(stopped.ask("select pg_sleep(30)")).rejects.toMatchObject({ code: "unreachable" });
  stop.abort();
  await waiting;
  await stopped.close();

  const session = await connectTo(warehouse);
  const [[pid] = []] = await session.ask("select pg_backend_pid()");
  const lost = expect(session.ask("select pg_sleep(30)")).rejects.toMatchObject({ code: "unreachable" });
  await client.query("select pg_terminate_backend($1)", [pid]);
  await lost;
  await session.close();
});
