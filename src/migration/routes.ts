import type { HttpFailure, RawAnswer, RawRequest, RawRoute } from "../http/index.ts";
import { rawRoute } from "../http/index.ts";
import { PERMISSIONS } from "../platform/access/index.ts";
import { answer, refuse, refuseShell } from "./answers-wire.ts";
import { change, rollback } from "./change-wire.ts";
import type { MigrationDeps } from "./deps.ts";
import { enter, enterJob, JOBS } from "./enter-wire.ts";
import { OPERATIONS } from "./operations.ts";
import { verifyCertificate } from "./run/certificate.ts";
import { start } from "./start-wire.ts";
import { jobsStore } from "./store/jobs-store.ts";
import { shownTo, viewJob } from "./view.ts";
import { answerIfNew, streamProgress } from "./watch-wire.ts";

const BODY_MAX_BYTES = 65_536;
const LIST_MAX = 200;

/** Each route checks access itself: starting takes the project token in the body, the rest a job's secret or an account. */
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

async function show(deps: MigrationDeps, request: RawRequest): Promise<RawAnswer> {
  const entered = await enterJob(deps, request, { bySecret: true });
  if (!entered.ok) return entered.failure;
  const { job, caller } = entered.value;
  return /application\/x-ndjson/i.test(request.headers.accept ?? "")
    ? streamProgress(deps, job, shownTo(caller))
    : answerIfNew(deps, job, request.headers["if-none-match"], shownTo(caller));
}

async function list(deps: MigrationDeps, request: RawRequest): Promise<RawAnswer> {
  const entered = await enter(deps, request, request.query.project_id, PERMISSIONS["migrations:read"].least);
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
  const jobs = await jobsStore(deps.db).list(Number(request.query.project_id), { limit, before });
  const next = jobs.length === limit ? (jobs.at(-1)?.createdAt.toISOString() ?? null) : null;
  return answer(200, {
    jobs: await Promise.all(jobs.map((job) => viewJob(deps, job, { usage: true }))),
    next,
  });
}

async function certificate(deps: MigrationDeps, request: RawRequest, verify: boolean): Promise<RawAnswer> {
  const entered = await enterJob(deps, request, { bySecret: true });
  if (!entered.ok) return entered.failure;
  const { job } = entered.value;
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
