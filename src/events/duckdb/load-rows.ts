import type { DuckDBConnection } from "@duckdb/node-api";
import type { Catalog, Declaration } from "../catalog.ts";
import type { ChangeOf, Position } from "../change.ts";
import { type CommonColumns, commonColumns } from "./common-columns.ts";
import { messageOf } from "./damage.ts";
import { sqlText } from "./engine.ts";
import { INSERT_HEX, INSERT_TEXT, ROW_HEX, ROW_TEXT } from "./id-columns.ts";
import { type Insert, insertsOf } from "./inserts-of.ts";
import { shortOnly, withLongTexts } from "./long-texts.ts";
import { REST_COLUMNS, withRoom } from "./outline.ts";
import { FIXED_COLUMNS, KEY_SQL, SQL_TYPES } from "./schema.ts";
import { numberRows, removeScratch, type WideRow, writeScratch } from "./scratch.ts";

/** A frame of rows, with the number its lineage has in the store. */
export type RunFrame = { change: ChangeOf<"rows">; lineageId: number; first: number; count: number };
/** Frames that one statement loads: all visible, or all waiting for the commit of their generations. */
export type Run = { frames: RunFrame[]; state: number };

export type UnreadableRows = { code: "unreadable_rows"; position: Position; reason: string };

type PlacedWideRow = WideRow & { position: Position };
type Reading = { writer: DuckDBConnection; scratchPath: string; catalog: Catalog };

/**
 * Adds the rows of a run to the table. DuckDB parses them in its own threads; nothing of them is looked at here. Each row group is a
 * file of its own: it is then parsed, compressed and written by one thread. Where two threads share one, its rows are put together
 * once more: 81,920 rows took 8.5 µs of processor time each on two threads from one file, and 6.8 from two.
 */
export async function loadRows(reading: Reading, run: Run): Promise<UnreadableRows | null> {
  const wide: PlacedWideRow[] = [];
  const misnumbered = numberFrames(run, wide);
  if (misnumbered !== null) return misnumbered;
  // All of them erased: DuckDB reads no empty file.
  if (run.frames.every(({ change }) => change.rows.length === 0)) return null;
  const { writer, scratchPath, catalog } = reading;
  const columns = columnsOf(run.frames, catalog);
  const common = commonColumns(
    run.frames.map(({ change }) => change.common),
    catalog,
  );
  const inserts = insertsOf(
    run.frames.map(({ change, count }) => ({ rows: change.rows, count })),
    wide.reduce((most, { bytes }) => Math.max(most, bytes), 0),
    [...common.values()].reduce((sum, { longBytes }) => sum + longBytes, 0),
  );
  try {
    await writer.run(frameMap(run));
    for (const { pieces, ...reading } of inserts) {
      await inScratch(scratchPath, pieces, (paths) =>
        writer.run(insertRows({ paths, columns, ...reading }, common, run.state)),
      );
    }
    if (wide.length > 0) await writer.run(insertWide(wide));
    return null;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return unreadable(NOT_KNOWN_YET, messageOf(error));
  }
}

