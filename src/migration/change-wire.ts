import type { RawAnswer, RawRequest } from "../http/index.ts";
import { ok, type Result } from "../platform/result.ts";
import { refuse } from "./answers-wire.ts";
import type { Caller, MigrationDeps } from "./deps.ts";
import { enterJob } from "./enter-wire.ts";
import { readJson, readWait } from "./read-wire.ts";
import { type ChangeFailure, resumeJob, rollBackJob, stopJob } from "./request/change-job.ts";
import { readCredentials, readFlag } from "./request/read-request.ts";
import type { Job } from "./types.ts";
import { shownTo } from "./view.ts";
import { answerJob, answerWhenDone } from "./watch-wire.ts";

/** Cancel, pause, resume. */
export async function change(
  deps: MigrationDeps,
  request: RawRequest,
  bytes: Buffer | undefined,
  verb: "cancel" | "pause" | "resume",
): Promise<RawAnswer> {
  const entered = await enterJob(deps, request, { bySecret: true });
  if (!entered.ok) return entered.failure;
  const { job, caller } = entered.value;
  const body: Result<unknown, RawAnswer> =
    bytes === undefined || bytes.length === 0 ? ok({}) : readJson(request, bytes);
  if (!body.ok) return body.failure;
  if (typeof body.value !== "object" || body.value === null)
    return refuse(400, "validation_error", "the body must be a JSON object");
  const changed =
    verb === "resume"
      ? await resume(deps, job, body.value as Record<string, unknown>, caller)
      : await stopJob(deps, job, verb, caller);
  if ("contentType" in changed) return changed;
  return changed.ok ? answerJob(deps, changed.value, shownTo(caller)) : refuseChange(changed.failure);
}

async function resume(
  deps: MigrationDeps,
  job: Job,
  body: Record<string, unknown>,
  caller: Caller,
): Promise<RawAnswer | Result<Job, ChangeFailure>> {
  const isGiven = Object.keys(body).some((name) => name.endsWith("_API_KEY") || name.endsWith("_API_SECRET"));
  const credentials = isGiven ? readCredentials(body, job.tool) : undefined;
  if (credentials?.ok === false) {
    const { field, message } = credentials.failure;
    return refuse(400, "validation_error", `${field}: ${message}`, { field });
  }
  const allow = readFlag(body, "ALLOW_OVER_LIMIT");
  if (!allow.ok)
    return refuse(400, "validation_error", `${allow.failure.field}: ${allow.failure.message}`, {
      field: allow.failure.field,
    });
  const resuming = { credentials: credentials?.value, allowOverLimit: allow.value };
  return resumeJob(deps, job, resuming, caller);
}

function refuseChange(failure: ChangeFailure): RawAnswer {
  switch (failure.code) {
    case "wrong_state":
      return refuse(409, failure.code, `A migration that is ${failure.state} cannot be ${failure.verb}.`);
    case "credentials_needed":
      return refuse(
        400,
        "validation_error",
        "SOURCE_API_KEY: is required again, with SOURCE_API_SECRET: they were erased when the migration ended",
        { field: "SOURCE_API_KEY" },
      );
    case "migration_running":
      return refuse(
        409,
        failure.code,
        "Another migration into this project is running; wait for its end or cancel it.",
        failure.jobId === undefined ? {} : { job_id: failure.jobId },
      );
  }
}

/** It deletes events, so it takes the role: a job's secret is not enough. */
export async function rollback(deps: MigrationDeps, request: RawRequest): Promise<RawAnswer> {
  const entered = await enterJob(deps, request, { bySecret: false });
  if (!entered.ok) return entered.failure;
  const { job, caller } = entered.value;
  const begun = await rollBackJob(deps, job, caller);
  return begun.ok
    ? answerWhenDone(deps, begun.value, readWait(request.query.wait) ?? 0, shownTo(caller))
    : refuseChange(begun.failure);
}
