import { isDeepStrictEqual } from "node:util";
import type { ColumnType } from "../../events/index.ts";

/** What the cells of a column have looked like so far: one that does not fit makes the whole column text. */
export class ColumnTypes {
  readonly #types: (ColumnType | null)[];

  constructor(columns: number) {
    this.#types = Array.from({ length: columns }, () => null);
  }

  see(column: number, cell: string): void {
    if (cell === "") return;
    const known = this.#types[column];
    if (known === "varchar") return;
    const type = typeOfCell(cell);
    this.#types[column] = known === null || known === type ? type : "varchar";
  }

  /** Text where a column has no value at all. */
  get types(): ColumnType[] {
    return this.#types.map((type) => type ?? "varchar");
  }
}

/** As JSON writes numbers: `007` is a name, not seven. Digits that a double would lose make it a name as well. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DIGITS_KEPT = 15;

function typeOfCell(cell: string): ColumnType {
  if (isNumber(cell)) return "double";
  if (/^(?:true|false)$/i.test(cell)) return "boolean";
  return readList(cell) === undefined ? "varchar" : "json";
}

function isNumber(cell: string): boolean {
  if (!NUMBER.test(cell) || !Number.isFinite(Number(cell))) return false;
  const [mantissa = ""] = cell.split(/[eE]/, 1);
  const digits = mantissa.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length <= DIGITS_KEPT;
}

/** `["a","b"]`: a list of texts. Anything else in brackets is a text. */
export function readList(cell: string): string[] | undefined {
  if (!cell.startsWith("[") || !cell.endsWith("]")) return undefined;
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) && list.every((item) => typeof item === "string") ? list : undefined;
  } catch {
    return undefined;
  }
}

/** A cell as its column's type says it, in a row on its way to the store. Undefined: no value. */
export function cellValue(cell: string, type: ColumnType): string | number | boolean | undefined {
  if (cell === "") return undefined;
  if (type === "double") return Number(cell);
  if (type === "boolean") return cell.toLowerCase() === "true";
  return cell;
}

/** Whether a stored value is what this cell would be stored as. A cell that does not fit the column's type is another value. */
export function holdsCell(stored: unknown, cell: string, type: ColumnType): boolean {
  if (cell === "" || stored === undefined) return cell === "" && stored === undefined;
  if (type !== "varchar" && typeOfCell(cell) !== type) return false;
  return isDeepStrictEqual(shownValue(cell, type), stored);
}

/** What rows would be looked up as if a table had these alone: values by column, without the first, which is the key. */
export function toLookupRows(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): Record<string, unknown>[] {
  const seen = new ColumnTypes(names.length);
  for (const row of rows) for (const [at, cell] of row.entries()) seen.see(at, cell);
  const { types } = seen;
  return rows.map((row) =>
    Object.fromEntries(
      names.flatMap((name, at) => {
        const cell = row[at] ?? "";
        return at === 0 || cell === "" ? [] : [[name, shownValue(cell, types[at] ?? "varchar")]];
      }),
    ),
  );
}

const shownValue = (cell: string, type: ColumnType): unknown =>
  type === "json" ? readList(cell) : cellValue(cell, type);
