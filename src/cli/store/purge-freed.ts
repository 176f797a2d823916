import type { Work } from "../backup/run-command.ts";
import { openDatabase } from "../serve/open-database.ts";
import { type RebuildCall, rebuildStore } from "./rebuild-store.ts";

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
  await control.pool.query("select pg_switch_wal()");
  await control.pool.query("checkpoint");
  if (!call.json) process.stdout.write(`Tables written anew: ${TABLES.join(", ")}.\n`);
  return 0;
}
