import type { Change } from "../change.ts";
import { meanRowBytes } from "../mean-row-bytes.ts";
import type { ApplyOptions } from "../store.ts";
import { ROW_GROUP_ROWS } from "./engine.ts";
import type { DuckdbSettings } from "./settings.ts";

type Threads = Pick<DuckdbSettings, "threads" | "wideColumns">;

/** How many threads load these changes. Many columns take memory for each; beside other work, each needs a row group of its own. */
export function threadsFor(
  { threads, wideColumns }: Threads,
  columns: number,
  changes: readonly Change[],
  { sharesCores }: ApplyOptions = {},
): number {
  if (columns > wideColumns) return 1;
  if (!sharesCores) return threads;
  return Math.max(1, Math.min(threads, Math.round(estimateRows(changes) / ROW_GROUP_ROWS)));
}

function estimateRows(changes: readonly Change[]): number {
  const rows = changes.flatMap((change) => (change.kind === "rows" ? [change.rows] : []));
  const rowBytes = meanRowBytes(rows.find(({ length }) => length > 0));
  return rowBytes === undefined ? 0 : rows.reduce((sum, { length }) => sum + length, 0) / rowBytes;
}
