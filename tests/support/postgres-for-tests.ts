import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startServer } from "../../src/cli/serve/start-server.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { silentLog } from "../../src/platform/log.ts";
import { startPostgres } from "../../src/platform/postgres/index.ts";
import { systemRandomness } from "../../src/platform/secrets.ts";
import { FIRST_ACCOUNT, TEMPLATE, testConfig } from "./test-config.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * One real Postgres for the whole run, and in it one database in which the first start has happened. Each test server gets a
 * copy of that database, which takes a few milliseconds.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-test-postgres-"));
  const postgres = await startPostgres({
    dataFolder: folder,
    log: silentLog,
    // Nothing here outlives the run: waiting for the disk would only make it slower.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
  });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();

  const template = new URL(postgres.url);
  template.pathname = `/${TEMPLATE}`;
  const dataFolder = await mkdtemp(join(tmpdir(), "tributary-test-data-"));
  const server = await startServer(
    testConfig({
      DATABASE_URL: template.href,
      DATA_DIR: dataFolder,
      BOOTSTRAP_SERVICE_ACCOUNT: FIRST_ACCOUNT,
    }),
    { clock: systemClock, randomness: systemRandomness, log: silentLog },
  );
  await server.close();
  await rm(dataFolder, { recursive: true });

  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  };
}
