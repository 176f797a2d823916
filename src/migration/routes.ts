import type { HttpFailure, RawAnswer, RawRequest, RawRoute } from "../http/index.ts";
import { rawRoute } from "../http/index.ts";
import { parseJson } from "../platform/parse-json.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import { explainDoor } from "../projects/index.ts";
import { answer, partsBehind, refuse, refuseShell, unknownJob } from "./answers-wire.ts";
import type { MigrationDeps } from "./deps.ts";
import { OPERATIONS } from "./operations.ts";
import { type ChangeFailure, resumeJob, rollBackJob, stopJob } from "./request/change-job.ts";
import { readCredentials, readFlag, readRequest } from "./request/read-request.ts";
import { type StartFailure, startJob } from "./request/start-job.ts";
import { verifyCertificate } from "./run/certificate.ts";
import { jobsStore } from "./store/jobs-store.ts";
import type { Job } from "./types.ts";
import { viewJob } from "./view.ts";
import { answerJob, answerWhenDone, streamProgress } from "./watch-wire.ts";

const BODY_MAX_BYTES = 65_536;
const WAIT_DEFAULT_S = 25;
const WAIT_MAX_S = 600;
const LIST_MAX = 200;
const JOBS = "/migrate/jobs";

/** Open to everybody: what the body or the number of a job says decides. */
export function migrationRoutes(deps: MigrationDeps): RawRoute[] {
  const common = {
    tag: "Migration",
    bodyMaxBytes: BODY_MAX_BYTES,
    refuse: (failure: HttpFailure) => refuseShell(failure),
  };
  const open = (
    method: RawRoute["method"],
    url: string,
    operation: RawRoute["operation"],
    handle: (request: RawRequest, body: Buffer | undefined) => Promise<RawAnswer>,
  ): RawRoute =>
    rawRoute<undefined>({
      ...common,
      method,
      urls: [url],
      operation,
      handle: (_entered, request, body) => handle(request, body),
    });
  return [
    open("GET", "/migrate", OPERATIONS.tools, async () =>
      answer(200, { beta: true, source_tools: deps.origins.tools() }),
    ),
    open("GET", "/migrate/health", OPERATIONS.health, async () => answer(200, { healthy: true })),
    open("POST", "/migrate/:sourceTool", OPERATIONS.start, (request, body) => start(deps, request, body)),
    open("GET", JOBS, OPERATIONS.list, (request) => list(deps, request)),
    open("GET", `${JOBS}/:jobId`, OPERATIONS.show, (request) => show(deps, request)),
    open("DELETE", `${JOBS}/:jobId`, OPERATIONS.cancel, (request, body) =>
      change(deps, request, body, "cancel"),
    ),
    open("POST", `${JOBS}/:jobId/pause`, OPERATIONS.pause, (request, body) =>
      change(deps, request, body, "pause"),
    ),
    open("POST", `${JOBS}/:jobId/resume`, OPERATIONS.resume, (request, body) =>
      change(deps, request, body, "resume"),
    ),
    open("POST", `${JOBS}/:jobId/rollback`, OPERATIONS.rollback, (request) => rollback(deps, request)),
    open("GET", `${JOBS}/:jobId/certificate`, OPERATIONS.certificate, (request) =>
      certificate(deps, request, false),
    ),
    open("POST", `${JOBS}/:jobId/verify`, OPERATIONS.verify, (request) => certificate(deps, request, true)),
  ];
}

