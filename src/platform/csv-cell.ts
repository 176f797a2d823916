type Cell = string | number | boolean | null | undefined;

/**
 * A spreadsheet takes a cell that begins so for a formula, also behind a tab or a line end. It gets an apostrophe in front; so does a
 * text that has one already, so that reading takes away exactly what writing added.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A cell of a file that people open in a spreadsheet (RFC 4180). The one way such a cell is written. */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return "";
  const safe = typeof value === "string" && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join()}\r\n`;

/** The text of a cell that `csvCell` wrote, once the quotes are off. */
export const readCsvCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
