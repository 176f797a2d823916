import type { Pool } from "pg";
import { fail, ok, type Result } from "../result.ts";
import type { JobState, JobView } from "./job-view.ts";
import { findJob } from "./list-jobs.ts";
import { JOBS } from "./schema.ts";

export type ByHandFailure = { code: "job_not_found" } | { code: "job_state"; state: JobState };

const RETRY = `
  update ${JOBS}
  set state = 'retry', retry_count = 0, started_on = null, completed_on = null, start_after = now(),
      output = output - 'cancelRequested'
  where name = $1 and id = $2 and state in ('failed', 'cancelled')`;

/** Gives a failed or cancelled job all its attempts again, from now on. */
export async function retryJob(pool: Pool, id: string): Promise<Result<JobView, ByHandFailure>> {
  return change(pool, RETRY, id);
}

/**
 * A waiting job is cancelled at once. A running one is only asked: it keeps its serial key until it has really ended,
 * and its node sees the wish with its next heartbeat.
 */
const CANCEL = `
  update ${JOBS}
  set state = case when state = 'active' then state else 'cancelled' end,
      completed_on = case when state = 'active' then null else now() end,
      output = case when state = 'active'
        then coalesce(output, '{}'::jsonb) || '{"cancelRequested": true}'::jsonb else output end
  where name = $1 and id = $2 and state in ('created', 'retry', 'active')`;

/** The view tells whether it is cancelled already or still running to its end. */
export async function cancelJob(pool: Pool, id: string): Promise<Result<JobView, ByHandFailure>> {
  return change(pool, CANCEL, id);
}

async function change(pool: Pool, sql: string, id: string): Promise<Result<JobView, ByHandFailure>> {
  const before = await findJob(pool, id);
  if (before === undefined) return fail({ code: "job_not_found" });
  const changed = await pool.query(sql, [before.name, id]);
  const after = await findJob(pool, id);
  if (after === undefined) return fail({ code: "job_not_found" });
  return changed.rowCount === 1 ? ok(after) : fail({ code: "job_state", state: after.state });
}
