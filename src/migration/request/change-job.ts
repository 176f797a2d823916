import { fail, ok, type Result } from "../../platform/result.ts";
import type { AuditLine, Caller, MigrationDeps } from "../deps.ts";
import { rollBackMigrationJob, runMigrationJob } from "../jobs.ts";
import { jobsStore } from "../store/jobs-store.ts";
import { peopleStore } from "../store/people-store.ts";
import { slicesStore } from "../store/slices-store.ts";
import type { Credentials, Job, JobState } from "../types.ts";
import { sealCredentials } from "./credentials.ts";

export type ChangeFailure =
  | { code: "wrong_state"; state: JobState; verb: string }
  | { code: "credentials_needed" }
  /** `jobId` only for an account: the holder of one job's secret learns nothing of another job. */
  | { code: "migration_running"; jobId?: string };

const find = async ({ db }: Pick<MigrationDeps, "db">, id: string): Promise<Job> => {
  const job = await jobsStore(db).find(id);
  if (job === undefined) throw new Error("a migration is gone while it was looked at");
  return job;
};

/** At once when it waits; a running one stops behind its current batch. */
export async function stopJob(
  deps: MigrationDeps,
  job: Job,
  wish: "cancel" | "pause",
  caller: Caller,
): Promise<Result<Job, ChangeFailure>> {
  const to = wish === "cancel" ? "cancelled" : "paused";
  const from: JobState[] = wish === "cancel" ? ["queued", "paused", "paused_over_limit"] : ["queued"];
  const isDone = await deps.db.transaction().execute(async (tx) => {
    const jobs = jobsStore(tx);
    if (!(await jobs.become(job.id, from, to))) return false;
    await deps.audit(tx, caller, lineOf(job, to));
    if (to === "cancelled") {
      await jobs.change(job.id, { credentials: null, wish: null, finishedAt: new Date(deps.clock.now()) });
      await peopleStore(tx).remove(job.id);
    }
    return true;
  });
  if (!isDone) {
    const now = await find(deps, job.id);
    if (now.state === to) return ok(now);
    if (now.state !== "running") return fail({ code: "wrong_state", state: now.state, verb: to });
    // Asked for twice, it is told once.
    if (now.wish !== wish) await wishFor(deps, job, wish, caller);
  }
  return ok(await find(deps, job.id));
}

const lineOf = ({ id, projectId }: Job, deed: string, after?: unknown): AuditLine => ({
  ...{ action: `migration.${deed}`, projectId, jobId: id },
  ...(after === undefined ? {} : { after }),
});

async function wishFor(
  deps: MigrationDeps,
  job: Job,
  wish: "cancel" | "pause",
  caller: Caller,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await jobsStore(tx).change(job.id, { wish });
    await deps.audit(tx, caller, lineOf(job, wish === "cancel" ? "cancelled" : "paused"));
  });
}

export type Resuming = { credentials: Credentials | undefined; allowOverLimit: boolean };

export async function resumeJob(
  deps: MigrationDeps,
  job: Job,
  { credentials, allowOverLimit }: Resuming,
  caller: Caller,
): Promise<Result<Job, ChangeFailure>> {
  if (job.credentials === null && credentials === undefined) {
    const canResume = job.state === "failed" || job.state === "completed_with_errors";
    return canResume
      ? fail({ code: "credentials_needed" })
      : fail({ code: "wrong_state", state: job.state, verb: "resumed" });
  }
  return deps.db.transaction().execute(async (tx) => {
    const jobs = jobsStore(tx);
    await jobs.lock(job.projectId);
    const busy = await jobs.findBusy(job.projectId);
    if (busy?.id === job.id) return ok(busy);
    if (busy) {
      const told = typeof caller.by === "string" ? {} : { jobId: busy.id };
      return fail({ code: "migration_running" as const, ...told });
    }
    if (
      !(await jobs.become(
        job.id,
        ["paused", "paused_over_limit", "failed", "completed_with_errors"],
        "queued",
      ))
    ) {
      return fail({ code: "wrong_state" as const, state: job.state, verb: "resumed" });
    }
    await jobs.change(job.id, {
      ...(credentials === undefined
        ? {}
        : { credentials: sealCredentials(deps.sealing, job.id, credentials) }),
      ...(allowOverLimit ? { options: { ...job.options, allowOverLimit: true } } : {}),
      // The certificate stands until something is loaded.
      ...{ error: null, wish: null, finishedAt: null },
    });
    await slicesStore(tx).beginAgain(job.id);
    const after = { allow_over_limit: allowOverLimit, credentials_given: credentials !== undefined };
    await deps.audit(tx, caller, lineOf(job, "resumed", after));
    await deps.jobs().send(runMigrationJob, { jobId: job.id, projectId: job.projectId }, { transaction: tx });
    return ok(await find({ db: tx }, job.id));
  });
}

export async function rollBackJob(
  deps: MigrationDeps,
  job: Job,
  caller: Caller,
): Promise<Result<Job, ChangeFailure>> {
  return deps.db.transaction().execute(async (tx) => {
    const jobs = jobsStore(tx);
    const from: JobState[] = [
      "completed",
      "completed_with_errors",
      "failed",
      "cancelled",
      "paused",
      "paused_over_limit",
    ];
    if (!(await jobs.become(job.id, from, "rolling_back"))) {
      return fail({ code: "wrong_state" as const, state: job.state, verb: "rolled back" });
    }
    await jobs.change(job.id, { credentials: null, finishedAt: null, error: null });
    await peopleStore(tx).remove(job.id);
    await deps.audit(tx, caller, lineOf(job, "rolled_back"));
    await deps
      .jobs()
      .send(rollBackMigrationJob, { jobId: job.id, projectId: job.projectId }, { transaction: tx });
    return ok(await find({ db: tx }, job.id));
  });
}
