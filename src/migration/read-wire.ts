import type { RawAnswer, RawRequest } from "../http/index.ts";
import { parseJson } from "../platform/parse-json.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import { explainDoor } from "../projects/index.ts";
import { partsBehind, refuse } from "./answers-wire.ts";
import type { Caller, MigrationDeps } from "./deps.ts";
import { jobsStore } from "./store/jobs-store.ts";
import type { Job } from "./types.ts";

export const JOBS = "/migrate/jobs";
const WAIT_DEFAULT_S = 25;
export const WAIT_MAX_S = 600;

/** How long to wait for the end, in milliseconds. Undefined: no number of seconds. */
export function readWait(given: string | undefined): number | undefined {
  if (given === undefined) return WAIT_DEFAULT_S * 1000;
  const seconds = /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN;
  return seconds <= WAIT_MAX_S ? seconds * 1000 : undefined;
}

export function readJson({ headers }: RawRequest, bytes: Buffer | undefined): Result<unknown, RawAnswer> {
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

export const jobOf = async ({ db }: MigrationDeps, { path }: RawRequest): Promise<Job | undefined> => {
  const [id = ""] = partsBehind(path, JOBS);
  return /^[0-9a-f]{1,64}$/.test(id) ? jobsStore(db).find(id) : undefined;
};

const WORDS = {
  deed: "This",
  unauthenticated:
    "Valid credentials are required: a service account's username and secret as HTTP Basic authentication.",
};

/** The project, and who asks. */
export type Entered = { projectId: number; caller: Caller };

/** Whoever has this role in the project. */
export async function enter(
  { doors }: MigrationDeps,
  { id, headers, clientAddress, session }: RawRequest,
  projectId: string | undefined,
  least: "consumer" | "admin",
): Promise<Result<Entered, RawAnswer>> {
  const { authorization } = headers;
  const keys = least === "consumer" ? (["secret"] as const) : ([] as const);
  const opened = await doors.open({
    ...{ authorization, session, projectId, least, keys, clientAddress },
    requestId: id,
  });
  if (opened.ok) {
    const { projectId: entered, principal } = opened.value;
    return ok({ projectId: entered, caller: { principal, requestId: id, clientAddress } });
  }
  const { status, error, headers: more } = explainDoor(opened.failure, WORDS);
  return fail(
    refuse(
      status,
      ["invalid_credentials", "session_ended"].includes(opened.failure.code)
        ? "unauthenticated"
        : opened.failure.code,
      error,
      { headers: more },
    ),
  );
}

/** Somebody with a token, which says nothing about who it is. */
export const callerOf = ({ id, clientAddress }: RawRequest): Caller => ({ requestId: id, clientAddress });

/** The token that began it, or whoever may import into the project. */
export async function mayChange(
  deps: MigrationDeps,
  request: RawRequest,
  body: unknown,
  job: Job,
): Promise<Result<Entered, RawAnswer>> {
  const given = request.headers["x-project-token"] ?? (body as Record<string, unknown> | null)?.PROJECT_TOKEN;
  if (typeof given !== "string") {
    if (request.headers.authorization !== undefined || request.session !== undefined)
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
  const { projectId } = job;
  if ((await deps.doors.projectOf(given)) === projectId) {
    return ok({ projectId, caller: callerOf(request) });
  }
  return fail(
    refuse(401, "invalid_project_token", "PROJECT_TOKEN: this is not the project of the migration", {
      field: "PROJECT_TOKEN",
    }),
  );
}
