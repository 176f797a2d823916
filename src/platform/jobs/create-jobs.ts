import { randomUUID } from "node:crypto";
import { Pool } from "pg";
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
const OWN_POOL_MAX = 5;
/** One is kept, and one must be left to work with. */
const POOL_MIN = 2;

export function createJobs(options: JobsOptions, declared: readonly BoundJob[]): Jobs {
  const { log, clock = systemClock, random = Math.random, metrics } = options;
  const jobs = new Map(declared.map((bound) => [bound.kind.name, bound]));
  if (jobs.size !== declared.length) throw new Error("two jobs are declared under one name");
  const pool = "pool" in options.database ? options.database.pool : openPool(options.database.url, log);
  if (pool.options.max < POOL_MIN) throw new Error(`jobs need a pool of ${POOL_MIN} connections or more`);
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
    if (!("pool" in options.database)) await pool.end();
  }

  return {
    async start() {
      await boss.start();
      const kinds = declared.map((bound) => bound.kind);
      await Promise.all([
        extendSchema(pool),
        ensureQueues(boss, kinds, options.finishedDays ?? DEFAULT_FINISHED_DAYS),
      ]);
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
      if (result.ok) node.stopRun(id, "cancelled");
      return result;
    },
    close({ timeoutMs }) {
      closed ??= shutDown(timeoutMs);
      return closed;
    },
  };
}

function openPool(url: string, log: Log): Pool {
  const pool = new Pool({ connectionString: url, max: OWN_POOL_MAX, application_name: "tributary-jobs" });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => log.warn({ reason: error.message }, "an idle database connection was lost"));
  return pool;
}
