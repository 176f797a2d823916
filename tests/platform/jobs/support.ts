import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Pool } from "pg";
import { afterEach, inject, onTestFinished, vi } from "vitest";
import { HEARTBEAT_MS } from "../../../src/platform/jobs/heartbeat.ts";
import { type BoundJob, createJobs, type Jobs, type JobsOptions } from "../../../src/platform/jobs/index.ts";
import { silentLog } from "../../../src/platform/log.ts";

export type TestDatabase = {
  url: string;
  pool: Pool;
  /** A node on this database; closed after the test if it still runs. */
  node(options: Partial<JobsOptions>, declared: readonly BoundJob[]): Promise<Jobs>;
};

/** An empty database for each test, on the Postgres of the whole run. */
export function useDatabases(): () => Promise<TestDatabase> {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const resource of open.splice(0).reverse()) await resource.close();
  });

  return async () => {
    const name = `jobs_${randomBytes(6).toString("hex")}`;
    const server = inject("postgresUrl");
    const admin = new Client(server);
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
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

/**
 * Until the end of the test no node here makes its rounds: the look for work every few seconds, the signs of life and the sweep
 * are safety nets. What happens without them was announced, or came due, and did not wait for one.
 */
export function withoutRounds(): void {
  const real = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, "setTimeout");
  spy.mockImplementation(((work: () => void, ms = 0) =>
    ms < HEARTBEAT_MS ? real(work, ms) : real(() => undefined, ms).unref()) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
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
