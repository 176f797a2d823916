import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { exportLines, sendEvents, waitUntilLoaded } from "../../support/events.ts";
import type { TestServer } from "../../support/test-server.ts";
import { startPostgresWarehouse } from "../support/postgres-source.ts";
import {
  createImport,
  createSource,
  runImport,
  SOURCES,
  startWarehouseServer,
} from "../support/warehouse.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startWarehouseServer();
});
afterAll(() => server?.close());

async function listen(on: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const listening = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    on(socket);
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  });
  return (listening.address() as AddressInfo).port;
}

async function listenHttp(answer: RequestListener): Promise<string> {
  const listening = createHttpServer(answer);
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

type Step = { ok: boolean; code: string | null; message: string };
async function failedStep(body: Record<string, unknown>): Promise<Step | undefined> {
  const { status, body: answer } = await server.call("POST", `${SOURCES}/test`, { body });
  expect(status).toBe(200);
  return answer.results.steps.find(({ ok }: Step) => !ok);
}

/** Asks for Kerberos, as an honest server may. */
const KERBEROS = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 7]);
const asksForKerberos = (socket: Socket): void => {
  socket.on("data", (bytes) => void socket.write(bytes.length === 8 ? "N" : KERBEROS));
};

const postgresAt = (port: number) => ({
  ...{
    warehouse_type: "postgres",
    host: "127.0.0.1",
    port,
    database: "d",
    username: "u",
    password: "its secret",
  },
});

test("a Postgres that asks for Kerberos is said to do so", async () => {
  const port = await listen(asksForKerberos);
  expect(await failedStep(postgresAt(port))).toMatchObject({
    code: "auth_failed",
    message: expect.stringContaining("a way to sign in that is not supported"),
  });
});

test("a BigQuery that answers {} is said not to be one", async () => {
  const api_endpoint = await listenHttp((_, answer) => answer.end("{}"));
  const failed = await failedStep({ warehouse_type: "bigquery", project_id: "p", api_endpoint });
  expect(failed).toMatchObject({
    code: "driver_failed",
    message: "the server's answer is none of BigQuery's",
  });
});

test.each(["bigquery", "clickhouse"])("%s: a redirect is named and not followed", async (warehouse_type) => {
  let hits = 0;
  const inner = await listenHttp((_, answer) => {
    hits += 1;
    answer.end("the words of an inner service");
  });
  const outer = await listenHttp((_, answer) => answer.writeHead(307, { location: `${inner}/keys` }).end());
  const { hostname, port } = new URL(outer);
  const failed = await failedStep(
    warehouse_type === "bigquery"
      ? { warehouse_type, project_id: "p", api_endpoint: outer }
      : { warehouse_type, host: hostname, port: Number(port) },
  );
  expect(failed).toMatchObject({ code: "redirected", message: expect.stringContaining(`${inner}/keys`) });
  expect(hits).toBe(0);
});

test("of an error as long as a film, the first 2 KB are told", async () => {
  const MIB = Buffer.alloc(1024 * 1024, "m");
  let sentMb = 0;
  const endpoint = await listenHttp((_, answer) => {
    answer.writeHead(500);
    answer.write("Code: 60. DB::Exception: ");
    const more = (): void => {
      for (; sentMb < 150 && !answer.destroyed; ) {
        sentMb += 1;
        if (!answer.write(MIB)) return void answer.once("drain", more);
      }
      answer.end();
    };
    more();
  });
  const { hostname, port } = new URL(endpoint);
  const failed = await failedStep({ warehouse_type: "clickhouse", host: hostname, port: Number(port) });
  expect(failed?.code).toBe("table_missing");
  expect(failed?.message.length).toBeLessThan(2_100);
  expect(sentMb).toBeLessThan(150);
});

test.each(["0x7f.1", "2130706433", "localhost.", "[::1]", "local host", "::1%lo", "fe80::1%eth0", "127.1"])(
  "the host %s is refused with its field",
  async (host) => {
    const body = { warehouse_type: "postgres", host, database: "d", username: "u", password: "p" };
    for (const path of [SOURCES, `${SOURCES}/test`]) {
      expect(await server.call("POST", path, { body })).toMatchObject({
        status: 400,
        body: { field: "host", error: expect.stringContaining("'host' must be") },
      });
    }
  },
);

test.each([
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:0:0:0:0:169.254.169.254",
  "::ffff:169.254.169.254",
  "2002:a9fe:a9fe::",
])("no connection is made to %s", async (host) => {
  const failed = await failedStep({ ...postgresAt(5432), host });
  expect(failed).toMatchObject({ code: "host_not_allowed" });
});

test("a run whose warehouse turns strange fails with a reason; ingestion goes on, and so does the next run", async () => {
  const warehouse = await startPostgresWarehouse();
  onTestFinished(() => warehouse.close());
  await warehouse.run("create table visits (id int primary key, at timestamptz, who text)");
  await warehouse.run("insert into visits select i, now(), 'u' || i from generate_series(1, 20) i");
  let isStrange = false;
  const port = await listen((socket) => {
    if (isStrange) return asksForKerberos(socket);
    const behind = connect(Number(warehouse.source.port), String(warehouse.source.host));
    behind.on("error", () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  const source = await createSource(server, { ...warehouse.source, host: "127.0.0.1", port });
  const one = await createImport(server, {
    ...{ warehouse_source_id: source.id, table_params: { table: "visits" }, sync_mode: "mirror_mode" },
    ...{ event_name: "Visit", time_column_name: "at", user_column_name: "who" },
  });
  isStrange = true;
  const failing = runImport(server, one.id);
  const time = Date.now();
  const sent = Array.from({ length: 50 }, (_, at) => ({
    event: "Own",
    properties: { time, distinct_id: "ana", $insert_id: `own-${at}` },
  }));
  for (const event of sent) await sendEvents(server, [event]);
  expect(await failing).toMatchObject({ status: "FAILED", error: { code: "auth_failed" } });
  isStrange = false;
  expect(await runImport(server, one.id)).toMatchObject({ status: "SUCCEEDED", rows_inserted: 20 });
  await waitUntilLoaded(server);
  const lines = (await exportLines(server)).map((line) => JSON.parse(line).event as string);
  expect(lines.filter((event) => event === "Own")).toHaveLength(50);
  expect(lines.filter((event) => event === "Visit")).toHaveLength(20);
});
