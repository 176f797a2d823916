import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type DuckDBConnection, DuckDBInstance, DuckDBTimestampTZValue } from "@duckdb/node-api";
import { MACROS, toDuckdb, toField } from "./bigquery-dialect.ts";

export type Bigquery = {
  endpoint: string;
  /** A statement in DuckDB's words. */
  run(sql: string): Promise<void>;
  ask(sql: string): Promise<{ [column: string]: string | null }[]>;
  /** Every answer from now on is this, until it is null. */
  fault: { status: number; reason: string; message: string } | null;
  /** Answers keep waiting, as those of a job that takes its time. */
  isSlow: boolean;
  close(): Promise<void>;
};

export const PROJECT = "some-project";
const PAGE_ROWS_MAX = 5_000;
type Rows = { f: { v: string | null }[] }[];

/** The part of BigQuery's REST interface that its official client uses for questions, over DuckDB. */
export async function startBigquery(): Promise<Bigquery> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`attach ':memory:' as "${PROJECT}"`);
  await connection.run(`use "${PROJECT}"`);
  await connection.run("create schema shop");
  await connection.run("set timezone = 'UTC'");
  for (const macro of MACROS) await connection.run(macro);
  await connection.run(`use "${PROJECT}".shop`);
  for (const macro of MACROS) await connection.run(macro);
  const jobs = new Map<string, Rows>();

  const route = async (request: IncomingMessage): Promise<object> => {
    if (bigquery.fault) throw refusal(bigquery.fault.status, bigquery.fault.reason, bigquery.fault.message);
    if (bigquery.isSlow) await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    const url = new URL(request.url ?? "", "http://localhost");
    const [, project = "", ...rest] = url.pathname
      .replace("/bigquery/v2", "")
      .split("/")
      .slice(1)
      .map(decodeURIComponent);
    if (project !== PROJECT) throw refusal(404, "notFound", `Not found: Project ${project}`);
    const [kind, name = "", , table = ""] = rest;
    if (kind === "jobs" && request.method === "POST" && rest.length === 1)
      return await startJob(await readJson(request));
    if (kind === "jobs") return { kind: "bigquery#jobCancelResponse", job: {} };
    if (kind === "queries") return pageOf(name, url.searchParams);
    if (kind === "datasets" && name === "")
      return { datasets: [{ id: `${PROJECT}:shop`, datasetReference: { datasetId: "shop" } }] };
    if (kind === "datasets" && table === "") return { tables: await listTables(connection, name) };
    return await describe(connection, name, table);
  };

  const startJob = async (body: JobBody): Promise<object> => {
    const { jobId } = body.jobReference;
    jobs.set(jobId, await runQuery(connection, toDuckdb(body.configuration.query.query)));
    return {
      kind: "bigquery#job",
      jobReference: { ...body.jobReference, location: "US" },
      status: { state: "DONE" },
      configuration: body.configuration,
    };
  };
  const pageOf = (jobId: string, asked: URLSearchParams): object => {
    const rows = jobs.get(jobId) ?? [];
    const from = Number(asked.get("pageToken") ?? 0);
    const to = from + Math.min(PAGE_ROWS_MAX, Number(asked.get("maxResults") ?? PAGE_ROWS_MAX));
    return {
      ...{
        jobComplete: true,
        jobReference: { jobId },
        totalRows: String(rows.length),
        schema: { fields: [] },
      },
      rows: rows.slice(from, to),
      ...(to < rows.length ? { pageToken: String(to) } : {}),
    };
  };

  const server = createServer((request, response) => {
    route(request).then(
      (body) => send(response, 200, body),
      (error: unknown) => sendRefusal(response, error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bigquery: Bigquery = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: null,
    isSlow: false,
    run: async (sql) => {
      await connection.run(sql);
    },
    async ask(sql) {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRowObjects() as { [column: string]: string | null }[];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      connection.closeSync();
      instance.closeSync();
    },
  };
  return bigquery;
}

type JobBody = { jobReference: { jobId: string }; configuration: { query: { query: string } } };
class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}
const refusal = (status: number, reason: string, message: string): Refusal =>
  new Refusal(status, reason, message);

async function readJson(request: IncomingMessage): Promise<JobBody> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString());
}

async function runQuery(connection: DuckDBConnection, sql: string): Promise<Rows> {
  if (!/^\s*(select|with)\b/i.test(sql))
    throw refusal(403, "accessDenied", "Access Denied: User does not have permission to write");
  const reader = await connection.runAndReadAll(sql);
  return reader.getRows().map((row) => ({ f: row.map((value) => ({ v: toWire(value) })) }));
}

function toWire(value: unknown): string | null {
  if (value === null) return null;
  if (value instanceof DuckDBTimestampTZValue) return String(value.micros);
  if (typeof value === "object" && "bytes" in value && value.bytes instanceof Uint8Array)
    return Buffer.from(value.bytes).toString("base64");
  return String(value);
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

async function listTables(connection: DuckDBConnection, dataset: string): Promise<object[]> {
  const reader = await connection.runAndReadAll(
    `select table_name from information_schema.tables where table_catalog = '${PROJECT}' and table_schema = ${literal(dataset)} order by 1`,
  );
  return reader.getRows().map(([name]) => ({
    id: `${PROJECT}:${dataset}.${name}`,
    type: "TABLE",
    tableReference: { datasetId: dataset, tableId: name },
  }));
}

async function describe(connection: DuckDBConnection, dataset: string, table: string): Promise<object> {
  const place = `table_catalog = '${PROJECT}' and table_schema = ${literal(dataset)} and table_name = ${literal(table)}`;
  const columns = await connection.runAndReadAll(
    `select column_name, data_type, is_nullable from information_schema.columns where ${place} order by ordinal_position`,
  );
  const fields = columns
    .getRows()
    .map(([name, type, nullable]) => toField(String(name), String(type), nullable === "NO"));
  if (fields.length === 0) throw refusal(404, "notFound", `Not found: Table ${PROJECT}:${dataset}.${table}`);
  return { type: "TABLE", schema: { fields }, numRows: "0" };
}

function sendRefusal(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const isMissing = /with name .* does not exist/.test(message);
  const { status, reason } =
    error instanceof Refusal
      ? error
      : isMissing
        ? { status: 404, reason: "notFound" }
        : { status: 400, reason: "invalidQuery" };
  send(response, status, { error: { code: status, message, errors: [{ reason, message }] } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
