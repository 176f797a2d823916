import { setImmediate } from "node:timers/promises";
import type { CompactReport } from "../store.ts";
import type { ReachStore } from "./crash-points.ts";
import { ROW_GROUP_ROWS } from "./engine.ts";
import { inTransaction } from "./in-transaction.ts";
import type { ProjectFile } from "./project-file.ts";
import { readNumber, readRows } from "./read-rows.ts";
import type { DuckdbSettings } from "./settings.ts";
import { type Axis, type Slice, sliceRows } from "./slice-rows.ts";
import { foldLog, logIsLong } from "./upkeep.ts";

/** Of long rows, which are sorted in memory. */
const STEP_BYTES_MAX = 64 * 1024 * 1024;
/** Also the rows of one moment are cut: a table may have a date for all of them. */
const AXES: Axis[] = ["time", '"position"', "ord"];

type Options = { force?: boolean; signal?: AbortSignal };
type Compacting = { settings: DuckdbSettings; reach: ReachStore };
type Group = { min: number; max: number };
type Range = { from: number; before: number };

/**
 * Moves rows into the order of their times, where too many row groups hold the same time. A step takes the rows of a
 * slice of time, adds them again in order and removes the old ones, in one transaction: nothing has to be swapped or
 * caught up with, a crash leaves whole steps, and changes are applied between two steps. Row groups that are left empty
 * go away with the next checkpoint.
 */
export async function compactRows(
  file: ProjectFile,
  { force = false, signal }: Options,
  { settings, reach }: Compacting,
): Promise<CompactReport> {
  const groups = await file.work(() => readGroups(file));
  const depth = averageDepth(groups);
  const ranges = force ? wholeRange(groups) : crowdedRanges(groups, settings.compactDepth);
  if (ranges.length === 0) return { compacted: false, depth, rows: 0 };
  const cellsFit = Math.floor(settings.runCellsMax / Math.max(1, file.state.catalog.last));
  const rowsMax = Math.min(settings.compactRowsMax, Math.max(cellsFit, 1_000));
  let rows = 0;
  for (const { from, before } of ranges) {
    const where = { sql: `time >= ${from} and time < ${before}`, params: [] };
    for await (const slice of sliceRows(file, { axes: AXES, where, rowsMax, bytesMax: STEP_BYTES_MAX })) {
      if (signal?.aborted) return { compacted: false, depth, rows };
      rows += await file.work(() => file.lock.hold(() => moveSlice(file, slice)));
      reach("store.compaction_step");
      await file.work(() =>
        file.lock.hold(async () => {
          if (await logIsLong(file, settings)) await foldLog(file, settings, reach);
        }),
      );
      await setImmediate();
    }
  }
  await file.work(() => file.lock.hold(() => foldLog(file, settings, reach)));
  return { compacted: true, depth: averageDepth(await file.work(() => readGroups(file))), rows };
}

async function moveSlice({ writer }: ProjectFile, slice: Slice): Promise<number> {
  return await inTransaction(writer, async () => {
    const last = await readNumber(writer, "select coalesce(max(rowid), -1) from event_rows");
    const old = `${slice} and rowid <= ${last}`;
    const rows = await readNumber(writer, `select count(*) from event_rows where ${old}`);
    await writer.run(
      // Files of before format 5 have nulls, and none may follow a long text (`long-texts.ts`).
      `insert into event_rows select * replace (coalesce(rest, '') as rest)
       from event_rows where ${old} order by time, "position", ord`,
    );
    await writer.run(`delete from event_rows where ${old}`);
    return rows;
  });
}

/** Row groups by the numbers of their rows: right to within a group, since some are not full. */
async function readGroups(file: ProjectFile): Promise<Group[]> {
  const rows = await file.read((reader) =>
    readRows(reader, `select min(time), max(time) from event_rows group by rowid // ${ROW_GROUP_ROWS}`),
  );
  return rows.map(([min, max]) => ({ min: Number(min), max: Number(max) }));
}

/** How many groups hold the middle of a group's times, on average. */
export function averageDepth(groups: readonly Group[]): number {
  if (groups.length === 0) return 0;
  let overlaps = 0;
  for (const { min, max } of groups) {
    const middle = (min + max) / 2;
    for (const other of groups) if (other.min <= middle && middle <= other.max) overlaps += 1;
  }
  return overlaps / groups.length;
}

function wholeRange(groups: readonly Group[]): Range[] {
  if (groups.length === 0) return [];
  const from = groups.reduce((least, { min }) => Math.min(least, min), Number.POSITIVE_INFINITY);
  return [{ from, before: groups.reduce((most, { max }) => Math.max(most, max), from) + 1 }];
}

/**
 * The stretches of time that lie in more than so many groups, where that is worth a rewrite: more than their edges. Groups of one
 * moment cannot lie any better, however many hold it: a table of days would be rewritten for ever.
 */
export function crowdedRanges(all: readonly Group[], depthMax: number): Range[] {
  const groups = all.filter(({ min, max }) => min < max);
  const edges = groups.flatMap(({ min, max }) => [
    { at: min, step: 1 },
    { at: max + 1, step: -1 },
  ]);
  edges.sort((left, right) => left.at - right.at || left.step - right.step);
  const ranges: Range[] = [];
  let depth = 0;
  let from: number | null = null;
  for (const { at, step } of edges) {
    depth += step;
    if (from === null && depth > depthMax) from = at;
    else if (from !== null && depth <= depthMax) {
      if (at > from) ranges.push({ from, before: at });
      from = null;
    }
  }
  const middles = groups.map(({ min, max }) => (min + max) / 2);
  return ranges.filter(
    (range) => middles.filter((at) => at >= range.from && at < range.before).length > depthMax,
  );
}
