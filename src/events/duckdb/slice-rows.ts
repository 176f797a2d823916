import type { DuckDBConnection } from "@duckdb/node-api";
import type { ProjectFile } from "./project-file.ts";
import { type Bound, readRows } from "./read-rows.ts";

const BUCKETS = 1_000;

export type Axis = "time" | '"position"';
/** From one place of the axis on, and before another. */
export type Slice = { from: number; before: number };
export type Where = { sql: string; params: Bound };

type Slicing = { file: ProjectFile; axis: Axis; where: Where; rowsMax: number };

/**
 * Cuts rows into slices of about a size along an axis, first to last. Only a single place that holds more rows than that
 * makes a larger one.
 */
export async function* sliceRows(
  file: ProjectFile,
  axis: Axis,
  where: Where,
  rowsMax: number,
): AsyncGenerator<Slice> {
  const [[low, high] = []] = await readOnce(file, (reader) =>
    readRows(reader, `select min(${axis}), max(${axis}) from event_rows where ${where.sql}`, where.params),
  );
  if (low === null || low === undefined) return;
  yield* cut({ file, axis, where, rowsMax }, { from: Number(low), before: Number(high) + 1 });
}

/** Cuts a range into slices of a size: counts it in a thousand buckets, joins small ones and cuts large ones further. */
async function* cut(reading: Slicing, whole: Slice): AsyncGenerator<Slice> {
  const { file, axis, where, rowsMax } = reading;
  const width = Math.max(1, Math.ceil((whole.before - whole.from) / BUCKETS));
  const counts = await readOnce(file, (reader) =>
    readRows(
      reader,
      `select (${axis} - ${whole.from}) // ${width} as bucket, count(*) from event_rows
       where ${where.sql} and ${axis} >= ${whole.from} and ${axis} < ${whole.before} group by bucket order by bucket`,
      where.params,
    ),
  );
  let from = whole.from;
  let rows = 0;
  for (const [bucket, count] of counts) {
    const start = whole.from + Number(bucket) * width;
    if (rows > 0 && rows + Number(count) > rowsMax) {
      yield { from, before: start };
      from = start;
      rows = 0;
    }
    rows += Number(count);
    if (rows > rowsMax && width > 1) {
      yield* cut(reading, { from: start, before: Math.min(start + width, whole.before) });
      from = start + width;
      rows = 0;
    }
  }
  if (rows > 0) yield { from, before: whole.before };
}

const readOnce = <Value>(
  file: ProjectFile,
  work: (reader: DuckDBConnection) => Promise<Value>,
): Promise<Value> => file.work(() => file.read(work));
