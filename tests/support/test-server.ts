import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { type RunningServer, type ServerDeps, startServer } from "../../src/cli/serve/start-server.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { Config } from "../../src/platform/config/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { systemRandomness } from "../../src/platform/secrets.ts";
import { FIRST_CREDENTIALS, TEMPLATE, testConfig } from "./test-config.ts";

export type Answer = { status: number; headers: Headers; body: Body };
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape; the server checks each against its schema.
type Body = any;

export type CallOptions = {
  /** `username:secret`; the first account when left out, nobody when null. */
  as?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
};

export type TestServer = {
  url: string;
  running: RunningServer;
  databaseUrl: string;
  dataFolder: string;
  /** `operator:…`, the credential of the data folder. */
  operator: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
};

export type TestServerOptions = {
  config?: Partial<Config>;
  deps?: Partial<ServerDeps>;
  /** Another server's database or folder, for tests of several nodes and of restarts. */
  databaseUrl?: string;
  dataFolder?: string;
  /** An empty database instead of a copy of the prepared one. */
  empty?: boolean;
};

/** The real server on a free port, on a database and a data folder of its own. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const databaseUrl = options.databaseUrl ?? (await createDatabase(options.empty ? "template1" : TEMPLATE));
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), "tributary-test-data-")));
  const config = testConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataFolder, ...options.config });
  const running = await startServer(config, {
    clock: systemClock,
    randomness: systemRandomness,
    log: silentLog,
    verifyAnswers: true,
    ...options.deps,
  });
  return {
    url: running.localUrl,
    running,
    databaseUrl,
    dataFolder,
    operator: `operator:${running.operatorCredential}`,
    call: (method, path, more) => call(running.localUrl, method, path, more),
    async close() {
      await running.close();
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Paths that do not start with a slash are below `/api/app/`. */
export async function call(
  url: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const { as = FIRST_CREDENTIALS, body, headers = {} } = options;
  const response = await fetch(`${url}${path.startsWith("/") ? path : `/api/app/${path}`}`, {
    method,
    headers: {
      ...(as === null ? {} : { authorization: `Basic ${Buffer.from(as).toString("base64")}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== "" ? JSON.parse(text) : text,
  };
}

let databases = 0;

export async function createDatabase(template: string): Promise<string> {
  databases += 1;
  const name = `test_${process.pid}_${databases}`;
  const client = new Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${template}`);
  } finally {
    await client.end();
  }
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}
