/** Results as a person reads them: a list is a table, a record is lines of key and value. */
export function render(results: unknown, columns: readonly string[] | undefined): string {
  if (results === undefined) return "Done.\n";
  if (Array.isArray(results)) return renderTable(results, columns);
  if (typeof results === "object" && results !== null) return renderRecord(results);
  return `${String(results)}\n`;
}

function renderTable(rows: readonly unknown[], columns: readonly string[] = []): string {
  if (rows.length === 0) return "None.\n";
  const cells = [
    columns,
    ...rows.map((row) => columns.map((column) => cell((row as Record<string, unknown>)[column]))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => (line[index] ?? "").length)));
  return cells
    .map(
      (line) =>
        `${line
          .map((text, index) => text.padEnd(widths[index] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function renderRecord(record: object): string {
  const entries = Object.entries(record);
  const width = Math.max(...entries.map(([key]) => key.length));
  return entries.map(([key, value]) => `${key.padEnd(width)}  ${cell(value)}\n`).join("");
}

export const renderLine = (values: readonly unknown[]): string => `${values.map(cell).join("  ")}\n`;

function cell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  // What a server sends may hold control characters; a terminal would obey them.
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/[\p{Cc}]/gu, "?");
}
