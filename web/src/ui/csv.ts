type Cell = string | number | boolean | null | undefined;

/** Rows as a CSV file (RFC 4180). Text that a spreadsheet would run as a formula is led by an apostrophe. */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  const text = typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
