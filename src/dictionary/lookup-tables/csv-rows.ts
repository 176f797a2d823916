/** A row of a CSV file, or what is wrong with it. */
export type CsvRow = { cells: string[] } | { fault: string };

const NOT_CLOSED = "invalid row: a quoted field is not closed";
const AFTER_QUOTE = "invalid row: a closing quote must end its field";
const BARE_QUOTE = "invalid row: a field with a quote in it must be quoted";
const TOO_LONG = "invalid row: longer than 1 MiB";
const ROW_CHARS_MAX = 1024 * 1024;

/** RFC 4180, a piece of text at a time: rows end with a line feed, with or without a carriage return. Empty lines are no rows. */
export class CsvRows {
  #rest = "";
  #atStart = true;

  /** The rows that are complete with this piece. */
  push(text: string): CsvRow[] {
    let piece = text;
    if (this.#atStart && piece !== "") {
      this.#atStart = false;
      if (piece.startsWith("\uFEFF")) piece = piece.slice(1);
    }
    return this.#read(this.#rest + piece, false);
  }

  end(): CsvRow[] {
    const text = this.#rest;
    return text === "" ? [] : this.#read(text, true);
  }

  #read(text: string, isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let at = 0;
    // Looked for once, not for each row: most files have few or none.
    let quote = text.indexOf('"');
    while (at < text.length) {
      if (quote !== -1 && quote < at) quote = text.indexOf('"', at);
      const end = endOfRow(text, at, quote);
      if (end === -1 && !isEnd) {
        // What comes may close a quote, or not: past this length it does not matter.
        if (text.length - at > ROW_CHARS_MAX) {
          rows.push({ fault: TOO_LONG });
          this.#rest = "";
          this.#atStart = false;
          return rows;
        }
        break;
      }
      const stop = end === -1 ? text.length : end;
      const line = text.endsWith("\r", stop) ? text.slice(at, Math.max(at, stop - 1)) : text.slice(at, stop);
      if (line !== "") rows.push(line.length > ROW_CHARS_MAX ? { fault: TOO_LONG } : readCells(line));
      at = stop + 1;
    }
    this.#rest = text.slice(Math.min(at, text.length));
    return rows;
  }
}

/** Where the line feed is that ends the row, or -1: one between quotes belongs to a field. */
function endOfRow(text: string, start: number, firstQuote: number): number {
  let feed = text.indexOf("\n", start);
  let quote = firstQuote;
  while (quote !== -1 && (feed === -1 || quote < feed)) {
    const closing = text.indexOf('"', quote + 1);
    if (closing === -1) return -1;
    // Two quotes in a row close and open again: the same for finding the end.
    if (feed !== -1 && feed < closing) feed = text.indexOf("\n", closing);
    quote = text.indexOf('"', closing + 1);
  }
  return feed;
}

function readCells(line: string): CsvRow {
  if (!line.includes('"')) return { cells: line.split(",") };
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (line[at] === '"') {
      const closing = closingQuote(line, at + 1);
      if (closing === -1) return { fault: NOT_CLOSED };
      cells.push(line.slice(at + 1, closing).replaceAll('""', '"'));
      at = closing + 1;
      if (at === line.length) return { cells };
      if (line[at] !== ",") return { fault: AFTER_QUOTE };
    } else {
      const comma = line.indexOf(",", at);
      const cell = line.slice(at, comma === -1 ? line.length : comma);
      if (cell.includes('"')) return { fault: BARE_QUOTE };
      cells.push(cell);
      if (comma === -1) return { cells };
      at = comma;
    }
    at += 1;
    if (at === line.length) return { cells: [...cells, ""] };
  }
}

function closingQuote(line: string, start: number): number {
  let at = line.indexOf('"', start);
  while (at !== -1 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at;
}
