import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";

/** A server that has just stopped may still be listed for a moment: Postgres clears up after the connection is gone. */
const LOOKS_MAX = 10;
const LOOK_AGAIN_MS = 100;

/** The data folder's lock keeps this node away. Another node with a folder of its own may still be at work on a shared database. */
export async function warnOfOtherNodes(pool: Pool, warn: (sentence: string) => void): Promise<void> {
  for (let looks = 1; await isConnected(pool); looks += 1) {
    if (looks < LOOKS_MAX) {
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    warn(
      "Another Tributary is connected to this database. What it changes from now on, and what its own data folder keeps, will not be in this backup.",
    );
    return;
  }
}

async function isConnected(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select from pg_stat_activity
                    where datname = current_database() and application_name in ('tributary', 'tributary-jobs')) as found`,
  );
  return rows[0]?.found ?? false;
}
