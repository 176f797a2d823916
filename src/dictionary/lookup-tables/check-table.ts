import type { LookupColumn } from "../../events/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { ColumnTypes } from "./column-types.ts";
import type { CsvRow } from "./csv-rows.ts";
import { type CsvSource, readCsv, type SourceFailure } from "./read-csv.ts";

export type FailedRow = { index: number; message: string };
export type TableFailure =
  | SourceFailure
  | { code: "header_invalid"; reason: string }
  | { code: "rows_invalid"; failed: FailedRow[] }
  | { code: "too_many_rows"; rowsMax: number };

const FAILED_ROWS_SHOWN = 10;
const COLUMNS_MAX = 255;
const NAME_CHARS_MAX = 255;

/** Reads a whole file and keeps nothing of it but its columns: whether it can take the place of a table. */
export async function checkTable(
  source: CsvSource,
  rowsMax: number,
): Promise<Result<{ columns: LookupColumn[]; rows: number }, TableFailure>> {
  const check = new TableCheck(rowsMax);
  const read = await readCsv(source, (rows) => check.see(rows));
  return read.ok ? check.verdict() : read;
}

class TableCheck {
  readonly #rowsMax: number;
  #names: string[] | undefined;
  #headerFault: string | undefined;
  #types = new ColumnTypes(0);
  /** The row each key is in. */
  readonly #keys = new Map<string, number>();
  readonly #failed: FailedRow[] = [];
  #rows = 0;

  constructor(rowsMax: number) {
    this.#rowsMax = rowsMax;
  }

  see(rows: readonly CsvRow[]): void {
    for (const row of rows) {
      if (this.#headerFault !== undefined || this.#rows > this.#rowsMax) return;
      if (this.#names === undefined) this.#readHeader(row);
      else {
        const fault = this.#faultOf(row, this.#names.length);
        if (fault !== undefined && this.#failed.length < FAILED_ROWS_SHOWN) {
          this.#failed.push({ index: this.#rows, message: fault });
        }
        this.#rows += 1;
      }
    }
  }

  verdict(): Result<{ columns: LookupColumn[]; rows: number }, TableFailure> {
    if (this.#headerFault !== undefined) return fail({ code: "header_invalid", reason: this.#headerFault });
    if (this.#names === undefined) {
      return fail({ code: "header_invalid", reason: "the file is empty; its first row names the columns" });
    }
    if (this.#rows > this.#rowsMax) return fail({ code: "too_many_rows", rowsMax: this.#rowsMax });
    if (this.#failed.length > 0) return fail({ code: "rows_invalid", failed: this.#failed });
    const types = this.#types.types;
    // A key is compared as text, whatever it looks like.
    const columns = this.#names.map((name, index) => ({
      name,
      type: index === 0 ? ("varchar" as const) : (types[index] ?? "varchar"),
    }));
    return ok({ columns, rows: this.#rows });
  }

  #readHeader(row: CsvRow): void {
    if ("fault" in row) {
      this.#headerFault = `the first row names the columns, and cannot be read: ${row.fault}`;
      return;
    }
    const { cells } = row;
    const twice = cells.find((name, index) => cells.indexOf(name) !== index);
    if (cells.length < 2) this.#headerFault = "a table has at least two columns, the first is its key";
    else if (cells.length > COLUMNS_MAX) this.#headerFault = `a table has at most ${COLUMNS_MAX} columns`;
    else if (cells.some((name) => name.trim() === "")) this.#headerFault = "a column has no name";
    else if (cells.some((name) => name.length > NAME_CHARS_MAX))
      this.#headerFault = `a column's name has at most ${NAME_CHARS_MAX} characters`;
    else if (twice !== undefined) this.#headerFault = `two columns are called '${twice}'`;
    this.#names = cells;
    this.#types = new ColumnTypes(cells.length);
  }

  #faultOf(row: CsvRow, columns: number): string | undefined {
    if ("fault" in row) return row.fault;
    const { cells } = row;
    if (cells.length !== columns) return "invalid row: wrong number of fields";
    const [key = ""] = cells;
    if (key.trim() === "") return "primary key is required and cannot be blank";
    const before = this.#keys.get(key);
    if (before !== undefined) {
      return `invalid row: row indexes ${before} and ${this.#rows} have the same primary key`;
    }
    this.#keys.set(ownText(key), this.#rows);
    for (let column = 1; column < cells.length; column += 1) this.#types.see(column, cells[column] ?? "");
    return undefined;
  }
}

/** A copy: a text cut out of another keeps all of that one in memory. */
const ownText = (text: string): string => Buffer.from(text).toString();
