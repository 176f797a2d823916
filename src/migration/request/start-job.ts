import { createHash } from "node:crypto";
import type { OutboundTimes } from "../../platform/outbound/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { randomAlphanumeric, randomHex, SECRET_LENGTH, sha256 } from "../../platform/secrets.ts";
import type { Caller, MigrationDeps } from "../deps.ts";
import { runMigrationJob } from "../jobs.ts";
import { type Origin, OriginError } from "../origin.ts";
import { createGet } from "../origins/get.ts";
import { type JobDraft, jobsStore } from "../store/jobs-store.ts";
import type { Job } from "../types.ts";
import { sameCredentials, sealCredentials, withoutSecrets } from "./credentials.ts";
import type { MigrationRequest } from "./read-request.ts";

export type StartFailure =
  | { code: "invalid_project_token" }
  /** `jobId` only for a caller who holds the running job's origin credentials. */
  | { code: "migration_running"; jobId?: string }
  | { code: "source_unauthorized"; message: string }
  | { code: "source_unavailable"; message: string };

const JOB_ID_LENGTH = 32;

/** `secret` is defined for a job that was started by this request, and shown in its response alone. */
export type Started = { job: Job; secret?: string };

/** Starts a migration, or gives the same one that runs already. The origin has accepted the credentials before it starts. */
export async function startJob(
  deps: MigrationDeps,
  origin: Origin,
  request: MigrationRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<Result<Started, StartFailure>> {
  const projectId = await deps.doors.projectOf(request.token);
  if (projectId === undefined) return fail({ code: "invalid_project_token" });
  const fingerprint = fingerprintOf(origin.tool, projectId, request);
  const busy = await jobsStore(deps.db).findBusy(projectId);
  if (busy) return tellOfRunning(deps, busy, request, fingerprint);
  const host = await findHost(deps, origin, request, signal);
  if (!host.ok) return host;
  const id = randomHex(deps.randomness, JOB_ID_LENGTH);
  const secret = randomAlphanumeric(deps.randomness, SECRET_LENGTH);
  const draft = {
    id,
    projectId,
    tool: origin.tool,
    dryRun: request.dryRun,
    region: request.region,
    fromMs: request.fromMs,
    beforeMs: request.beforeMs,
    options: request.options,
    originUrl: host.value.url,
    credentials: sealCredentials(deps.sealing, id, request.credentials),
    fingerprint,
    warnings: [
      ...request.warnings,
      ...host.value.warnings,
      ...zoneWarnings(await deps.timeZoneOf(projectId)),
    ],
    requestedBy: caller.clientAddress,
    secretDigest: sha256(secret),
  };
  return deps.db.transaction().execute(async (tx): Promise<Result<Started, StartFailure>> => {
    const jobs = jobsStore(tx);
    // Two requests at once: the second finds the first one's job.
    await jobs.lock(projectId);
    const other = await jobs.findBusy(projectId);
    if (other) return tellOfRunning(deps, other, request, fingerprint);
    await jobs.add(draft);
    await deps.audit(tx, caller, { action: "migration.started", projectId, jobId: id, after: toldOf(draft) });
    await deps.jobs().send(runMigrationJob, { jobId: id, projectId }, { transaction: tx });
    const job = await jobs.find(id);
    if (job === undefined) throw new Error("a migration that was just noted is not there");
    return ok({ job, secret });
  });
}

/** The project token is public: it says nothing of a running job unless the origin's credentials come with it. */
function tellOfRunning(
  { sealing }: Pick<MigrationDeps, "sealing">,
  job: Job,
  { credentials }: MigrationRequest,
  fingerprint: string,
): Result<Started, StartFailure> {
  if (!sameCredentials(sealing, job, credentials)) return fail({ code: "migration_running" });
  return job.fingerprint === fingerprint ? ok({ job }) : fail({ code: "migration_running", jobId: job.id });
}

/** The days that are asked for are UTC's; those of reports are the project's. */
const zoneWarnings = (timeZone: string): string[] =>
  ["UTC", "Etc/UTC", "GMT"].includes(timeZone)
    ? []
    : [
        `START_DATE and END_DATE are days in UTC; reports count days in ${timeZone}, so the first and the last of them are shown in part`,
      ];

/** What the audit log keeps of it: no key, no secret. */
const toldOf = ({ tool, dryRun, region, fromMs, beforeMs, options }: JobDraft) => ({
  ...{ source_tool: tool, dry_run: dryRun, region, options },
  from: new Date(fromMs).toISOString(),
  before: new Date(beforeMs).toISOString(),
});

/** Says whether two requests mean the same, and tells nobody the secret. */
function fingerprintOf(
  tool: string,
  projectId: number,
  { credentials, dates, dryRun, region, options }: MigrationRequest,
): string {
  const text = JSON.stringify([tool, credentials.key, projectId, dates, dryRun, region, options]);
  return createHash("sha256").update(text).digest("hex");
}

/** Somebody waits for the answer. */
const CHECK_TIMES: OutboundTimes = { connectMs: 10_000, answerMs: 60_000, idleMs: 30_000, wholeMs: 90_000 };

/** The first address that takes the credentials. Which region was meant, the origin's or ours, is not known. */
export async function findHost(
  { outbound, times }: Pick<MigrationDeps, "outbound" | "times">,
  origin: Origin,
  { credentials, region }: Pick<MigrationRequest, "credentials" | "region">,
  signal: AbortSignal,
): Promise<Result<{ url: string; warnings: string[] }, StartFailure>> {
  const get = createGet(outbound, times ?? CHECK_TIMES);
  let last: OriginError | undefined;
  for (const { url, fits } of origin.hosts(region)) {
    try {
      await origin.check({ ...credentials, url, signal, get });
      return ok({
        url,
        warnings: fits ? [] : [`these credentials belong to ${new URL(url).host}: pass REGION to say so`],
      });
    } catch (cause) {
      if (cause instanceof OriginError) last = cause;
      else if (signal.aborted) last = new OriginError("away", `${new URL(url).host} took too long to answer`);
      else throw cause;
      if (last.code !== "unauthorized") break;
    }
  }
  const message = withoutSecrets(last?.message ?? "", credentials);
  return last?.code === "unauthorized"
    ? fail({ code: "source_unauthorized", message })
    : fail({ code: "source_unavailable", message });
}
