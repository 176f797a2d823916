import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Pool } from "pg";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type BoundJob, createJobs, type Jobs, type JobsOptions } from "../../../src/platform/jobs/index.ts";
import { silentLog } from "../../../src/platform/log.ts";
import { type RunningPostgres, startPostgres } from "../../../src/platform/postgres/index.ts";

export type TestDatabase = {
  url: string;
  pool: Pool;
  /** A node on this database; closed after the test if it still runs. */
  node(options: Partial<JobsOptions>, declared: readonly BoundJob[]): Promise<Jobs>;
};

/** One Postgres per test file, one empty database per test. */
export function useDatabases(): () => Promise<TestDatabase> {
  let folder = "";
  let server: RunningPostgres | undefined;
  let count = 0;
  const open: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tributary-test-jobs-"));
    server = await startPostgres({ dataFolder: folder, log: silentLog });
  });
  afterEach(async () => {
    for (const resource of open.splice(0).reverse()) await resource.close();
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  return async () => {
    if (server === undefined) throw new Error("the test server does not run");
    const name = `jobs_${++count}`;
    const admin = new Client(server.url);
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
    const pool = new Pool({ connectionString: url, max: 10 });
    pool.on("error", () => undefined);
    open.push({ close: () => pool.end() });
    return {
      url,
      pool,
      async node(options, declared) {
        const jobs = createJobs({ database: { url }, log: silentLog, ...options }, declared);
        open.push({ close: () => jobs.close({ timeoutMs: 100 }) });
        await jobs.start();
        return jobs;
      },
    };
  };
}

const UNTIL_MAX_MS = 30_000;

export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  maxMs = UNTIL_MAX_MS,
): Promise<void> {
  const end = Date.now() + maxMs;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`did not happen within ${maxMs} ms: ${what}`);
    await sleep(10);
  }
}

/** The id of a job that must have been sent. */
export function idOf(sent: Awaited<ReturnType<Jobs["send"]>>): string {
  if (sent.kind !== "sent") throw new Error("the job was not sent");
  return sent.jobId;
}
