import { join } from "node:path";
import type { Log } from "../../platform/log.ts";
import type { MigrationDeps } from "../deps.ts";
import type { Origin, OriginContext } from "../origin.ts";
import { createGet } from "../origins/get.ts";
import { openCredentials } from "../request/credentials.ts";
import { jobsStore } from "../store/jobs-store.ts";
import { peopleStore } from "../store/people-store.ts";
import { slicesStore } from "../store/slices-store.ts";
import type { Job, JobError, JobState } from "../types.ts";
import { askStore, makeCertificate, type StoreAnswer } from "./certificate.ts";
import { createDownloads } from "./downloads.ts";
import { handOver } from "./hand-over.ts";
import { loadPeople } from "./load-people.ts";
import { GENERATION } from "./load-slice.ts";
import { PlanDraft } from "./plan.ts";
import { refuseTooMany } from "./refuse-too-many.ts";
import { runSlices } from "./run-slices.ts";
import { createTurns, JobFailed, JobStopped, type Turns } from "./turns.ts";

/** One migration, from wherever it was left to its end. Whatever is done twice on the way does nothing the second time. */
export async function runMigration(
  deps: MigrationDeps,
  jobId: string,
  { signal, log, isLastTry }: { signal: AbortSignal; log: Log; isLastTry: boolean },
): Promise<void> {
  const jobs = jobsStore(deps.db);
  await jobs.become(jobId, ["queued"], "running");
  const job = await jobs.find(jobId);
  if (job?.state !== "running") return;
  if (job.startedAt === null) await jobs.change(job.id, { startedAt: new Date(deps.clock.now()) });
  const turns = createTurns(deps, job);
  try {
    await runToEnd(deps, job, turns, signal);
  } catch (cause) {
    if (signal.aborted) throw cause;
    log.error({ migration: job.id, err: cause, isLastTry }, "a migration could not go on");
    if (!isLastTry) {
      // What kept it from going on may keep this from being told.
      await jobs.change(job.id, { error: TRIES_AGAIN }).catch(() => undefined);
      throw cause;
    }
    await settle(deps, job, signal).catch((err: unknown) =>
      log.error({ migration: job.id, err }, "a migration that failed could not be certified"),
    );
    await end(deps, job, turns, "failed", GAVE_UP);
  }
  log.info({ migration: job.id, projectId: job.projectId }, "a migration has come to its end");
}

async function runToEnd(deps: MigrationDeps, job: Job, turns: Turns, signal: AbortSignal): Promise<void> {
  try {
    await turns.obey();
    job.certificate = null;
    await jobsStore(deps.db).change(job.id, { certificate: null });
    await loadAll(deps, job, turns, signal);
    const { failed, failedSlices } = await slicesStore(deps.db).sum(job.id);
    await end(deps, job, turns, failed + failedSlices > 0 ? "completed_with_errors" : "completed");
  } catch (cause) {
    if (signal.aborted) throw cause;
    if (cause instanceof JobStopped) await stop(deps, job, turns, cause.to, signal);
    else if (cause instanceof JobFailed) await failFor(deps, job, turns, signal, cause);
    else throw cause;
  }
}

/** What went wrong is in the log alone: whoever knows the job's address sees these, and an error may quote an event. */
const TRIES_AGAIN = {
  code: "tries_again",
  message:
    "The server could not go on for a reason of its own, which its log names. It tries again by itself.",
};
const GAVE_UP = {
  code: "internal_error",
  message:
    "The server could not go on for a reason of its own, which its log names. Resume it, with the credentials, to try again.",
};

async function failFor(
  deps: MigrationDeps,
  job: Job,
  turns: Turns,
  signal: AbortSignal,
  { code, message }: JobError,
): Promise<void> {
  await jobsStore(deps.db).change(job.id, { error: { code, message } });
  await settle(deps, job, signal);
  await end(deps, job, turns, "failed", { code, message });
}

