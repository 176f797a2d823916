import type { ColumnType, Declaration } from "./catalog.ts";
import type { Lineage } from "./event.ts";

/** A place in the journal, and the lane it was read from: plain values here. */
export type Position = number;
export type Lane = string;

/** What all rows of a frame have, by the names that their columns have in the row text: `p7`. */
export type CommonValues = { readonly [column: string]: string | number | boolean };

export type LookupColumn = { name: string; type: ColumnType };

/** What a journal frame does to the store. Applied in the order of the positions. */
export type Change = { position: Position } & (
  | { kind: "declare"; declarations: readonly Declaration[] }
  /** Rows of a shredder. The store writes their numbers into them, so nobody else may use the bytes meanwhile. */
  | {
      kind: "rows";
      receivedMs: number;
      lineage: Lineage;
      rows: Buffer;
      /** The columns these rows use, as `take` of the shredder gives them. Absent: any, which loads slower. */
      columns?: readonly number[] | undefined;
      /** Said once for all of them. A row that says it too says the same. */
      common?: CommonValues | undefined;
      /** Places among the rows that are empty since a person was erased; the rows behind them keep their own. */
      erased?: readonly number[] | undefined;
    }
  /**
   * How often records of a batch were refused, dropped or mended, by code: settled with the rows of the same source and day.
   * The store does not know the codes, it only adds them up.
   */
  | { kind: "tally"; receivedMs: number; lineage: Lineage; counts: { readonly [code: string]: number } }
  /** Takes back rows: those a mirror updates or deletes. An import keeps to one lane, so its changes are in order. */
  | { kind: "retract"; importId: string; rowKeys: readonly string[] }
  /**
   * Shows a generation of an import and removes the older ones, in one step. Rows of generation 0 belong to none and
   * stay. Rows of an older generation that come later are never shown.
   */
  | { kind: "commit"; importId: string; generation: number }
  /**
   * Shows a generation of an import beside the older ones: what a mirror found new or changed. What it takes the place of is
   * retracted by frames of the same append.
   */
  | { kind: "merge"; importId: string; generation: number }
  | { kind: "abandon"; importId: string; generation: number }
  /**
   * Removes what these persons did before `until`, or before this position, whichever lane it is in. Matched is the distinct
   * id a record itself says. Another person's events on a device of theirs are not what they did.
   */
  | { kind: "erase"; ids: readonly string[]; until?: Position }
  /**
   * Rows of a lookup table's next revision, one JSON object a line: `k` is the key, `c1`, `c2` … the other columns, of these types.
   * Nobody sees them before `lookup_replace`. All changes of a table keep to one lane.
   */
  | {
      kind: "lookup_rows";
      tableId: string;
      revision: number;
      types: readonly ColumnType[];
      rows: Buffer;
    }
  /** Shows a revision of a lookup table in place of the one before. The first column is the key. Null: the table goes. */
  | { kind: "lookup_replace"; tableId: string; revision: number; columns: readonly LookupColumn[] | null }
);

export type ChangeOf<Kind extends Change["kind"]> = Extract<Change, { kind: Kind }>;
