import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Static, TSchema } from "typebox";
import { type Clock, systemClock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { Result } from "../result.ts";
import type { BoundJob } from "./bind-job.ts";
import { createBoss } from "./boss.ts";
import { type ByHandFailure, cancelJob, retryJob } from "./by-hand.ts";
import { ensureQueues } from "./ensure-queues.ts";
import type { JobKind } from "./job.ts";
import { jobIds } from "./job-id.ts";
import type { JobView } from "./job-view.ts";
import { createNode } from "./jobs-node.ts";
import { findJob, type JobListQuery, type JobPage, listJobs } from "./list-jobs.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { openPool } from "./open-pool.ts";
import type { JobOutcome } from "./run-job.ts";
import { extendSchema } from "./schema.ts";
import { type SendJobOptions, type SentJob, sendJob } from "./send-job.ts";

export type JobsOptions = {
  /** One connection of a given pool is kept for as long as the jobs run. */
  database: { pool: Pool } | { url: string };
  /** The same after a restart on the same data folder, and never that of another process: it finds what a crash left. */
  nodeId?: string;
  log: Log;
  clock?: Clock;
  random?: () => number;
  /** How long finished jobs stay listed. */
  finishedDays?: number;
  metrics?: JobMetrics;
};

export type JobMetrics = { jobFinished(name: string, outcome: JobOutcome, seconds: number): void };

export type Jobs = {
  start(): Promise<void>;
  /** Throws on a payload that breaks the schema. */
  send<Schema extends TSchema>(
    job: JobKind<Schema>,
    payload: Static<Schema>,
    options?: SendJobOptions,
  ): Promise<SentJob>;
  list(query: JobListQuery): Promise<Result<JobPage, { code: "cursor_invalid" }>>;
  find(id: string): Promise<JobView | undefined>;
  retry(id: string): Promise<Result<JobView, ByHandFailure>>;
  cancel(id: string): Promise<Result<JobView, ByHandFailure>>;
  /** Running jobs are told to stop; those that do not within the time are taken up at the next start. */
  close(options: { timeoutMs: number }): Promise<void>;
};

const DEFAULT_FINISHED_DAYS = 14;
/** What a close may take beyond the bound for the runs themselves: a database that does not answer must not hold up an exit. */
const CLOSE_SLACK_MS = 5_000;

export function createJobs(options: JobsOptions, declared: readonly BoundJob[]): Jobs {
  const { log, clock = systemClock, random = Math.random, metrics } = options;
  const jobs = new Map(declared.map((bound) => [bound.kind.name, bound]));
  if (jobs.size !== declared.length) throw new Error("two jobs are declared under one name");
  const { pool, closePool } = openPool(options.database, log);
  let channel = "";
  const boss = createBoss(pool, log, (name) => {
    channel = name;
  });
  const node = createNode({
    pool,
    boss,
    jobs,
    nodeId: options.nodeId ?? randomUUID(),
    log,
    clock,
    random,
    onFinished: (name, outcome, seconds) => metrics?.jobFinished(name, outcome, seconds),
  });
  const newId = jobIds(clock);
  let closed: Promise<void> | undefined;

  async function shutDown(timeoutMs: number): Promise<void> {
    await node.close(timeoutMs);
    await boss.stop({ close: false, graceful: false });
    await closePool();
  }

  return {
    async start() {
      const kinds = declared.map((bound) => bound.kind);
      await oneAtATime(pool, async () => {
        await boss.start();
        await extendSchema(pool);
        await ensureQueues(boss, kinds, options.finishedDays ?? DEFAULT_FINISHED_DAYS);
      });
      await node.start(channel);
    },
    async send(kind, payload, sendOptions) {
      const sent = await sendJob({ boss, newId }, kind, payload, sendOptions);
      // Faster than the notification, and the only way to learn of a deferred job's due time.
      if (sent.kind === "sent" && !sendOptions?.transaction) node.wake();
      return sent;
    },
    list: (query) => listJobs(pool, query),
    find: (id) => findJob(pool, id),
    async retry(id) {
      const result = await retryJob(pool, id);
      if (result.ok) node.wake();
      return result;
    },
    async cancel(id) {
      const result = await cancelJob(pool, id);
      if (result.ok) node.cancelRun(id);
      return result;
    },
    close({ timeoutMs }) {
      closed ??= within(timeoutMs + CLOSE_SLACK_MS, shutDown(timeoutMs), log);
      return closed;
    },
  };
}

async function within(ms: number, work: Promise<void>, log: Log): Promise<void> {
  const done = new AbortController();
  const late = sleep(ms, "late" as const, { signal: done.signal }).catch(() => undefined);
  if ((await Promise.race([work, late])) === "late") log.warn({ ms }, "jobs did not close in time");
  done.abort();
}
