import type { Declaration } from "../catalog.ts";
import { toJson } from "../property-value.ts";
import { sqlText } from "./engine.ts";

/**
 * DuckDB keeps a text from this length on in blocks of its own, and for each null behind it in the same row group it reads them
 * again: one text of a megabyte and 40,000 events without the property took 40 GB, so that nobody could read any of them. A text
 * that is there, even '', ends that. So no column holds a text of this length, and `rest`, which holds them all, is never null.
 */
export const LONG_TEXT_BYTES = 4_096;

/** How long a value is, if it is a text that no column holds; 0 if not. */
export function longTextBytes(value: unknown): number {
  const bytes = typeof value === "string" ? Buffer.byteLength(value) : 0;
  return bytes >= LONG_TEXT_BYTES ? bytes : 0;
}

/** A column of a run: what it holds as SQL finds it among the rows. */
export type Cell = { column: Declaration; sql: string };

const isText = ({ column }: Cell): boolean => column.type === "varchar" || column.type === "json";
const isLong = ({ sql }: Cell): string => `strlen(${sql}) >= ${LONG_TEXT_BYTES}`;

/** What the column keeps. */
export const shortOnly = (cell: Cell): string =>
  isText(cell) ? `case when ${isLong(cell)} then null else ${cell.sql} end` : cell.sql;

/** `rest` with the long texts of these cells. Their names are in no row's `rest` yet: a property has one value. */
export function withLongTexts(cells: readonly Cell[]): string {
  const texts = cells.filter(isText);
  if (texts.length === 0) return "coalesce(rest, '')";
  const entries = texts.map((cell) => {
    const name = sqlText(`${toJson(cell.column.name)}:`);
    const value = cell.column.type === "json" ? cell.sql : `to_json(${cell.sql})::VARCHAR`;
    return `case when ${isLong(cell)} then ${name} || ${value} end`;
  });
  // The brace at each end of what is there already goes: nothing is left of what is not.
  const all = `concat_ws(',', substr(rest, 2, length(rest) - 2), ${entries.join()})`;
  return `case when ${texts.map(isLong).join(" or ")} then '{' || ${all} || '}' else coalesce(rest, '') end`;
}
