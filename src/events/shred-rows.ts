import type { Catalog, Column } from "./catalog.ts";
import { impliedDeviceId, impliedUserId, type NewEvent } from "./event.ts";
import type { PlainRow } from "./plain-row.ts";
import { simplify, toJson, typeOf } from "./property-value.ts";
import { RowBytes } from "./row-bytes.ts";
import { ROW } from "./text.ts";

export const ROW_NUMBER_END = '{"o":       0'.length;
export const ROW_NUMBER_DIGITS = 8;

export type ShreddedRows = {
  rows: Buffer;
  count: number;
  /** The numbers of the columns these rows use: the store loads no others. */
  columns: number[];
};

/** Turns events into rows: one JSON object a line, each property under the number of its column. */
export class Shredder {
  readonly #catalog: Catalog;
  readonly #bytes: RowBytes;
  /** The columns of the last event in its order: the next event mostly has the same, which saves looking names up. */
  readonly #lastColumns: Column[] = [];
  #rest: [name: string, value: unknown][] = [];
  #count = 0;
  /** By column number: whether rows since the last `take` use it. */
  #used = new Uint8Array(0);

  /** Shredders may share their bytes, as long as each is taken from before the next is added to. */
  constructor(catalog: Catalog, bytes = new RowBytes()) {
    this.#catalog = catalog;
    this.#bytes = bytes;
  }

  get bytes(): number {
    return this.#bytes.length;
  }

  /** New properties get their columns here: whoever takes the rows first tells the lane what the catalog has since. */
  add(event: NewEvent, rowKey = event.rowKey): void {
    const { distinctId, deviceId, userId, insertId, sentTimeMs, timeMs } = event;
    const bytes = this.#bytes;
    bytes.plain(ROW.start);
    bytes.string(event.event);
    bytes.plain(ROW.time);
    bytes.plain(String(timeMs));
    bytes.plain(',"d":');
    bytes.string(distinctId);
    if (sentTimeMs === null) bytes.plain(',"n":true');
    else if (sentTimeMs !== undefined && sentTimeMs !== timeMs) bytes.plain(`,"q":${sentTimeMs}`);
    const userIsImplied = userId === undefined || impliedUserId(distinctId) === userId;
    if (!userIsImplied) this.#text(',"u":', userId);
    if (deviceId !== undefined && (!userIsImplied || impliedDeviceId(distinctId) !== deviceId)) {
      this.#text(',"v":', deviceId);
    }
    if (insertId !== undefined) this.#text(',"i":', insertId);
    if (rowKey !== undefined) this.#text(',"k":', rowKey);
    this.#properties(event.properties);
    bytes.plain(ROW.end);
    this.#count += 1;
  }

  /** The same for an event that is still text: what it holds is copied as it stands. */
  addPlain(row: PlainRow): void {
    const { source, event, distinctId, deviceId, insertId, rowKey, columns, starts, ends, count } = row;
    const bytes = this.#bytes;
    bytes.plain(ROW.start);
    bytes.quoted(source, event.start, event.end);
    bytes.plain(ROW.time);
    bytes.digits(row.timeMs);
    bytes.plain(row.isDevice ? ROW.device : ROW.distinctId);
    bytes.copy(source, distinctId.start, distinctId.end);
    bytes.plain('"');
    if (deviceId.start >= 0) {
      bytes.plain(ROW.deviceId);
      bytes.quoted(source, deviceId.start, deviceId.end);
    }
    if (insertId.start >= 0) {
      bytes.plain(ROW.insertId);
      bytes.quoted(source, insertId.start, insertId.end);
    }
    if (rowKey.start >= 0) {
      bytes.plain(',"k":');
      bytes.quoted(source, rowKey.start, rowKey.end);
    }
    for (let index = 0; index < count; index += 1) {
      const column = columns[index];
      if (column === undefined) continue;
      this.#begin(column);
      bytes.copy(source, starts[index] ?? 0, ends[index] ?? 0);
    }
    bytes.plain(ROW.end);
    this.#count += 1;
  }

  /** Rows that were made elsewhere, by the same catalog; `use` says of which columns. */
  addReady(source: Uint8Array, start: number, end: number, count: number): void {
    this.#bytes.copy(source, start, end);
    this.#count += count;
  }

  use(columns: Iterable<number>): void {
    for (const number of columns) this.#mark(number);
  }

  /** The rows so far; begins anew. */
  take(): ShreddedRows {
    const count = this.#count;
    this.#count = 0;
    const columns: number[] = [];
    for (let number = 1; number < this.#used.length; number += 1) {
      if (this.#used[number] === 1) columns.push(number);
    }
    this.#used.fill(0);
    return { rows: this.#bytes.take(), count, columns };
  }

  /** Forgets the rows so far, and the columns that were given for them: `last` was the catalog's last one before. */
  discard(last: number): void {
    this.giveBack(this.take());
    this.#lastColumns.length = 0;
    this.#catalog.forgetAfter(last);
  }

  /** Rows that nobody needs any more: their memory is used again. */
  giveBack({ rows }: ShreddedRows): void {
    this.#bytes.giveBack(rows);
  }

  #properties(properties: NewEvent["properties"]): void {
    const last = this.#lastColumns;
    let index = 0;
    for (const name in properties) {
      const value = properties[name];
      let column = last[index];
      if (column === undefined || column.name !== name) {
        column = this.#catalog.find(name);
        if (column !== undefined) last[index] = column;
      }
      index += 1;
      this.#property(name, column, value);
    }
    if (this.#rest.length > 0) this.#writeRest();
  }

  #property(name: string, column: Column | undefined, value: unknown): void {
    const bytes = this.#bytes;
    if (typeof value === "string" && column?.type === "varchar") {
      this.#begin(column);
      bytes.string(value);
    } else if (typeof value === "number" && column?.type === "double" && Number.isFinite(value)) {
      this.#begin(column);
      bytes.number(value);
    } else if (typeof value === "boolean" && column?.type === "boolean") {
      this.#begin(column);
      bytes.plain(value ? "true" : "false");
    } else if (value !== undefined) {
      this.#otherProperty(name, column, simplify(value));
    }
  }

  #begin(column: Column): void {
    this.#mark(column.number);
    this.#bytes.plain(column.prefix);
  }

  #mark(number: number): void {
    if (number >= this.#used.length) this.#growUsed(number);
    this.#used[number] = 1;
  }

  #growUsed(number: number): void {
    const grown = new Uint8Array(Math.max(64, number * 2));
    grown.set(this.#used);
    this.#used = grown;
  }

  #otherProperty(name: string, known: Column | undefined, value: unknown): void {
    const type = typeOf(value);
    const column = known ?? (type === null ? undefined : this.#catalog.declare(name.toWellFormed(), type));
    if (column === undefined || column.type !== type) {
      this.#rest.push([name, value]);
      return;
    }
    this.#begin(column);
    if (type === "varchar") this.#bytes.string(String(value));
    else if (type === "double") this.#bytes.number(Number(value));
    else if (type === "boolean") this.#bytes.plain(String(value));
    // As text, so that no reader between here and there writes its numbers anew.
    else this.#bytes.string(toJson(value));
  }

  /** In the order of the names: equal content has equal text. */
  #writeRest(): void {
    const rest = this.#rest;
    this.#rest = [];
    rest.sort(([left], [right]) => (left < right ? -1 : 1));
    const entries = rest.map(([name, value]) => `${toJson(name)}:${toJson(value)}`);
    this.#text(',"rest":', `{${entries.join()}}`);
  }

  #text(key: string, value: string): void {
    this.#bytes.plain(key);
    this.#bytes.string(value);
  }
}
