import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { DuckDBConnection, DuckDBMaterializedResult, DuckDBPendingResult } from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";

/** How often it is looked at in the next turn of the event loop, and how often after a millisecond. */
const SOON = 2;
const SHORT = 8;

/**
 * Runs one statement that may take both threads. Whoever runs a statement in DuckDB helps with it, and while there is nothing to help
 * with, asks for more without a pause until the others are done: a fifth of the processor time of loading was this asking, on a core
 * that somebody else could have used. So here DuckDB's own threads do the work, all of it, and the event loop looks now and then
 * whether they have ended. That takes two turns of the event loop more, so short statements are run as usual.
 */
export async function runQuietly(
  connection: DuckDBConnection,
  sql: string,
): Promise<DuckDBMaterializedResult> {
  const statement = await connection.prepare(sql);
  try {
    return await resultOf(statement.start());
  } finally {
    statement.destroySync();
  }
}

/** Its connection stays open until then: of one that was closed nothing is ever heard. */
async function resultOf(pending: DuckDBPendingResult): Promise<DuckDBMaterializedResult> {
  const handle: duckdb.PendingResult = Reflect.get(pending, "pending_result");
  for (let looks = 1; ; looks += 1) {
    const state = duckdb.pending_execute_check_state(handle);
    if (state === duckdb.PendingState.RESULT_READY) break;
    if (state === duckdb.PendingState.ERROR) {
      // It says so as well of a statement that has no result and has ended.
      const message = duckdb.pending_error(handle);
      if (message === "") break;
      throw new Error(message);
    }
    if (looks <= SOON) await setImmediate();
    else await sleep(looks <= SHORT ? 1 : 3);
  }
  return (await pending.getResult()) as DuckDBMaterializedResult;
}
