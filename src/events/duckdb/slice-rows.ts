import type { DuckDBConnection } from "@duckdb/node-api";
import type { ProjectFile } from "./project-file.ts";
import { type Bound, readNumber, readRows } from "./read-rows.ts";

const BUCKETS = 1_000;

export type Axis = "time" | '"position"' | "ord";
/** Which rows: from one place of an axis on, and before another. */
export type Slice = string;
export type Where = { sql: string; params: Bound };

export type Slicing = {
  /** A place of one that holds too much is cut along the next. */
  axes: readonly Axis[];
  where: Where;
  rowsMax: number;
  /** Of long rows, `wide_rows`. Others do not count. */
  bytesMax?: number;
};
type Cutting = Slicing & { file: ProjectFile; hasWide: boolean };
type Range = { from: number; before: number };

/** Cuts rows into slices of about a size along an axis, first to last. Only what cannot be cut makes a larger one. */
export async function* sliceRows(file: ProjectFile, slicing: Slicing): AsyncGenerator<Slice> {
  const countWide = () =>
    readOnce(file, (reader) => readNumber(reader, "select count(*) from (from wide_rows limit 1)"));
  const hasWide = slicing.bytesMax !== undefined && (await countWide()) > 0;
  yield* cutAxis({ ...slicing, file, hasWide });
}

async function* cutAxis(cutting: Cutting): AsyncGenerator<Slice> {
  const { file, axes, where } = cutting;
  const [[low, high] = []] = await readOnce(file, (reader) =>
    readRows(
      reader,
      `select min(${axes[0]}), max(${axes[0]}) from event_rows where ${where.sql}`,
      where.params,
    ),
  );
  if (low === null || low === undefined) return;
  yield* cut(cutting, { from: Number(low), before: Number(high) + 1 });
}

/** Cuts a range into slices of a size: counts it in a thousand buckets, joins small ones and cuts large ones further. */
async function* cut(cutting: Cutting, whole: Range): AsyncGenerator<Slice> {
  const { axes, where, rowsMax, bytesMax = Number.POSITIVE_INFINITY } = cutting;
  const [axis, ...others] = axes;
  const width = Math.max(1, Math.ceil((whole.before - whole.from) / BUCKETS));
  const slice = (from: number, before: number): Slice => `${axis} >= ${from} and ${axis} < ${before}`;
  let { from } = whole;
  let rows = 0;
  let bytes = 0;
  for (const [bucket, moreRows, moreBytes] of await countBuckets(cutting, whole, width)) {
    const start = whole.from + Number(bucket) * width;
    const before = Math.min(start + width, whole.before);
    if (rows > 0 && (rows + Number(moreRows) > rowsMax || bytes + Number(moreBytes) > bytesMax)) {
      yield slice(from, start);
      from = start;
      rows = 0;
      bytes = 0;
    }
    rows += Number(moreRows);
    bytes += Number(moreBytes);
    if (rows <= rowsMax && bytes <= bytesMax) continue;
    if (width > 1) yield* cut(cutting, { from: start, before });
    else if (others.length === 0) yield slice(start, before);
    else {
      const here = { sql: `${where.sql} and ${axis} = ${start}`, params: where.params };
      for await (const finer of cutAxis({ ...cutting, axes: others, where: here })) {
        yield `${axis} = ${start} and ${finer}`;
      }
    }
    from = before;
    rows = 0;
    bytes = 0;
  }
  if (rows > 0) yield slice(from, whole.before);
}

/** Rows, and bytes of long rows, by the number of their bucket. */
function countBuckets({ file, axes, where, hasWide }: Cutting, { from, before }: Range, width: number) {
  const [axis] = axes;
  const rows = `select ${axis} as place, "position", ord from event_rows
    where ${where.sql} and ${axis} >= ${from} and ${axis} < ${before}`;
  return readOnce(file, (reader) =>
    readRows(
      reader,
      `select (place - ${from}) // ${width} as bucket, count(*), ${hasWide ? "coalesce(sum(bytes), 0)::BIGINT" : "0"}
       from (${rows}) ${hasWide ? 'left join wide_rows using ("position", ord)' : ""} group by bucket order by bucket`,
      where.params,
    ),
  );
}

const readOnce = <Value>(
  file: ProjectFile,
  work: (reader: DuckDBConnection) => Promise<Value>,
): Promise<Value> => file.work(() => file.read(work));
