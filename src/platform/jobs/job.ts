import type { Static, TSchema } from "typebox";
import type { Log } from "../log.ts";

/** What a run is given besides its dependencies and its payload. */
export type JobContext = {
  /** Aborted when the job is cancelled, takes too long, loses its claim, or when this node closes. */
  signal: AbortSignal;
  log: Log;
  jobId: string;
  /** 1 for the first run. */
  attempt: number;
};

/** All that is known of a job without its code: enough to send one. */
export type JobKind<Schema extends TSchema> = {
  /** Also the name of its queue: letters, digits, `.`, `-`, `_`, `/`. */
  name: string;
  payload: Schema;
  /** Runs in all, the first included. A run whose node crashed counts; a run stopped because its node closed does not. */
  attemptsMax: number;
  /** Two jobs with one key never run at once, on any node; later ones wait their turn in the order of sending. */
  serialBy?(payload: Static<Schema>): string;
  /** While a job with this key waits for its first run, sending another is a no-op. */
  uniqueBy?(payload: Static<Schema>): string;
  /** Runs of this job at once on one node. */
  parallelMax?: number;
  timeoutMs?: number;
  /** Wait after the first failure; it doubles with each further one. */
  retryDelayMs?: number;
  retryDelayMaxMs?: number;
  schedule?: JobSchedule<Static<Schema>>;
};

/** A slot that passes while no node runs is made up for by one run, however many slots were missed. */
export type JobSchedule<Payload> = {
  /** Five fields, or six with seconds first. */
  cron: string;
  timeZone: string;
  payload: Payload;
};

export type Job<Deps, Schema extends TSchema> = JobKind<Schema> & {
  /** Running twice must be harmless: a crash between the work and its record repeats the work. */
  run(deps: Deps, payload: Static<Schema>, context: JobContext): Promise<void>;
};

/** pg-boss gives up on a job that is active for 24 hours; ours end, grace included, before that. */
const TIMEOUT_MAX_MS = 23 * 3_600_000;
const DEFAULT_TIMEOUT_MS = 6 * 3_600_000;
const DEFAULT_PARALLEL_MAX = 4;
const ATTEMPTS_MAX = 1000;
const PARALLEL_MAX = 64;
const NAME = /^[\w.\-/]{1,100}$/;

/**
 * Declares a background job.
 *
 * ```ts
 * export const syncImport = job({
 *   name: "warehouse.sync-import", payload: Type.Object({ importId: ImportId }), attemptsMax: 8,
 *   serialBy: ({ importId }) => importId,
 *   async run(deps: WarehouseDeps, { importId }, { signal, log }) { … },
 * });
 * ```
 */
export function job<Deps, Schema extends TSchema>(declaration: Job<Deps, Schema>): Job<Deps, Schema> {
  const { name, attemptsMax } = declaration;
  if (!NAME.test(name)) throw new Error(`"${name}" cannot be the name of a job`);
  checkRange(name, "attemptsMax", attemptsMax, ATTEMPTS_MAX);
  checkRange(name, "parallelMax", parallelMaxOf(declaration), PARALLEL_MAX);
  checkRange(name, "timeoutMs", timeoutMsOf(declaration), TIMEOUT_MAX_MS);
  return declaration;
}

function checkRange(name: string, option: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  throw new Error(`job ${name}: ${option} must be a whole number from 1 to ${max}, not ${value}`);
}

export const parallelMaxOf = (kind: Pick<JobKind<TSchema>, "parallelMax">): number =>
  kind.parallelMax ?? DEFAULT_PARALLEL_MAX;

export const timeoutMsOf = (kind: Pick<JobKind<TSchema>, "timeoutMs">): number =>
  kind.timeoutMs ?? DEFAULT_TIMEOUT_MS;
