import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { BoundJob } from "./bind-job.ts";
import { every, type Repeated } from "./every.ts";
import { HEARTBEAT_MS, touchJobs } from "./heartbeat.ts";
import { createLease } from "./lease.ts";
import { LOST_AFTER_MS, leaveJobs, type Recovered, recoverOwn, recoverSilent } from "./recover-jobs.ts";
import type { JobOutcome } from "./run-job.ts";
import { createRunner } from "./runner.ts";
import { createSchedules } from "./schedules.ts";

export type NodeDeps = {
  pool: Pool;
  boss: PgBoss;
  jobs: ReadonlyMap<string, BoundJob>;
  nodeId: string;
  log: Log;
  clock: Clock;
  random: () => number;
  onFinished(name: string, outcome: JobOutcome, seconds: number): void;
};

/** The working half of a process: runs jobs, says that it lives, and takes up what dead nodes left. */
export type JobsNode = {
  start(channel: string): Promise<void>;
  wake(): void;
  cancelRun(id: string): void;
  close(timeoutMs: number): Promise<void>;
};

const NODE_ID = /^[\w.-]{1,200}$/;
const SWEEP_MS = 5_000;
const SCHEDULES_MS = 300_000;
const MAINTENANCE_MS = 600_000;

export function createNode(deps: NodeDeps): JobsNode {
  const { pool, boss, nodeId, log } = deps;
  if (!NODE_ID.test(nodeId)) throw new Error(`"${nodeId}" cannot be a node id`);
  const owner = `${nodeId}#${randomUUID()}`;
  const gone = new AbortController();
  const schedules = createSchedules(
    { ...deps, onPlaced: () => runner.wake() },
    [...deps.jobs.values()].map((bound) => bound.kind),
  );
  const runner = createRunner({
    ...deps,
    owner,
    gone: gone.signal,
    onClaimed: ({ name, startAfter }) =>
      schedules
        .follow(name, startAfter)
        .catch((error: unknown) => log.warn({ err: error, job: name }, "next slot was not placed")),
  });
  const lease = createLease({
    ...deps,
    onNotify: runner.wake,
    onHeld: async () => {
      report(await recoverOwn(pool, nodeId, owner));
      // What was announced while nobody listened.
      runner.wake();
    },
  });
  let heartbeat: Repeated | undefined;
  let chores: Repeated[] = [];

  function report(recovered: readonly Recovered[]): void {
    for (const { name, id, state } of recovered) {
      log.warn({ job: name, jobId: id, state }, "job of a stopped node was taken up");
      deps.onFinished(name, "lost", 0);
    }
    if (recovered.length > 0) runner.wake();
  }

  async function beat(): Promise<void> {
    const running = runner.running();
    if (running.length === 0) return;
    const { kept, cancelRequested } = await touchJobs(pool, owner, ids(running));
    for (const run of running) {
      if (cancelRequested.has(run.id)) run.stop("cancelled");
      // A run that ended meanwhile is missing too; stopping it has no effect.
      else if (!kept.has(run.id)) run.stop("claim_lost");
    }
  }

  async function sweep(): Promise<void> {
    // After an outage of Postgres every node reconnects. Whoever is back first must not take the others for dead.
    if (lease.heldForMs() < LOST_AFTER_MS) return;
    report(await recoverSilent(pool, nodeId, owner, ids(runner.running())));
  }

  return {
    async start(channel) {
      await Promise.all([lease.open(channel), schedules.begin()]);
      runner.start();
      heartbeat = every(HEARTBEAT_MS, "heartbeat", log, beat);
      chores = [
        every(SWEEP_MS, "sweep for lost jobs", log, sweep),
        every(SCHEDULES_MS, "schedules", log, schedules.refresh),
        every(MAINTENANCE_MS, "maintenance", log, () => boss.supervise()),
      ];
    },
    wake: runner.wake,
    cancelRun: (id) =>
      runner
        .running()
        .find((run) => run.id === id)
        ?.stop("cancelled"),
    async close(timeoutMs) {
      const [left] = await Promise.all([runner.close(timeoutMs), ...chores.map((chore) => chore.stop())]);
      await heartbeat?.stop();
      gone.abort();
      if (left.length > 0)
        log.warn({ jobIds: left }, "jobs did not end in time and are left to the next start");
      await leaveJobs(pool, owner, left).catch((error: unknown) =>
        log.warn({ err: error }, "jobs were left as lost"),
      );
      await lease.close();
    },
  };
}

const ids = (runs: readonly { id: string }[]): string[] => runs.map((run) => run.id);
