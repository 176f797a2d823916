import { Pool } from "pg";
import type { Log } from "../log.ts";

/** One connection is kept, and one must be left to work with. */
const POOL_MIN = 2;
const OWN_POOL_MAX = 5;

/** A pool that was given belongs to whoever gave it. */
export function openPool(
  database: { pool: Pool } | { url: string },
  log: Log,
): { pool: Pool; closePool: () => Promise<void> } {
  if ("pool" in database) {
    const { pool } = database;
    if (pool.options.max < POOL_MIN) throw new Error(`jobs need a pool of ${POOL_MIN} connections or more`);
    return { pool, closePool: () => Promise.resolve() };
  }
  const pool = new Pool({
    connectionString: database.url,
    max: OWN_POOL_MAX,
    application_name: "tributary-jobs",
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => log.warn({ reason: error.message }, "an idle database connection was lost"));
  return { pool, closePool: () => pool.end() };
}
