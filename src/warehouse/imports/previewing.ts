import type { Cell, Column } from "../connector.ts";
import type { CheckedImport } from "./create-import.ts";

/** Rows of all columns that can be read, the four lanes of the digest behind them. */
export type PreviewAsk = {
  import: CheckedImport;
  company: string | null;
  nowMs: number;
  columns: readonly Column[];
  rows: readonly Cell[][];
};

/** What a row becomes; null when it becomes nothing, and why. */
export type Mapped = {
  result: unknown;
  problem: { code: string; field: string; message: string } | null;
};

/** Cells in the order in which a plan has its columns. */
export function picker(columns: readonly Column[], wanted: readonly Column[]) {
  const places = wanted.map(({ name }) => columns.findIndex((column) => column.name === name));
  return (row: readonly Cell[]): Cell[] => places.map((at) => row[at] ?? null);
}
