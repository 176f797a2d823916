import type { Pool } from "pg";
import type { JobError } from "./job-error.ts";
import { JOBS, SCHEMA } from "./schema.ts";

/** A run that gave no sign of life for so long may be lost. */
export const LOST_AFTER_MS = 10_000;

/** Which session-level lock a live node holds. Expects a text expression that gives the node id. */
export const nodeLock = (nodeId: string): string => `hashtextextended('tributary.jobs:' || ${nodeId}, 0)`;

const LOST: JobError = { message: "the node that ran this job stopped before it was finished", stack: null };

/**
 * A crash costs an attempt: a job that kills its process must not do so for ever. `started_on` is empty when the node
 * said at its close that it leaves the run behind; then the attempt does not count.
 */
const GIVE_BACK = `
  set state = case
        when (j.output ->> 'cancelRequested')::boolean then 'cancelled'
        when j.started_on is null or j.retry_count < j.retry_limit then 'retry'
        else 'failed' end::${SCHEMA}.job_state,
      completed_on = case
        when (j.output ->> 'cancelRequested')::boolean then now()
        when j.started_on is null or j.retry_count < j.retry_limit then null
        else now() end,
      start_after = now(), heartbeat_on = null, group_tier = null, output = '${JSON.stringify(LOST)}'::jsonb`;

/** All this node left active when it last ran. Holding the node's lock proves that it no longer runs. */
const RECOVER_OWN = `
  update ${JOBS} j ${GIVE_BACK}
  where j.state = 'active' and split_part(j.group_tier, '#', 1) = $1 and j.group_tier <> $2
  returning j.name, j.id, j.state`;

/**
 * A silent run is lost only if its node's lock is free too: a process that is merely stalled keeps its connection and with it
 * the lock. Of our own runs those are lost that nobody here runs any more.
 */
const RECOVER_SILENT = `
  with silent as materialized (
    select name, id, group_tier, split_part(group_tier, '#', 1) as node from ${JOBS}
    where state = 'active' and heartbeat_on < now() - $1::float8 * interval '1 ms'
  ),
  dead as materialized (
    select node from (select distinct node from silent where node <> $2) other
    where pg_try_advisory_xact_lock(${nodeLock("node")})
  )
  update ${JOBS} j ${GIVE_BACK}
  from silent
  where j.name = silent.name and j.id = silent.id and j.state = 'active' and j.group_tier = silent.group_tier
    and j.heartbeat_on < now() - $1::float8 * interval '1 ms'
    and case when silent.node = $2 then not (silent.group_tier = $3 and silent.id = any($4::uuid[]))
             else silent.node in (select node from dead) end
  returning j.name, j.id, j.state`;

export type Recovered = { name: string; id: string; state: "retry" | "failed" | "cancelled" };

export async function recoverOwn(pool: Pool, nodeId: string, owner: string): Promise<Recovered[]> {
  return (await pool.query<Recovered>(RECOVER_OWN, [nodeId, owner])).rows;
}

export async function recoverSilent(
  pool: Pool,
  nodeId: string,
  owner: string,
  runningIds: readonly string[],
): Promise<Recovered[]> {
  return (await pool.query<Recovered>(RECOVER_SILENT, [LOST_AFTER_MS, nodeId, owner, runningIds])).rows;
}

/** Said at a close of runs that did not end in time: whoever takes them up again need not count the attempt. */
export async function leaveJobs(pool: Pool, owner: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await pool.query(
    `update ${JOBS} set started_on = null where state = 'active' and group_tier = $1 and id = any($2::uuid[])`,
    [owner, ids],
  );
}
