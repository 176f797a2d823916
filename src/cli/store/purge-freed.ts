import type { Work } from "../backup/run-command.ts";
import { openDatabase } from "../serve/open-database.ts";
import { type RebuildCall, rebuildStore } from "./rebuild-store.ts";

/** A Postgres of somebody else may not let us; then its owner has to. */
async function beginLogAnew(pool: { query(sql: string): Promise<unknown> }): Promise<void> {
  try {
    await pool.query("select pg_switch_wal()");
    await pool.query("checkpoint");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    process.stderr.write(
      `The tables are written anew, but this account may not begin Postgres's log anew (${why}). Run 'select pg_switch_wal(); checkpoint;' as its owner.\n`,
    );
  }
}

/** The tables that hold, or held, something about persons. */
const TABLES = ["profile", "profile_session", "ingestion_sample", "erasure"];

/**
 * Lets nothing that was deleted stay readable in freed pages: the store's files are made anew, and so are the tables. The log of
 * Postgres is begun anew behind them.
 */
export async function purgeFreed(call: RebuildCall, work: Work): Promise<number> {
  const code = await rebuildStore(call, work);
  if (code !== 0) return code;
  const { control } = await openDatabase(call.config, call.folder, work.closers, work.log);
  for (const table of TABLES) {
    work.signal.throwIfAborted();
    await control.pool.query(`vacuum (full, analyze) ${table}`);
  }
  await beginLogAnew(control.pool);
  if (!call.json) process.stdout.write(`Tables written anew: ${TABLES.join(", ")}.\n`);
  return 0;
}
