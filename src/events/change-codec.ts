import { fail, ok, type Result } from "../platform/result.ts";
import type { Change, CommonValues, Position } from "./change.ts";
import type { Lineage } from "./event.ts";

/**
 * The kinds of journal frames that are changes of the store. A number stands for one layout of the body for good: a new
 * layout takes a new number.
 */
export const FRAME_KINDS = {
  declare: 1,
  rows: 2,
  retract: 3,
  commit: 4,
  abandon: 5,
  erase: 6,
  tally: 7,
  // 8 is an update of profiles, which is none of the store's.
  lookup_rows: 9,
  lookup_replace: 10,
  merge: 11,
  /** Rows whose header says what they have in common. */
  common_rows: 12,
} as const;

export type ChangeFrame = { kind: number; body: readonly Buffer[] };
/** A change that has no place in the journal yet. */
export type Unplaced<Kind> = Kind extends Change ? Omit<Kind, "position"> : never;
export type DecodeFailure = { code: "unknown_frame" | "broken_frame"; position: Position; reason: string };

type RowsHeader = {
  r: number;
  s: string;
  m?: string;
  j?: string;
  n?: string;
  g?: number;
  /** Columns in use, as ranges: `[1, 19, 25, 25]` is 1 to 19 and 25. */
  c?: number[];
  /** Rows that were erased, as ranges. */
  x?: number[];
  /** What all rows have. */
  d?: CommonValues;
};

/** Rows, of events and of lookup tables, follow a line that says what they have in common; other kinds are one JSON object. */
export function encodeChange(change: Unplaced<Change>): ChangeFrame {
  const kind = FRAME_KINDS[change.kind];
  if (change.kind === "lookup_rows") {
    const { tableId, revision, types, rows } = change;
    return { kind, body: [Buffer.from(`${JSON.stringify({ tableId, revision, types })}\n`), rows] };
  }
  if (change.kind !== "rows") {
    const { kind: _, ...rest } = change;
    return { kind, body: [Buffer.from(JSON.stringify(rest))] };
  }
  const { source, importId, jobId, runId, generation } = change.lineage;
  const c = change.columns && toRanges(change.columns);
  const x = change.erased?.length ? toRanges(change.erased) : undefined;
  const d = change.common;
  const header = { r: change.receivedMs, s: source, m: importId, j: jobId, n: runId, g: generation, c, x, d };
  const rowsKind = d === undefined ? kind : FRAME_KINDS.common_rows;
  return { kind: rowsKind, body: [Buffer.from(`${JSON.stringify(header)}\n`), change.rows] };
}

export function decodeChange(kind: number, body: Buffer, position: Position): Result<Change, DecodeFailure> {
  const name = Object.entries(FRAME_KINDS).find(([, number]) => number === kind)?.[0];
  if (name === undefined) return fail({ code: "unknown_frame", position, reason: `kind ${kind}` });
  try {
    if (isRowsKind(kind)) return ok(decodeRows(body, position));
    if (kind === FRAME_KINDS.lookup_rows) {
      const end = body.indexOf(10);
      const header = JSON.parse(body.toString("utf8", 0, end));
      return ok({ ...header, kind: name, position, rows: body.subarray(end + 1) } as Change);
    }
    return ok({ ...JSON.parse(body.toString()), kind: name, position } as Change);
  } catch (error) {
    return fail({ code: "broken_frame", position, reason: String(error) });
  }
}

function decodeRows(body: Buffer, position: Position): Change {
  const end = body.indexOf(10);
  const header: RowsHeader = JSON.parse(body.toString("utf8", 0, end));
  const lineage: Lineage = {
    source: header.s,
    importId: header.m,
    jobId: header.j,
    runId: header.n,
    generation: header.g,
  };
  const columns = header.c && fromRanges(header.c);
  const erased = header.x && fromRanges(header.x);
  const rows = body.subarray(end + 1);
  const common = header.d;
  return { kind: "rows", position, receivedMs: header.r, lineage, rows, columns, erased, common };
}

export const isRowsKind = (kind: number): boolean =>
  kind === FRAME_KINDS.rows || kind === FRAME_KINDS.common_rows;

/** Far beyond what a catalog or a frame holds: keeps a broken header from filling the memory. */
const NUMBER_MAX = 10_000_000;

function toRanges(numbers: readonly number[]): number[] {
  const ranges: number[] = [];
  for (const number of numbers) {
    if (ranges.at(-1) === number - 1) ranges[ranges.length - 1] = number;
    else ranges.push(number, number);
  }
  return ranges;
}

function fromRanges(ranges: readonly number[]): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < ranges.length; at += 2) {
    const last = ranges[at + 1] ?? 0;
    if (last > NUMBER_MAX) throw new Error(`there is no column or row ${last}`);
    for (let number = ranges[at] ?? 0; number <= last; number += 1) numbers.push(number);
  }
  return numbers;
}
