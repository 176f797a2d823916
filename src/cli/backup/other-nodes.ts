import type { Pool } from "pg";

/** The data folder's lock keeps this node away. Another node with a folder of its own may still be at work on a shared database. */
export async function warnOfOtherNodes(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select from pg_stat_activity
                    where datname = current_database() and application_name in ('tributary', 'tributary-jobs')) as found`,
  );
  if (!rows[0]?.found) return;
  process.stderr.write(
    "Another Tributary is connected to this database. What it changes from now on, and what its own data folder keeps, will not be in this backup.\n",
  );
}
