import type { Change } from "../change.ts";
import { meanRowBytes } from "../mean-row-bytes.ts";
import type { ApplyOptions } from "../store.ts";
import { ROW_GROUP_ROWS, type ThreadUse } from "./engine.ts";
import type { DuckdbSettings } from "./settings.ts";

type Threads = Pick<DuckdbSettings, "threads" | "cores" | "wideColumns">;

/**
 * A thread that ends gives its memory back, and the next one has to get it anew: 0.7 µs an event where each large batch had one end.
 * And behind the last batch of a migration its persons come. A question ends it.
 */
const REST_MS = 3_000;

/**
 * How many threads load these changes. Many columns take memory for each. Beside other work each needs a row group of its own, and
 * one core stays with that work: a thread that is done asks for more without a pause until the other is done as well, and of two
 * threads on two cores one is always kept waiting by whatever else runs there. A migration of 2 million events took 26.2 µs of
 * processor time an event on two threads and 21.1 on one (medians of three, turn about), at 65,660 and 79,916 events/s.
 */
export function threadsFor(
  { threads, cores, wideColumns }: Threads,
  columns: number,
  changes: readonly Change[],
  { sharesCores }: ApplyOptions = {},
): ThreadUse {
  const rowGroups = Math.round(estimateRows(changes) / ROW_GROUP_ROWS);
  // Small batches go on for as long as events come in: questions are not to have fewer threads all that time.
  const restMs = rowGroups > 0 ? REST_MS : 0;
  if (columns > wideColumns) return { count: 1, restMs };
  if (!sharesCores) return { count: threads, restMs: 0 };
  return { count: Math.max(1, Math.min(threads, cores - 1, rowGroups)), restMs };
}

function estimateRows(changes: readonly Change[]): number {
  const rows = changes.flatMap((change) => (change.kind === "rows" ? [change.rows] : []));
  const rowBytes = meanRowBytes(rows.find(({ length }) => length > 0));
  return rowBytes === undefined ? 0 : rows.reduce((sum, { length }) => sum + length, 0) / rowBytes;
}
