import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { RawAnswer } from "../http/index.ts";
import { answer } from "./answers-wire.ts";
import type { MigrationDeps } from "./deps.ts";
import { jobsStore } from "./store/jobs-store.ts";
import type { Job, JobState } from "./types.ts";
import { progressUrl, type Shown, viewJob } from "./view.ts";

const POLL_MS = 150;
const LINE_EVERY_MS = 2_000;
const AT_WORK: readonly JobState[] = ["queued", "running", "rolling_back"];
const isAtWork = ({ state }: Job): boolean => AT_WORK.includes(state);

/** Waits for the end of a job; a client that disconnects meanwhile does not stop it. */
export async function answerWhenDone(
  deps: MigrationDeps,
  begun: Job,
  waitMs: number,
  shown: Shown & { secret?: string | undefined },
): Promise<RawAnswer> {
  const until = performance.now() + waitMs;
  let job = begun;
  while (isAtWork(job) && performance.now() < until) {
    await sleep(Math.min(POLL_MS, Math.max(1, until - performance.now())));
    job = (await jobsStore(deps.db).find(begun.id)) ?? job;
  }
  return answerJob(deps, job, shown);
}

/** `secret` is given in the response that started the job, and in no other. */
export async function answerJob(
  deps: MigrationDeps,
  job: Job,
  { secret, ...shown }: Shown & { secret?: string | undefined },
): Promise<RawAnswer> {
  const once = secret === undefined ? {} : { job_secret: secret };
  if (job.error?.code === "over_limit" && job.state === "failed") {
    const body = { status: "error", error: job.error.message, type: "over_limit", job_id: job.id, ...once };
    return { status: 422, contentType: "application/json; charset=utf-8", body: JSON.stringify(body) };
  }
  const view = { ...(await viewJob(deps, job, shown)), ...once };
  const location = progressUrl(deps, job);
  return isAtWork(job)
    ? answer(202, view, { location, "retry-after": "5" })
    : answer(200, view, { location });
}

/** Whoever has seen this very state is told so, and nothing else: the time that passes is no news of a job that has ended. */
export async function answerIfNew(
  deps: MigrationDeps,
  job: Job,
  seen: string | undefined,
  shown: Shown,
): Promise<RawAnswer> {
  const given = await answerJob(deps, job, shown);
  const etag = `"${createHash("sha256").update(String(given.body)).digest("base64url")}"`;
  const headers = { ...given.headers, etag, "cache-control": "no-cache" };
  const isSeen = (seen ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
  return isSeen ? { ...given, status: 304, headers, body: "" } : { ...given, headers };
}

/** A line every two seconds; the last one is the end. The first one carries the secret of a job that was just started. */
export function streamProgress(
  deps: MigrationDeps,
  begun: Job,
  { secret, ...shown }: Shown & { secret?: string | undefined },
): RawAnswer {
  let unshown = secret;
  const lineOf = async (job: Job): Promise<string> => {
    const once = unshown === undefined ? {} : { job_secret: unshown };
    unshown = undefined;
    return `${JSON.stringify({ ...(await viewJob(deps, job, shown)), ...once })}\n`;
  };
  async function* lines() {
    let told = 0;
    for (let job: Job | undefined = begun; job !== undefined; job = await jobsStore(deps.db).find(begun.id)) {
      if (!isAtWork(job)) {
        yield await lineOf(job);
        return;
      }
      if (performance.now() - told >= LINE_EVERY_MS || told === 0) {
        told = performance.now();
        yield await lineOf(job);
      }
      await sleep(POLL_MS);
    }
  }
  return { status: 200, contentType: "application/x-ndjson", body: Readable.from(lines()) };
}
