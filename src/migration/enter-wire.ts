import type { RawAnswer, RawRequest } from "../http/index.ts";
import { PERMISSIONS, type ProjectRole } from "../platform/access/index.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import { sameDigest, sha256 } from "../platform/secrets.ts";
import { explainDoor } from "../projects/index.ts";
import { partsBehind, refuse, unknownJob } from "./answers-wire.ts";
import type { Caller, MigrationDeps } from "./deps.ts";
import { jobsStore } from "./store/jobs-store.ts";
import type { Job } from "./types.ts";

export const JOBS = "/migrate/jobs";

const WORDS = {
  deed: "This",
  unauthenticated:
    "Valid credentials are required: a service account's username and secret as HTTP Basic authentication.",
};

/** An account with at least this role in the project. */
export async function enter(
  { doors }: Pick<MigrationDeps, "doors">,
  { id, headers, clientAddress, session }: RawRequest,
  projectId: number | string | undefined,
  least: ProjectRole,
): Promise<Result<Caller, RawAnswer & { code: string }>> {
  const { authorization } = headers;
  const opened = await doors.open({
    ...{ authorization, session, least, keys: [], clientAddress, requestId: id },
    projectId: projectId === undefined ? undefined : String(projectId),
  });
  if (opened.ok) {
    const { principal } = opened.value;
    if (principal === undefined) throw new Error("no key of a project opens the migration service");
    return ok({ by: principal, requestId: id, clientAddress });
  }
  const { code } = opened.failure;
  const { status, error, headers: more } = explainDoor(opened.failure, WORDS);
  const type = ["invalid_credentials", "session_ended"].includes(code) ? "unauthenticated" : code;
  return fail({ ...refuse(status, type, error, { headers: more }), code });
}

export type EnteredJob = { job: Job; caller: Caller };

/**
 * The job that the path names, for a client that holds its secret or an admin of its project. A job that does not exist and one
 * that is not the caller's give the same response, so that ids cannot be probed.
 */
export async function enterJob(
  deps: MigrationDeps,
  request: RawRequest,
  { bySecret }: { bySecret: boolean },
): Promise<Result<EnteredJob, RawAnswer>> {
  const secret = bySecret ? request.headers["x-job-secret"] : undefined;
  const hasAccount = request.headers.authorization !== undefined || request.session !== undefined;
  if (secret === undefined && !hasAccount) return fail(bySecret ? NO_KEY : NO_ACCOUNT);
  const job = await findJob(deps, request);
  if (job !== undefined && holdsSecret(job, secret)) {
    const { id: requestId, clientAddress } = request;
    return ok({ job, caller: { by: "job secret", requestId, clientAddress } });
  }
  if (!hasAccount) return fail(unknownJob());
  // For an unknown job too: credentials that do not hold are refused before anything is said about ids.
  const entered = await enter(
    deps,
    request,
    job?.projectId ?? NO_PROJECT,
    PERMISSIONS["migrations:write"].least,
  );
  if (entered.ok && job !== undefined) return ok({ job, caller: entered.value });
  return fail(entered.ok || entered.failure.code === "no_access" ? unknownJob() : entered.failure);
}

/** No project has it: identities begin at 1. */
const NO_PROJECT = 0;

const NO_ACCOUNT = refuse(401, "unauthenticated", WORDS.unauthenticated);
const NO_KEY = refuse(
  401,
  "unauthenticated",
  "Send the job's secret as the header X-Job-Secret (`job_secret` of the response that started the migration), or credentials of a project admin. The project token only starts migrations.",
);

function holdsSecret({ secretDigest }: Job, given: string | string[] | undefined): boolean {
  return secretDigest !== null && typeof given === "string" && sameDigest(secretDigest, sha256(given));
}

async function findJob({ db }: Pick<MigrationDeps, "db">, { path }: RawRequest): Promise<Job | undefined> {
  const [id = ""] = partsBehind(path, JOBS);
  return /^[0-9a-f]{1,64}$/.test(id) ? jobsStore(db).find(id) : undefined;
}