async function start(
  deps: MigrationDeps,
  request: RawRequest,
  bytes: Buffer | undefined,
): Promise<RawAnswer> {
  const [tool = ""] = partsBehind(request.path, "/migrate");
  const origin = deps.origins.find(tool);
  const tools = deps.origins.tools().map((one) => one.tool);
  if (origin === undefined)
    return refuse(
      404,
      "unknown_source_tool",
      `'${tool.slice(0, 100)}' is not a tool whose data can be migrated; these are: ${tools.join(", ")}.`,
    );
  const waitMs = readWait(request.query.wait);
  if (waitMs === undefined)
    return refuse(400, "validation_error", `wait: must be a whole number from 0 to ${WAIT_MAX_S}`, {
      field: "wait",
    });
  const body = readJson(request, bytes);
  if (!body.ok) return body.failure;
  const asked = readRequest(body.value, origin, deps.clock.now());
  if (!asked.ok) {
    const { field, message } = asked.failure;
    return refuse(
      400,
      "validation_error",
      field === "" ? message : `${field}: ${message}`,
      field === "" ? {} : { field },
    );
  }
  const signal = AbortSignal.timeout(120_000);
  const begun = await startJob(deps, origin, asked.value, { clientAddress: request.clientAddress, signal });
  if (!begun.ok) return refuseStart(begun.failure);
  return /application\/x-ndjson/i.test(request.headers.accept ?? "")
    ? streamProgress(deps, begun.value)
    : answerWhenDone(deps, begun.value, waitMs);
}

function readWait(given: string | undefined): number | undefined {
  if (given === undefined) return WAIT_DEFAULT_S * 1000;
  const seconds = /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN;
  return seconds <= WAIT_MAX_S ? seconds * 1000 : undefined;
}

function readJson({ headers }: RawRequest, bytes: Buffer | undefined): Result<unknown, RawAnswer> {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json"))
    return fail(
      refuse(
        415,
        "unsupported_media_type",
        "Send the body with the header 'Content-Type: application/json'.",
      ),
    );
  try {
    return ok(parseJson((bytes ?? Buffer.alloc(0)).toString("utf8")));
  } catch {
    return fail(refuse(400, "validation_error", "the body is not JSON"));
  }
}

function refuseStart(failure: StartFailure): RawAnswer {
  switch (failure.code) {
    case "invalid_project_token":
      return refuse(401, failure.code, "PROJECT_TOKEN: no project has this token", {
        field: "PROJECT_TOKEN",
      });
    case "migration_running":
      return refuse(
        409,
        failure.code,
        "Another migration into this project is running; wait for its end or cancel it.",
        { job_id: failure.jobId },
      );
    case "source_unauthorized":
      return refuse(401, failure.code, `SOURCE_API_KEY, SOURCE_API_SECRET: ${failure.message}`, {
        field: "SOURCE_API_KEY",
      });
    case "source_unavailable":
      return refuse(502, failure.code, `The tool's export cannot be reached: ${failure.message}`, {
        headers: { "retry-after": "60" },
      });
  }
}

const jobOf = async ({ db }: MigrationDeps, { path }: RawRequest): Promise<Job | undefined> => {
  const [id = ""] = partsBehind(path, JOBS);
  return /^[0-9a-f]{1,64}$/.test(id) ? jobsStore(db).find(id) : undefined;
};

async function show(deps: MigrationDeps, request: RawRequest): Promise<RawAnswer> {
  const job = await jobOf(deps, request);
  if (job === undefined) return unknownJob();
  return /application\/x-ndjson/i.test(request.headers.accept ?? "")
    ? streamProgress(deps, job)
    : answerJob(deps, job);
}

async function list(deps: MigrationDeps, request: RawRequest): Promise<RawAnswer> {
  const entered = await enter(deps, request, request.query.project_id, "consumer");
  if (!entered.ok) return entered.failure;
  const limit = request.query.limit === undefined ? LIST_MAX : Number(request.query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_MAX)
    return refuse(400, "validation_error", `limit: must be a whole number from 1 to ${LIST_MAX}`, {
      field: "limit",
    });
  const before = request.query.before === undefined ? undefined : new Date(request.query.before);
  if (before && Number.isNaN(before.getTime()))
    return refuse(400, "validation_error", "before: must be a moment such as 2026-01-31T00:00:00Z", {
      field: "before",
    });
  const jobs = await jobsStore(deps.db).list(entered.value, { limit, before });
  const next = jobs.length === limit ? (jobs.at(-1)?.createdAt.toISOString() ?? null) : null;
  return answer(200, { jobs: await Promise.all(jobs.map((job) => viewJob(deps, job))), next });
}

const WORDS = {
  deed: "This",
  unauthenticated:
    "Valid credentials are required: a service account's username and secret as HTTP Basic authentication.",
};

