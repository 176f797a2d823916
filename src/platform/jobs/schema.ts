import type { Pool } from "pg";

/** pg-boss owns this schema of the control database. */
export const SCHEMA = "pgboss";
/** Where pg-boss keeps the jobs of every queue that has no partition of its own; ours never have one. */
export const JOBS = `${SCHEMA}.job_common`;

/**
 * Two columns of pg-boss serve us in a way of our own:
 * `group_id` is the serial key, and `group_tier` names who runs an active job, as `<node id>#<run id>`.
 * The indexes below make the promises hold in the database itself, whatever several nodes do in the same moment.
 */
const INDEXES = [
  // Two active jobs with one serial key cannot exist.
  `create unique index if not exists tributary_serial on ${JOBS} (name, group_id)
     where state = 'active' and group_id is not null`,
  // Two waiting jobs with one unique key cannot exist; pg-boss inserts with "on conflict do nothing".
  `create unique index if not exists tributary_unique on ${JOBS} (name, singleton_key)
     where state = 'created' and singleton_key is not null and singleton_on is null`,
  // Heartbeats and the search for lost jobs read the few active rows, not the many finished ones.
  `create index if not exists tributary_active on ${JOBS} (group_tier) where state = 'active'`,
  // What failed is asked for by every health check.
  `create index if not exists tributary_failed on ${JOBS} (created_on, id) where state = 'failed'`,
];

/** Any number will do as long as every node of every version uses the same one. */
const LOCK = 7_420_118_004;

export async function extendSchema(pool: Pool): Promise<void> {
  const found = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname like 'tributary\\_%' and c.relkind = 'i'`,
    [SCHEMA],
  );
  // "If not exists" still waits for every writer of the table, so a usual start must not even ask.
  if (found.rows[0]?.count === INDEXES.length) return;
  // Without bound values this is one implicit transaction, which the lock lets one node at a time run.
  await pool.query([`select pg_advisory_xact_lock(${LOCK})`, ...INDEXES].join(";\n"));
}
