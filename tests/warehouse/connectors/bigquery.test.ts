import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bigquery } from "../../../src/warehouse/connectors/bigquery/connector.ts";
import { openInProcess } from "../../../src/warehouse/process/open-session.ts";
import { type Sandbox, STANDARD } from "../conformance/sandbox.ts";
import { mirrorConformance } from "../conformance/suite.ts";
import { type Bigquery, PROJECT, startBigquery } from "../support/bigquery.ts";
import {
  connectTo,
  contextOf,
  readTable,
  type TestWarehouse,
  withSession,
} from "../support/test-warehouse.ts";
import { createSource, startWarehouseServer } from "../support/warehouse.ts";
import { toExpected } from "./expected-rows.ts";
import { describeSession } from "./session-suite.ts";

let server: Bigquery;
let warehouse: TestWarehouse;

beforeAll(async () => {
  server = await startBigquery();
  warehouse = {
    connector: bigquery,
    connection: { project_id: PROJECT, api_endpoint: server.endpoint },
    filesFolder: null,
    types: {
      int: "bigint",
      bigint: "bigint",
      text: "varchar",
      decimal2: "decimal(10,2)",
      decimal4: "decimal(12,4)",
      float: "double",
      date: "date",
      timestamp: "timestamptz",
      json: "json",
    },
    run: server.run,
    name: STANDARD.quote,
    ref: (table) => ({ dataset: "shop", table }),
    close: async () => undefined,
  };
});
afterAll(() => server.close());
afterEach(() => {
  server.fault = null;
  server.isSlow = false;
});

describeSession("BigQuery (a server of our own)", async () => warehouse);
mirrorConformance({ label: "BigQuery (a server of our own)", open: openSandbox, withoutKeys: true });

async function openSandbox(): Promise<Sandbox> {
  return {
    source: { warehouse_type: "bigquery", ...warehouse.connection },
    tableParams: (table) => ({ dataset: "shop", table }),
    sql: { ...STANDARD, float: "double", json: "json" },
    run: server.run,
    rows: async (table) =>
      (await server.ask(`select columns(*)::varchar from ${STANDARD.quote(table)}`)).map((row) =>
        toExpected(row),
      ),
    close: async () => undefined,
  };
}

test("gives every type as its family says", async () => {
  await server.run(`create table every_type as select 1::bigint as id, true as flag, 12345678901234567890123456789.123456789::decimal(38,9) as wide,
    'nan'::double as nothing, '0001-01-01'::date as early, timestamp '9999-12-31 23:59:59.5' as local, '1969-12-31 23:59:59.999999+00'::timestamptz as at,
    time '12:30:00' as t, [1, 2] as list, {'a': 1} as struct, '\\x00\\xFF'::blob as bytes, '{"a": 1}'::json as j`);
  await withSession(warehouse, async (session) => {
    const { columns } = await session.describe(warehouse.ref("every_type"));
    expect(columns.map(({ nativeType }) => nativeType)).toEqual([
      ...[
        "INTEGER",
        "BOOLEAN",
        "NUMERIC(38,9)",
        "FLOAT",
        "DATE",
        "DATETIME",
        "TIMESTAMP",
        "TIME",
        "ARRAY<INTEGER>",
        "RECORD",
      ],
      ...["BYTES", "JSON"],
    ]);
    expect(await readTable(session, warehouse.ref("every_type"))).toEqual([
      {
        ...{
          id: 1,
          flag: true,
          wide: "12345678901234567890123456789.123456789",
          nothing: Number.NaN,
          early: "0001-01-01",
        },
        ...{
          local: "9999-12-31T23:59:59.5",
          at: "1969-12-31T23:59:59.999999Z",
          t: "12:30:00",
          list: "[1,2]",
          struct: '{"a":1}',
        },
        ...{ bytes: "AP8=", j: '{"a":1}' },
      },
    ]);
  });
});

