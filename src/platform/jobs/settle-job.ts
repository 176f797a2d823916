import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { Log } from "../log.ts";
import type { Claim } from "./claim-jobs.ts";
import type { JobError } from "./job-error.ts";
import { JOBS, SCHEMA } from "./schema.ts";

/** How a run ended, for the row. */
export type Settlement =
  | { kind: "completed" }
  | { kind: "retry"; delayMs: number; error: JobError }
  | { kind: "failed"; error: JobError }
  | { kind: "cancelled"; error: JobError }
  /** Given back unfinished, at once and without costing an attempt. */
  | { kind: "released" };

const STATES = {
  completed: "completed",
  retry: "retry",
  failed: "failed",
  cancelled: "cancelled",
  released: "retry",
};

const SETTLE = `
  update ${JOBS}
  set state = $5::${SCHEMA}.job_state,
      start_after = case when $5::text = 'retry' then now() + $6::float8 * interval '1 ms' else start_after end,
      completed_on = case when $5::text = 'retry' then null else now() end,
      started_on = case when $7::boolean then null else started_on end,
      output = case when $7::boolean then output else $8::jsonb end,
      heartbeat_on = null, group_tier = null
  where name = $1 and id = $2 and state = 'active' and group_tier = $3 and retry_count = $4`;

/** Together about a minute: longer than a restart of Postgres. Past that, the sweep for lost jobs gives it back. */
const WAITS_MS = [100, 500, 2_000, 5_000, 10_000, 20_000, 20_000];

/** False when the claim was lost meanwhile; the row then belongs to somebody else and stays as it is. */
export async function settleJob(
  { pool, owner, gone, log }: { pool: Pool; owner: string; gone: AbortSignal; log: Log },
  claim: Claim,
  settlement: Settlement,
): Promise<boolean> {
  const values = [
    claim.name,
    claim.id,
    owner,
    claim.retryCount,
    STATES[settlement.kind],
    settlement.kind === "retry" ? settlement.delayMs : 0,
    settlement.kind === "released",
    "error" in settlement ? JSON.stringify(settlement.error) : null,
  ];
  for (const waitMs of WAITS_MS) {
    try {
      return (await pool.query(SETTLE, values)).rowCount === 1;
    } catch (error) {
      if (gone.aborted) throw error;
      log.warn({ err: error, job: claim.name, jobId: claim.id, waitMs }, "end of a job is recorded later");
      await sleep(waitMs, undefined, { ref: false });
    }
  }
  return (await pool.query(SETTLE, values)).rowCount === 1;
}
