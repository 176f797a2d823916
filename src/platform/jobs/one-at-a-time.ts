import type { Pool } from "pg";

/** Any number will do as long as every node of every version uses the same one, and nothing else does. */
const LOCK = 7_420_118_005;

/** Nodes that start at once on one empty database would each make pg-boss's schema, and all but one would fail. */
export async function oneAtATime<Value>(pool: Pool, work: () => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    return await work();
  } finally {
    // A broken connection has given its locks back already.
    const unlocked = await client.query("select pg_advisory_unlock($1)", [LOCK]).catch(() => undefined);
    client.release(unlocked === undefined);
  }
}
