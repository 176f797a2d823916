import type { Cell, Column } from "../connector.ts";

/** A row for somebody to look at, by the names of its columns. JSON has no NaN and no infinity: they are shown as text. */
export const shownRow = (columns: readonly Column[], cells: readonly Cell[]): Record<string, Cell> =>
  Object.fromEntries(columns.map(({ name }, at) => [name, shown(cells[at] ?? null)]));

const shown = (cell: Cell): Cell =>
  typeof cell === "number" && !Number.isFinite(cell) ? String(cell) : cell;
