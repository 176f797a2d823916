import type { Pool } from "pg";
import { JOBS } from "./schema.ts";

/** Three signs of life fit into the time after which a run may count as lost. */
export const HEARTBEAT_MS = 3_000;

const TOUCH = `
  update ${JOBS} set heartbeat_on = now()
  where state = 'active' and group_tier = $1 and id = any($2::uuid[])
  returning id, coalesce((output ->> 'cancelRequested')::boolean, false) as cancel_requested`;

export type Touched = { kept: Set<string>; cancelRequested: Set<string> };

/** Tells the other nodes that these runs are alive, and learns which of them were cancelled or taken away. */
export async function touchJobs(pool: Pool, owner: string, ids: readonly string[]): Promise<Touched> {
  const { rows } = await pool.query<{ id: string; cancel_requested: boolean }>(TOUCH, [owner, ids]);
  return {
    kept: new Set(rows.map((row) => row.id)),
    cancelRequested: new Set(rows.filter((row) => row.cancel_requested).map((row) => row.id)),
  };
}
