import type { EventChecks } from "../../dictionary/index.ts";
import { type Column, type PlainRow, SENT_IDS } from "../../events/index.ts";

type Judge = NonNullable<ReturnType<EventChecks["judge"]>>;

/** What is to be done about a value in a column, as bits. */
const REQUIRED = 1;
/** Fits unless it has a fraction. */
const WHOLE = 2;
/** Its text decides. */
const VALUE = 4;
const NEVER = 8;

const QUOTE = 34;
const POINT = 46;
const BACKSLASH = 92;

/**
 * Holds a record that is still text against its event's schema. True: it fits. False says nothing: the record is to be looked at as
 * an object. A value's column says its type, so nearly all take one look into a table; 19 properties take 40 ns.
 */
export class RowCheck {
  readonly #checks: EventChecks;
  /** By column number. A number that was taken back may be given to another name: then the column is another one too. */
  readonly #columns: (Column | undefined)[] = [];
  readonly #codes: number[] = [];
  readonly #requiredColumns: number;
  readonly #requiredIds: number;
  /** Ids that do not fit as the texts they are, or not without a look. */
  readonly #unfitIds: number;
  readonly #time: number;
  /** Of a name whose value the row does not tell. */
  readonly #isUnsure: boolean;

  constructor(checks: EventChecks) {
    this.#checks = checks;
    const isRequired = (name: string) => checks.required.includes(name);
    const ids = Object.entries(SENT_IDS);
    const bits = (which: (name: string) => boolean) =>
      ids.reduce((sum, [name, bit]) => (which(name) ? sum | bit : sum), 0);
    this.#requiredIds = bits(isRequired);
    this.#unfitIds = bits((name) => codeOf(checks.judge(name), "varchar") !== 0);
    this.#time = codeOf(checks.judge("time"), "double");
    this.#isUnsure = ["token", "ip"].some((name) => isRequired(name) || checks.judge(name) !== undefined);
    this.#requiredColumns = checks.required.filter(
      (name) => name !== "time" && !Object.hasOwn(SENT_IDS, name),
    ).length;
  }

  fits(row: PlainRow): boolean {
    const { source, columns, starts, ends, count, sentIds } = row;
    if (this.#isUnsure || (sentIds & this.#unfitIds) !== 0) return false;
    if ((sentIds & this.#requiredIds) !== this.#requiredIds) return false;
    if (this.#time !== 0 && !this.#isFit(this.#time, "time", source, row.time.start, row.time.end))
      return false;
    const known = this.#columns;
    const codes = this.#codes;
    let required = 0;
    for (let index = 0; index < count; index += 1) {
      const column = columns[index] as Column;
      const { number } = column;
      const code = known[number] === column ? (codes[number] as number) : this.#learn(column);
      if (code === 0) continue;
      required += code & REQUIRED;
      if (code === REQUIRED) continue;
      const [start, end] = [starts[index] as number, ends[index] as number];
      if (!this.#isFit(code, column.name, source, start, end)) return false;
    }
    return required === this.#requiredColumns;
  }

  #learn(column: Column): number {
    const { name, number, type } = column;
    const judge = this.#checks.judge(name);
    const fits = judge === undefined && !this.#checks.allows(name) ? NEVER : codeOf(judge, type);
    const code = fits | (this.#checks.required.includes(name) ? REQUIRED : 0);
    this.#columns[number] = column;
    this.#codes[number] = code;
    return code;
  }

  #isFit(code: number, name: string, source: Uint8Array, start: number, end: number): boolean {
    if ((code & NEVER) !== 0) return false;
    if ((code & WHOLE) !== 0 && !hasPoint(source, start, end)) return true;
    return this.#checks.judge(name)?.fits(valueAt(source, start, end)) ?? false;
  }
}

function valueAt(source: Uint8Array, start: number, end: number): unknown {
  const bytes = Buffer.from(source.buffer, source.byteOffset + start, end - start);
  // A string without escapes is what stands between its quotes.
  const isPlain = source[start] === QUOTE && !bytes.includes(BACKSLASH);
  return isPlain ? bytes.toString("utf8", 1, end - start - 1) : JSON.parse(bytes.toString());
}

function codeOf(judge: Judge | undefined, column: Column["type"]): number {
  if (judge?.type === undefined) return 0;
  const { type, format } = judge;
  if (column === "varchar" && type === "string") return format === undefined ? 0 : VALUE;
  if (column === "double" && type === "integer") return WHOLE;
  const isSame = (column === "double" && type === "number") || (column === "boolean" && type === "boolean");
  return isSame ? 0 : NEVER;
}

function hasPoint(source: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (source[at] === POINT) return true;
  return false;
}
