import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import type { BoundJob } from "./bind-job.ts";
import { every, type Repeated } from "./every.ts";
import { HEARTBEAT_MS, touchJobs } from "./heartbeat.ts";
import type { StopCode } from "./job-stopped.ts";
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
  stopRun(id: string, code: StopCode): void;
  close(timeoutMs: number): Promise<void>;
};

const SWEEP_MS = 5_000;
const SCHEDULES_MS = 300_000;
const MAINTENANCE_MS = 600_000;

export function createNode(deps: NodeDeps): JobsNode {
  const { pool, boss, nodeId, log } = deps;
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
    onHeld: async () => report(await recoverOwn(pool, nodeId, owner)),
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
    const ids = runner.runningIds();
    if (ids.length === 0) return;
    const { kept, cancelRequested } = await touchJobs(pool, owner, ids);
    for (const id of cancelRequested) runner.stop(id, "cancelled");
    // A run that ended meanwhile is missing too; stopping it has no effect.
    for (const id of ids) if (!kept.has(id)) runner.stop(id, "claim_lost");
  }

  async function sweep(): Promise<void> {
    // After an outage of Postgres every node reconnects. Whoever is back first must not take the others for dead.
    if (lease.heldForMs() < LOST_AFTER_MS) return;
    report(await recoverSilent(pool, nodeId, owner, runner.runningIds()));
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
    stopRun: runner.stop,
    async close(timeoutMs) {
      await Promise.all(chores.map((chore) => chore.stop()));
      const left = await runner.close(timeoutMs);
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
