import { ConnectorError } from "../connector.ts";
import type { FailureCode } from "../failures.ts";
import { LOOKUP_BYTES_MAX, lookupColumns, lookupCsv } from "./lookup-csv.ts";
import type { SyncOutcome } from "./outcome.ts";
import { countRows } from "./select.ts";
import type { TableSync } from "./table-sync.ts";

/** Puts the table in the place of the lookup table's content, whole or not at all. It is read twice, in one state of the warehouse. */
export async function syncLookup(sync: TableSync): Promise<SyncOutcome> {
  const { deps, import: one, session, tracker } = sync;
  const table = session.dialect.table(one.table);
  tracker.rowsTotal = await countRows({ session, table, where: null });
  const source = lookupCsv(session, one.table, lookupColumns(sync.described, one.mapping), sync.calledOff);
  const replaced = await deps.lookupTables.replace(one.projectId, one.lookupTableId ?? "", source);
  if (!replaced.ok) throw refused(replaced.failure);
  tracker.counts.read = replaced.value.rows;
  tracker.counts.inserted = replaced.value.rows;
  return {
    kind: "full_backfill",
    progress: { reload: false },
    position: deps.frames.synced(),
    settles: "as_sent",
  };
}

type ReplaceFailure = Extract<
  Awaited<ReturnType<TableSync["deps"]["lookupTables"]["replace"]>>,
  { ok: false }
>["failure"];

function refused(failure: ReplaceFailure): ConnectorError {
  const as = (code: FailureCode, message: string) => new ConnectorError(code, message);
  switch (failure.code) {
    case "not_accepted":
      return as("store_unavailable", "the rows were not accepted");
    case "too_large":
      return as("lookup_too_large", `the table is more than ${LOOKUP_BYTES_MAX / 1_048_576} MB as CSV`);
    case "too_many_rows":
      return as("lookup_too_large", `the table has more than ${failure.rowsMax} rows`);
    case "project_full":
      return as("lookup_too_large", "the project has no room for more rows of lookup tables");
    case "rows_invalid": {
      const some = failure.failed.map(({ index, message }) => `row ${index + 1}: ${message}`);
      return as("lookup_invalid", some.join("; ").slice(0, 1000));
    }
    case "header_invalid":
      return as("lookup_invalid", `the names of its columns do not fit: ${failure.reason}`);
    default:
      return as("lookup_invalid", `the lookup table cannot be replaced: ${failure.code}`);
  }
}
