import type { Session, TableDescription } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { WarehouseImport } from "../types.ts";
import type { Differences } from "./differences.ts";

/** What every kind of import is compared with: one state of the warehouse, and a store that has caught up. */
export type Verifying = {
  deps: WarehouseDeps;
  import: WarehouseImport;
  /** Of the source. */
  type: string;
  session: Session;
  described: TableDescription;
  signal: AbortSignal;
  differences: Differences;
};

export type Sides = {
  isEqual: boolean;
  rows: number;
  storedRows: number;
  /** Rows that no run brings. */
  skippedRows?: number;
  /** Stored rows that are one event with another, and not seen. */
  copies?: number;
};
