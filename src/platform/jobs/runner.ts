import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { createAlarm } from "./alarm.ts";
import type { BoundJob } from "./bind-job.ts";
import { type Claim, claimJobs } from "./claim-jobs.ts";
import { parallelMaxOf } from "./job.ts";
import { JobStopped, type StopCode } from "./job-stopped.ts";
import { type JobOutcome, type RunDeps, runJob } from "./run-job.ts";

export type RunnerDeps = RunDeps & {
  jobs: ReadonlyMap<string, BoundJob>;
  clock: Clock;
  onClaimed(claim: Claim): void;
  onFinished(name: string, outcome: JobOutcome, seconds: number): void;
};

export type Runner = {
  start(): void;
  /** Look for work now: something was sent, ended or given back. */
  wake(): void;
  /** A run, not a job: after its end the same job may be back as another run. */
  running(): { id: string; stop(code: StopCode): void }[];
  /** Ends all runs; gives the ids of those that did not end in time and still run. */
  close(timeoutMs: number): Promise<string[]>;
};

/** Only a safety net: work is announced by notification, and deferred work by its due time. */
const POLL_MS = 5_000;

export function createRunner(deps: RunnerDeps): Runner {
  const runs = new Map<string, { claim: Claim; stop: AbortController; done: Promise<void> }>();
  const alarm = createAlarm();
  let closing = false;
  let looping: Promise<void> | undefined;

  /** Each queue has slots of its own, so that a slow job holds up nobody but its like. */
  function freeSlots(): Map<string, number> {
    const free = new Map([...deps.jobs].map(([name, { kind }]) => [name, parallelMaxOf(kind)]));
    for (const { claim } of runs.values()) free.set(claim.name, (free.get(claim.name) ?? 0) - 1);
    return new Map([...free].filter(([, slots]) => slots > 0));
  }

  async function claimRound(): Promise<number> {
    const free = freeSlots();
    if (free.size === 0) return POLL_MS;
    const { claims, nextDueMs } = await claimJobs(deps.pool, deps.owner, free);
    for (const claim of claims) begin(claim);
    return Math.min(POLL_MS, Math.max(1, Math.ceil(nextDueMs ?? POLL_MS)));
  }

  function begin(claim: Claim): void {
    const bound = deps.jobs.get(claim.name);
    if (bound === undefined) throw new Error(`claimed a job of ${claim.name}, which is not declared here`);
    const stop = new AbortController();
    // Claimed in the moment of closing: it goes back before it has begun.
    if (closing) stop.abort(new JobStopped("closing"));
    const started = deps.clock.now();
    deps.onClaimed(claim);
    const done = runJob(deps, bound, claim, stop)
      .catch((cause: unknown): JobOutcome => {
        deps.log.error(
          { err: cause, job: claim.name, jobId: claim.id },
          "end of a job could not be recorded",
        );
        return "lost";
      })
      .then((outcome) => {
        runs.delete(claim.id);
        deps.onFinished(claim.name, outcome, (deps.clock.now() - started) / 1000);
        alarm.ring();
      });
    runs.set(claim.id, { claim, stop, done });
  }

  async function loop(): Promise<void> {
    while (!closing) {
      const sleepMs = await claimRound().catch((error: unknown) => {
        deps.log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          "jobs could not be claimed",
        );
        return POLL_MS;
      });
      if (!closing) await alarm.sleep(sleepMs);
    }
  }

  return {
    start() {
      looping = loop();
    },
    wake: () => alarm.ring(),
    running: () =>
      [...runs].map(([id, { stop }]) => ({ id, stop: (code) => stop.abort(new JobStopped(code)) })),
    async close(timeoutMs) {
      closing = true;
      alarm.ring();
      for (const run of runs.values()) run.stop.abort(new JobStopped("closing"));
      const ended = new AbortController();
      const patience = sleep(timeoutMs, undefined, { signal: ended.signal }).catch(() => undefined);
      await Promise.race([
        looping?.then(() => Promise.all([...runs.values()].map((run) => run.done))),
        patience,
      ]);
      ended.abort();
      return [...runs.keys()];
    },
  };
}
