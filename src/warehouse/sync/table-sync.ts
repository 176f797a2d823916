import type { Session, TableDescription } from "../connector.ts";
import type { WarehouseDeps } from "../deps.ts";
import type { Run, WarehouseImport, WarehouseSource } from "../types.ts";
import type { Tracker } from "./tracker.ts";

/** One run over one table: what all kinds of import share. */
export type TableSync = {
  deps: WarehouseDeps;
  run: Run;
  import: WarehouseImport;
  source: WarehouseSource;
  session: Session;
  described: TableDescription;
  tracker: Tracker;
  signal: AbortSignal;
  /** Aborted also when somebody called the run off: for whatever only waits or reads. */
  calledOff: AbortSignal;
};

export const nameOf = ({ table }: Pick<WarehouseImport, "table">): string => table.table ?? table.path ?? "";

/** The property that names companies, in projects that have one. */
export async function companyProperty(
  { groupKeys }: Pick<WarehouseDeps, "groupKeys">,
  projectId: number,
): Promise<string | null> {
  const keys = await groupKeys(projectId);
  return keys.find(({ isCompanyKey }) => isCompanyKey)?.propertyName ?? null;
}