async function inScratch(
  scratchPath: string,
  pieces: readonly Buffer[][],
  work: (paths: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const paths = pieces.map((_, index) => `${scratchPath}.${index}`);
  try {
    for (const [index, path] of paths.entries()) await writeScratch(path, pieces[index] ?? []);
    await work(paths);
  } finally {
    for (const path of paths) await removeScratch(path);
  }
}

/** DuckDB says that something is unreadable, not which frame: `findUnreadable` does, once nothing is at stake. */
export const NOT_KNOWN_YET: Position = -1;

function numberFrames(run: Run, wide: PlacedWideRow[]): UnreadableRows | null {
  let total = 0;
  for (const frame of run.frames) {
    frame.first = total;
    const { position, rows, erased } = frame.change;
    const found: WideRow[] = [];
    frame.count = numberRows(rows, total, found, erased);
    if (frame.count < 0) return unreadable(position, "these bytes are not rows");
    for (const row of found) wide.push({ position, ...row });
    total += frame.count;
  }
  return null;
}

export const unreadable = (position: Position, reason: string): UnreadableRows => ({
  code: "unreadable_rows",
  position,
  reason,
});

export const isUnreadable = (error: unknown): boolean =>
  /invalid input error|constraint error|conversion error|malformed json/i.test(messageOf(error));

/** Columns that no frame of the run uses stay out of it: each would cost as much as one that is used. */
function columnsOf(frames: readonly RunFrame[], catalog: Catalog): Declaration[] {
  const all = catalog.since(0);
  const used = new Set<number>();
  for (const { change } of frames) {
    if (change.columns === undefined) return all;
    for (const number of change.columns) used.add(number);
  }
  return all.filter(({ number }) => used.has(number));
}

/**
 * One row of lists, which say for each row number its frame and for each frame what its rows have in common. Looking a
 * list up costs nothing beside a join, which would have every string of the rows copied once more.
 */
function frameMap({ frames }: Run): string {
  const list = (value: (frame: RunFrame) => number) => `[${frames.map(value).join()}]`;
  return `create or replace temp table frame_map as
    select flatten(list(repeat([number::UINTEGER], count) order by number)) as frame_of,
      ${list(({ first }) => first)}::UINTEGER[] as firsts,
      ${list(({ change }) => change.position)}::BIGINT[] as positions,
      ${list(({ change }) => change.receivedMs)}::BIGINT[] as receiveds,
      ${list(({ lineageId }) => lineageId)}::INTEGER[] as lineages
    from (select unnest(range(1, ${frames.length + 1})) as number, unnest(${list(({ count }) => count)}) as count)`;
}

const ID_TEXTS: Readonly<Record<string, string>> = { i: INSERT_TEXT, k: ROW_TEXT };

type Reads = Omit<Insert, "pieces"> & { paths: readonly string[]; columns: readonly Declaration[] };

function insertRows(
  { paths, columns, rowBytes, hasOutlines }: Reads,
  common: CommonColumns,
  state: number,
): string {
  const isRead = ({ number }: Declaration) => !common.get(number)?.isAlike;
  const names = [...FIXED_COLUMNS.map(({ column }) => column), ...columns.map(({ number }) => `p${number}`)];
  const cells = columns.map((column) => ({
    column,
    sql: common.get(column.number)?.sql ?? `p${column.number}`,
  }));
  // Only a row that is long can hold a long text, or what its frame says once.
  const mayBeLong = rowBytes > 0 || [...common.values()].some(({ longBytes }) => longBytes > 0);
  const { rest, wholeRest, wholeDigest } = REST_COLUMNS;
  const keys = [
    ...FIXED_COLUMNS.map(({ key }) =>
      key === "rest" ? (hasOutlines ? rest : "whole") : (ID_TEXTS[key] ?? `"${key}"`),
    ),
    ...cells.map((cell) => (mayBeLong ? shortOnly(cell) : cell.sql)),
  ];
  const whole = mayBeLong ? withLongTexts(cells) : "coalesce(rest, '')";
  const rows = `(select *, ${whole} as whole from (
      select r.*, ${INSERT_HEX} as ih, ${ROW_HEX} as kh, frame_of[r.o + 1] as f, firsts, positions, receiveds, lineages
      from ${readJson(paths, columns.filter(isRead), rowBytes)} r, frame_map))`;
  const kept = hasOutlines ? `, ${wholeRest}, ${wholeDigest}` : "";
  return `insert into event_rows (${names.join()}, state, "position", ord, received, lineage, "key", insert_hex, row_hex
      ${kept && ", whole_rest, whole_digest"})
    select ${keys.join()}, ${state}, positions[f], o - firsts[f], receiveds[f], lineages[f],
      case when i is not null and n is null then ${KEY_SQL("e", "d", "coalesce(q, t)", "i")} end, ih, kh${kept}
    from ${hasOutlines ? withRoom(rows) : rows}`;
}

function insertWide(rows: readonly PlacedWideRow[]): string {
  const list = (value: (row: PlacedWideRow) => number) => `unnest([${rows.map(value).join()}])`;
  return `insert into wide_rows
    select ${list(({ position }) => position)}, ${list(({ order }) => order)}, ${list(({ bytes }) => bytes)}`;
}

/**
 * DuckDB parses pieces of twice the length that a row may have, each on one thread and in memory of its own. With its own 16 MiB a
 * batch of 36 MB was two pieces, one of them short.
 */
const ROW_BYTES_HIGH = 4 * 1024 * 1024;

/** `rowBytes`: no row is longer; 0 when all are short. */
function readJson(paths: readonly string[], columns: readonly Declaration[], rowBytes: number): string {
  const fixed = FIXED_COLUMNS.map(({ key, type }) => `"${key}": '${type}'`);
  const properties = columns.map(({ number, type }) => `p${number}: '${SQL_TYPES[type]}'`);
  const shape = ["o: 'UINTEGER'", "n: 'BOOLEAN'", ...fixed, ...properties].join();
  const most = Math.max(ROW_BYTES_HIGH, rowBytes + 1);
  return `read_json([${paths.map(sqlText).join()}], format = 'newline_delimited', maximum_object_size = ${most}, columns = {${shape}})`;
}

/** Which of a run's frames cannot be read: each is tried alone, and none is kept. */
export async function findUnreadable(reading: Reading, run: Run): Promise<UnreadableRows | null> {
  const { writer, scratchPath, catalog } = reading;
  for (const frame of run.frames) {
    const columns = columnsOf([frame], catalog);
    const read = columns.map(({ number }) => `count(p${number}), `).join("");
    try {
      await writeScratch(scratchPath, [frame.change.rows]);
      await writer.run(`select ${read} count(o), count(n), count(q), count(v), count(u), count(i), count(k), count(rest),
        case when bool_or(e is null or t is null or d is null)
          then error('Invalid Input Error: a row without an event, a time or a distinct id') end
        from ${readJson([scratchPath], columns, frame.change.rows.length)}`);
    } catch (error) {
      if (isUnreadable(error)) return unreadable(frame.change.position, messageOf(error));
      throw error;
    } finally {
      await removeScratch(scratchPath);
    }
  }
  return null;
}
