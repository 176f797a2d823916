import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Log } from "../log.ts";
import type { BoundJob } from "./bind-job.ts";
import type { Claim } from "./claim-jobs.ts";
import { decideSettlement, type Ending } from "./decide-settlement.ts";
import { timeoutMsOf } from "./job.ts";
import { JobStopped } from "./job-stopped.ts";
import { type Settlement, settleJob } from "./settle-job.ts";

export type JobOutcome = "completed" | "retried" | "failed" | "cancelled" | "released" | "lost";

export type RunDeps = {
  pool: Pool;
  owner: string;
  log: Log;
  random: () => number;
  /** Aborted when this node has gone: a run that is still at work then has nobody left to report to. */
  gone: AbortSignal;
};

/** How long a job that was told to stop may take to clean up before its slot goes to others. */
const STOP_GRACE_MS = 30_000;

const OUTCOMES: Record<Settlement["kind"], JobOutcome> = {
  completed: "completed",
  retry: "retried",
  failed: "failed",
  cancelled: "cancelled",
  released: "released",
};

/** Runs one claimed job to its end and records it. `stop` is how everybody else tells it to end early. */
export async function runJob(
  deps: RunDeps,
  bound: BoundJob,
  claim: Claim,
  stop: AbortController,
): Promise<JobOutcome> {
  const attempt = claim.retryCount + 1;
  const log = deps.log.child({ job: claim.name, jobId: claim.id, attempt });
  const timer = setTimeout(() => stop.abort(new JobStopped("timed_out")), timeoutMsOf(bound.kind)).unref();
  const finished = new AbortController();
  const ending = await Promise.race([
    execute(bound, claim, { signal: stop.signal, log, jobId: claim.id, attempt }),
    graceAfter(stop.signal, finished.signal),
  ]);
  clearTimeout(timer);
  finished.abort();
  if (ending.kind === "deaf")
    log.error({ graceMs: STOP_GRACE_MS }, "job does not stop although it was told to");
  const stopped = stop.signal.reason instanceof JobStopped ? stop.signal.reason : undefined;
  const settlement = decideSettlement(bound.kind, attempt, ending, stopped, deps.random);
  if (deps.gone.aborted) return "released";
  if (settlement === undefined || !(await settleJob(deps, claim, settlement))) return "lost";
  logSettlement(log, settlement);
  return OUTCOMES[settlement.kind];
}

async function execute(
  bound: BoundJob,
  claim: Claim,
  context: Parameters<BoundJob["run"]>[1],
): Promise<Ending> {
  try {
    context.signal.throwIfAborted();
    const result = await bound.run(claim.payload, context);
    return result.ok ? { kind: "returned" } : { kind: "unfit", reason: result.failure.reason };
  } catch (cause) {
    return { kind: "threw", cause };
  }
}

async function graceAfter(stop: AbortSignal, finished: AbortSignal): Promise<Ending> {
  const aborted = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => aborted.resolve(), { once: true });
  await aborted.promise;
  await sleep(STOP_GRACE_MS, undefined, { signal: finished, ref: false }).catch(() => undefined);
  return { kind: "deaf" };
}

function logSettlement(log: Log, settlement: Settlement): void {
  if (settlement.kind === "retry") {
    log.warn({ reason: settlement.error.message, delayMs: settlement.delayMs }, "job failed and is retried");
  } else if (settlement.kind === "failed") {
    log.error({ reason: settlement.error.message, stack: settlement.error.stack }, "job failed");
  } else {
    log.debug({ outcome: settlement.kind }, "job ended");
  }
}