test("reads tables as of the moment at which it began", async () => {
  await server.run("create table moving (id bigint)");
  await withSession(warehouse, async (session) => {
    const ref = warehouse.ref("moving");
    expect(session.dialect.table(ref)).toBe("`some-project`.`shop`.`moving`");
    await session.begin();
    expect(session.dialect.table(ref)).toMatch(
      /^\(select \* from `some-project`.`shop`.`moving` for system_time as of timestamp_millis\(\d{13}\)\)$/,
    );
  });
});

test("writes names and texts so that nothing in them ends them", async () => {
  await withSession(warehouse, async ({ dialect }) => {
    const column = { name: "a", nativeType: "STRING", family: "text", nullable: true } as const;
    expect(dialect.literal(column, "it's \\'; drop\n")).toBe("'it\\'s \\\\\\'; drop\\n'");
    expect(dialect.quote("we`ird\\")).toBe("`we\\`ird\\\\`");
  });
});

test.each([
  [401, "authError", "Request had invalid authentication credentials", "auth_failed"],
  [403, "accessDenied", "Access Denied: Table some-project:shop.t", "permission_denied"],
  [403, "quotaExceeded", "Quota exceeded", "throttled"],
  [404, "notFound", "Not found: Dataset some-project:nowhere", "database_missing"],
  [400, "bytesBilledLimitExceeded", "Query exceeded limit for bytes billed", "query_refused"],
])("names what BigQuery says with %i %s", async (status, reason, message, code) => {
  server.fault = { status, reason, message };
  await expect(connectTo(warehouse)).rejects.toMatchObject({ name: "ConnectorError", code, message });
});

test("names a project that is not there and a port where nobody listens", async () => {
  await expect(connectTo(warehouse, { project_id: "other" })).rejects.toMatchObject({
    code: "database_missing",
  });
  await expect(connectTo(warehouse, { api_endpoint: "http://127.0.0.1:1" })).rejects.toMatchObject({
    code: "unreachable",
  });
});

test("uses no key but its own, and tells none of it", async () => {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const without = openInProcess(bigquery, { project_id: PROJECT }, contextOf(warehouse));
  await expect(without).rejects.toMatchObject({
    code: "auth_failed",
    hint: expect.stringContaining("service_account_key"),
  });
  for (const key of [
    "not JSON",
    '{"type": "external_account"}',
    JSON.stringify({ private_key: privateKey }),
  ]) {
    const failed = await connectTo(warehouse, { service_account_key: key }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ code: "auth_failed" });
    expect(String(failed)).not.toContain(key);
  }
  // A key of the right form, which Google does not know; or Google cannot be asked from here.
  const unknown = JSON.stringify({ client_email: "a@b.iam.gserviceaccount.com", private_key: privateKey });
  const failed = await connectTo(warehouse, { service_account_key: unknown }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({ code: expect.stringMatching(/auth_failed|unreachable/) });
  expect(String(failed)).not.toContain("PRIVATE KEY");
});

test("takes a key as an object as well, and keeps it to itself", async () => {
  const api = await startWarehouseServer();
  const key = { client_email: "a@b.iam.gserviceaccount.com", private_key: "its secret" };
  const body = {
    warehouse_type: "bigquery",
    project_id: PROJECT,
    service_account_key: key,
    api_endpoint: server.endpoint,
  };
  const source = await createSource(api, body);
  expect(source).toMatchObject({ secrets_set: { service_account_key: true } });
  expect(JSON.stringify(source)).not.toContain("its secret");
  await api.close();
});

test.each(["https://example.com", "file:///etc/passwd", "nonsense"])(
  "does not speak to %s",
  async (api_endpoint) => {
    await expect(connectTo(warehouse, { api_endpoint })).rejects.toMatchObject({ code: "host_not_allowed" });
  },
);

test("writes nothing, and stops when it is told to", async () => {
  const stop = new AbortController();
  const session = await openInProcess(bigquery, warehouse.connection, contextOf(warehouse, stop.signal));
  await expect(session.ask("insert into shop.kept values (1)")).rejects.toMatchObject({
    code: "permission_denied",
  });
  server.isSlow = true;
  const waiting = expect(session.ask("select 1")).rejects.toMatchObject({ code: "unreachable" });
  stop.abort();
  await waiting;
  await session.close();
});