async function loadAll(deps: MigrationDeps, job: Job, turns: Turns, signal: AbortSignal): Promise<void> {
  const origin = deps.origins.find(job.tool);
  const credentials = openCredentials(deps.sealing, job);
  if (origin === undefined || credentials === undefined)
    throw new JobFailed(
      "credentials_lost",
      "The credentials cannot be read any more; start the migration again.",
    );
  const context = { ...credentials, url: job.originUrl, signal, get: createGet(deps.outbound, deps.times) };
  await planSlices(deps, job, origin);
  if (!job.dryRun) await show(deps, job, signal);
  const downloads = openDownloads(deps, job, origin, context);
  const run = { job, origin, downloads, turns, plan: new PlanDraft(), signal };
  try {
    if (deps.limit.mode === "refuse" && !job.dryRun && !job.options.allowOverLimit) {
      await refuseTooMany(deps, run);
    }
    await runSlices(deps, run);
  } finally {
    await downloads.close();
  }
  if (job.dryRun) {
    await loadPeople(deps, job, signal);
    await jobsStore(deps.db).change(job.id, { certificate: await run.plan.finish(deps, job) });
    return;
  }
  // Persons are Postgres's work: the store counts and sums meanwhile.
  const [answer] = await Promise.all([askWhenLoaded(deps, job, signal), loadPeople(deps, job, signal)]);
  await certify(deps, job, signal, answer);
}

const openDownloads = (deps: MigrationDeps, job: Job, origin: Origin, context: OriginContext) =>
  createDownloads(deps, { origin, context, folder: join(deps.folder, `migration-${job.id}`) });

async function planSlices({ db }: MigrationDeps, job: Job, origin: Origin): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const slices = slicesStore(tx);
    // A dry run keeps what it finds in memory: broken off, it begins anew.
    if (job.dryRun) await slices.removeAll(job.id);
    if ((await slices.sum(job.id)).total > 0) return;
    const planned = origin
      .plan(job, job.options)
      .filter(({ kind }) => kind === "events" || !job.options.eventsOnly);
    await slices.add(job.id, planned);
  });
}

/** Rows of the job are seen as they come. */
async function show(deps: MigrationDeps, job: Job, signal: AbortSignal): Promise<void> {
  const { position } = await handOver(
    () => deps.frames.append(job.projectId, [{ kind: "merge", importId: job.id, generation: GENERATION }]),
    signal,
  );
  job.position = Math.max(job.position, position);
}

/** Everything it brought can be read; then it is known what of it was new. Where a try that broke off had got to nobody noted. */
async function settle(deps: MigrationDeps, job: Job, signal: AbortSignal): Promise<void> {
  job.position = Math.max(job.position, deps.loader.status().lanes.bulk.accepted);
  if (!job.dryRun) await certify(deps, job, signal, await askWhenLoaded(deps, job, signal));
}

async function askWhenLoaded(deps: MigrationDeps, job: Job, signal: AbortSignal): Promise<StoreAnswer> {
  await untilLoaded(deps, job.position, signal);
  return askStore(deps, job, signal);
}

/** `answer`: with all events of the job. Persons may still be on their way into the profiles. */
async function certify(
  deps: MigrationDeps,
  job: Job,
  signal: AbortSignal,
  answer: StoreAnswer,
): Promise<void> {
  await untilLoaded(deps, job.position, signal);
  const certificate = await makeCertificate(deps, job, answer);
  job.certificate = certificate;
  await jobsStore(deps.db).change(job.id, { certificate });
}

async function untilLoaded({ loader }: MigrationDeps, position: number, signal: AbortSignal): Promise<void> {
  if (!(await loader.loadedUpTo(position, signal))) throw new Error("stopped while events were loaded");
}

/** What was loaded until then stays, and is certified: a paused migration may be cancelled, and then nobody runs it any more. */
async function stop(
  deps: MigrationDeps,
  job: Job,
  turns: Turns,
  to: JobStopped["to"],
  signal: AbortSignal,
): Promise<void> {
  await settle(deps, job, signal);
  await end(deps, job, turns, to);
}

async function end(
  deps: MigrationDeps,
  job: Job,
  { warnings }: Turns,
  to: JobState,
  error: JobError | null = null,
): Promise<void> {
  const { db, clock } = deps;
  const isPaused = to === "paused" || to === "paused_over_limit";
  await db.transaction().execute(async (tx) => {
    const jobs = jobsStore(tx);
    await jobs.become(job.id, ["running"], to);
    await jobs.change(job.id, {
      wish: null,
      progress: null,
      error,
      warnings: warnings(),
      ...(isPaused ? {} : { credentials: null, finishedAt: new Date(clock.now()) }),
    });
    if (!isPaused && to !== "failed") await peopleStore(tx).remove(job.id);
  });
}
