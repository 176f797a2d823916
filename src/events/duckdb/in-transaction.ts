import type { DuckDBConnection } from "@duckdb/node-api";

/** All or nothing. However it ends, no transaction is left open: the next one could not begin. */
export async function inTransaction<Value>(
  writer: DuckDBConnection,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    await writer.run("begin");
    const value = await work();
    await writer.run("commit");
    return value;
  } catch (error) {
    // What broke the transaction counts, not that it cannot be rolled back any more.
    await writer.run("rollback").catch(() => undefined);
    throw error;
  }
}