async function enter(
  { doors }: MigrationDeps,
  { id, headers, clientAddress }: RawRequest,
  projectId: string | undefined,
  least: "consumer" | "admin",
): Promise<Result<number, RawAnswer>> {
  const { authorization } = headers;
  const keys = least === "consumer" ? (["secret"] as const) : ([] as const);
  const opened = await doors.open({ authorization, projectId, least, keys, clientAddress, requestId: id });
  if (opened.ok) return ok(opened.value.projectId);
  const { status, error, headers: more } = explainDoor(opened.failure, WORDS);
  return fail(
    refuse(
      status,
      opened.failure.code === "invalid_credentials" ? "unauthenticated" : opened.failure.code,
      error,
      { headers: more },
    ),
  );
}

/** The token that began it, or whoever may import into the project. */
async function mayChange(
  deps: MigrationDeps,
  request: RawRequest,
  body: unknown,
  job: Job,
): Promise<Result<number, RawAnswer>> {
  const given = request.headers["x-project-token"] ?? (body as Record<string, unknown> | null)?.PROJECT_TOKEN;
  if (typeof given !== "string") {
    if (request.headers.authorization !== undefined)
      return enter(deps, request, String(job.projectId), "admin");
    return fail(
      refuse(
        401,
        "invalid_project_token",
        "PROJECT_TOKEN: is required, in the body or as the header X-Project-Token",
        { field: "PROJECT_TOKEN" },
      ),
    );
  }
  if ((await deps.doors.projectOf(given)) === job.projectId) return ok(job.projectId);
  return fail(
    refuse(401, "invalid_project_token", "PROJECT_TOKEN: this is not the project of the migration", {
      field: "PROJECT_TOKEN",
    }),
  );
}

async function change(
  deps: MigrationDeps,
  request: RawRequest,
  bytes: Buffer | undefined,
  verb: "cancel" | "pause" | "resume",
): Promise<RawAnswer> {
  const job = await jobOf(deps, request);
  if (job === undefined) return unknownJob();
  const body: Result<unknown, RawAnswer> =
    bytes === undefined || bytes.length === 0 ? ok({}) : readJson(request, bytes);
  if (!body.ok) return body.failure;
  if (typeof body.value !== "object" || body.value === null)
    return refuse(400, "validation_error", "the body must be a JSON object");
  const allowed = await mayChange(deps, request, body.value, job);
  if (!allowed.ok) return allowed.failure;
  const changed =
    verb === "resume"
      ? await resume(deps, job, body.value as Record<string, unknown>)
      : await stopJob(deps, job, verb);
  if ("contentType" in changed) return changed;
  return changed.ok ? answerJob(deps, changed.value) : refuseChange(changed.failure);
}

async function resume(
  deps: MigrationDeps,
  job: Job,
  body: Record<string, unknown>,
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
  return resumeJob(deps, job, { credentials: credentials?.value, allowOverLimit: allow.value });
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
        { job_id: failure.jobId },
      );
  }
}

/** It deletes, so the token, which is public, is not enough. */
async function rollback(deps: MigrationDeps, request: RawRequest): Promise<RawAnswer> {
  const job = await jobOf(deps, request);
  if (job === undefined) return unknownJob();
  const entered = await enter(deps, request, String(job.projectId), "admin");
  if (!entered.ok) return entered.failure;
  const begun = await rollBackJob(deps, job);
  return begun.ok
    ? answerWhenDone(deps, begun.value, readWait(request.query.wait) ?? WAIT_DEFAULT_S * 1000)
    : refuseChange(begun.failure);
}

async function certificate(deps: MigrationDeps, request: RawRequest, verify: boolean): Promise<RawAnswer> {
  const job = await jobOf(deps, request);
  if (job === undefined) return unknownJob();
  const entered = await enter(deps, request, String(job.projectId), "consumer");
  if (!entered.ok) return entered.failure;
  if (job.certificate === null || job.dryRun)
    return refuse(
      409,
      "no_certificate",
      job.dryRun
        ? "A dry run loads nothing, so there is nothing to certify."
        : `There is no certificate while a migration is ${job.state}.`,
    );
  if (!verify) return answer(200, job.certificate);
  return answer(200, await verifyCertificate(deps, job, AbortSignal.timeout(120_000)));
}
