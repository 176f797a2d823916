import type { RawAnswer, RawRequest } from "../http/index.ts";
import { partsBehind, refuse } from "./answers-wire.ts";
import type { Caller, MigrationDeps } from "./deps.ts";
import { enter } from "./enter-wire.ts";
import { readJson, readWait, WAIT_MAX_S } from "./read-wire.ts";
import { type MigrationRequest, readRequest } from "./request/read-request.ts";
import { type StartFailure, startJob } from "./request/start-job.ts";
import { answerWhenDone, streamProgress } from "./watch-wire.ts";

/** `POST /migrate/<tool>`, from its body to its answer. */
export async function start(
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
  const begun = await startJob(deps, origin, asked.value, await whoAsks(deps, request, asked.value), signal);
  if (!begun.ok) return refuseStart(begun.failure);
  const { job, secret } = begun.value;
  return /application\/x-ndjson/i.test(request.headers.accept ?? "")
    ? streamProgress(deps, job, { secret, usage: false })
    : answerWhenDone(deps, job, waitMs, { secret, usage: false });
}

/** A signed-in member is named in the audit log; the token alone is enough to start. */
async function whoAsks(
  deps: MigrationDeps,
  request: RawRequest,
  { token }: Pick<MigrationRequest, "token">,
): Promise<Caller> {
  const projectId = request.session === undefined ? undefined : await deps.doors.projectOf(token);
  const byToken: Caller = {
    by: "project token",
    requestId: request.id,
    clientAddress: request.clientAddress,
  };
  if (projectId === undefined) return byToken;
  const entered = await enter(deps, request, projectId, "consumer");
  return entered.ok ? entered.value : byToken;
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
        failure.jobId === undefined ? {} : { job_id: failure.jobId },
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
