import { type CountedRows, cutRows, groupRows, partLong } from "./cut-rows.ts";
import { ROW_GROUP_ROWS } from "./engine.ts";
import { REST_BYTES_MAX } from "./outline.ts";

/** Making outlines takes many times the memory of their rows: with 8 MiB of them 450 MB were not enough, with this 200 are. */
const LONG_ROWS_BYTES = 2 * 1024 * 1024;

/** What one statement inserts. `rowBytes`: no row is longer; 0 when all are short. */
export type Insert = { pieces: Buffer[][]; rowBytes: number; hasOutlines: boolean };

/** All rows with one statement, but those that may need an outline a few at a time. `commonBytes`: of long texts that every row has. */
export function insertsOf(frames: readonly CountedRows[], rowBytes: number, commonBytes: number): Insert[] {
  const shortMax = REST_BYTES_MAX - commonBytes;
  if (rowBytes <= shortMax)
    return [{ pieces: cutRows(frames, ROW_GROUP_ROWS), rowBytes, hasOutlines: false }];
  const parts = frames.map(({ rows }) => partLong(rows, shortMax));
  const short = cutRows(
    parts.flatMap((part) => part.short),
    ROW_GROUP_ROWS,
  );
  const long = groupRows(
    parts.flatMap((part) => part.long),
    LONG_ROWS_BYTES,
    commonBytes,
  );
  return [
    ...(short.length > 0 ? [{ pieces: short, rowBytes: shortMax, hasOutlines: false }] : []),
    ...long.map((piece) => ({ pieces: [piece], rowBytes, hasOutlines: true })),
  ];
}
