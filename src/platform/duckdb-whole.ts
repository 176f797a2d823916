import { type DuckDBResult, ResultReturnType } from "@duckdb/node-api";

/**
 * Whether a result that gives no more rows has given all of them. DuckDB's library ends a stream that failed or was interrupted half-way
 * like one that is whole, and says neither that nor why; only what the result is called has changed.
 */
export const isWhole = (result: Pick<DuckDBResult, "returnType">): boolean =>
  result.returnType === ResultReturnType.QUERY_RESULT;
