import type { Declaration } from "../../events/index.ts";
import { columnPrefix } from "../../events/text.ts";
import type { Limits } from "../limits.ts";
import { MEANING, NameTable } from "./name-table.ts";
import { firstBytesOf } from "./value-types.ts";

/** What it takes to write the rows of a project: the columns it has so far, which are for good, and the door's limits. */
export type KnownColumns = { readonly columns: readonly Declaration[]; readonly limits: Limits };

/** Of a batch in which some records are rows already: what they were written by, and what the door has to know of them. */
export type ReadyRows = {
  known: KnownColumns;
  /** Numbers of the columns they use. */
  used: readonly number[];
  earliestMs: number;
  latestMs: number;
};

/** What becomes of a property in a row. */
export type RowName = {
  /** Undefined for one that is read over. */
  readonly prefix: Uint8Array | undefined;
  readonly number: number;
  /** By the first byte of a value: 1 where it fits. */
  readonly firsts: Uint8Array;
};

/** Finds what becomes of properties, each by its name with a quote behind it; undefined for what needs the checks. */
export function rowNames({ columns, limits }: KnownColumns): (name: Uint8Array) => RowName | undefined {
  const byName = new Map(
    columns.map((column) => [column.name, { ...column, prefix: columnPrefix(column.number) }]),
  );
  const names = new NameTable({ find: (name) => byName.get(name) }, limits);
  return (name) => {
    const entry = names.find(name, 0);
    if (entry?.meaning === MEANING.unstored)
      return { prefix: undefined, number: 0, firsts: firstBytesOf("varchar", "double") };
    if (entry?.meaning !== MEANING.column || entry.column === undefined) return undefined;
    const { prefix, number, type } = entry.column;
    return { prefix: Buffer.from(prefix), number, firsts: firstBytesOf(type) };
  };
}
