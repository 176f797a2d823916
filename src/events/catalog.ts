import { columnPrefix } from "./text.ts";

/** What a column holds. `json`: lists and objects, as their text. */
export const COLUMN_TYPES = ["varchar", "double", "boolean", "json"] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** A property gets a column for good. Declarations are numbered by their columns: 1, 2, 3 … without holes. */
export type Declaration = { number: number; name: string; type: ColumnType };

export type Column = Declaration & {
  /** How a row begins its value: `,"p7":`. Made once, because rows are made by the hundred thousand. */
  readonly prefix: string;
};

export type DeclareFailure =
  | { code: "declaration_missing"; expected: number; found: number }
  | { code: "declaration_conflict"; number: number; declared: string; found: string };

/**
 * Every column costs each event while it is loaded, whether the event has the property or not: DuckDB appends to all columns
 * of a table. Events of 15 properties, one thread, processor time each and memory of the process: 15 columns 6 µs and 455
 * MB, 64 columns 8 µs and 545 MB, 256 columns 18 µs and 650 MB, 512 columns 34 µs and 1,080 MB; 1,000 do not fit into
 * DuckDB's 640 MiB. Leaving unused columns out of the statement changes little of that (44 µs against 45 µs for 256 on two
 * threads), since it is the appending that costs. Further properties live in `rest`: nothing is lost, questions are slower.
 */
export const COLUMNS_MAX = 256;

/** Which column a property has. Pure: whoever changes it tells the journal, and the store, by `since`. */
export class Catalog {
  readonly #byName = new Map<string, Column>();
  readonly #columns: Column[] = [];
  readonly #columnsMax: number;

  constructor(declarations: Iterable<Declaration> = [], { columnsMax = COLUMNS_MAX } = {}) {
    this.#columnsMax = columnsMax;
    for (const { name, type } of declarations) this.#add(name, type);
  }

  /** The number of the last declaration. */
  get last(): number {
    return this.#columns.length;
  }

  find(name: string): Column | undefined {
    return this.#byName.get(name);
  }

  /** The declarations after this one, for a lane that has been told up to it. */
  since(number: number): Declaration[] {
    return this.#columns.slice(number).map(({ number, name, type }) => ({ number, name, type }));
  }

  /** Gives a property its column, unless it has one or there are too many. Its type never changes afterwards. */
  declare(name: string, type: ColumnType): Column | undefined {
    const known = this.#byName.get(name);
    if (known !== undefined || this.#columns.length >= this.#columnsMax) return known;
    return this.#add(name, type);
  }

  /** Takes over declarations made elsewhere. Those it has are passed over, so a repeat does no harm. */
  apply(declarations: Iterable<Declaration>): DeclareFailure | null {
    for (const { number, name, type } of declarations) {
      const known = this.#columns[number - 1];
      if (known === undefined) {
        const expected = this.#columns.length + 1;
        if (number !== expected) return { code: "declaration_missing", expected, found: number };
        this.#add(name, type);
      } else if (known.name !== name || known.type !== type) {
        const declared = `${known.name} ${known.type}`;
        return { code: "declaration_conflict", number, declared, found: `${name} ${type}` };
      }
    }
    return null;
  }

  /** Takes back what was declared after this one. Only for whoever declared it and has told nobody. */
  forgetAfter(number: number): void {
    for (const { name } of this.#columns.splice(number)) this.#byName.delete(name);
  }

  #add(name: string, type: ColumnType): Column {
    const number = this.#columns.length + 1;
    const column: Column = { number, name, type, prefix: columnPrefix(number) };
    this.#columns.push(column);
    this.#byName.set(name, column);
    return column;
  }
}
