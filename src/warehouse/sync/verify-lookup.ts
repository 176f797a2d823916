import type { CompareFailure } from "../../dictionary/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { LOOKUP_BYTES_MAX, lookupColumns, lookupCsv } from "./lookup-csv.ts";
import type { Sides, Verifying } from "./verifying.ts";

/** The table's rows against those that properties are looked up in, cell by cell. */
export async function compareLookup(verifying: Verifying): Promise<Result<Sides, Refusal>> {
  const { deps, import: one, session, described, signal, differences } = verifying;
  const columns = lookupColumns(described, one.mapping);
  const compared = await deps.lookupTables.compare(
    one.projectId,
    one.lookupTableId ?? "",
    lookupCsv(session, one.table, columns, signal),
    {
      signal,
      differs: ({ side, key, columns: properties }) =>
        differences.add({
          side: side === "file" ? "warehouse" : "store",
          row_key: key,
          key: { [columns[0]?.name ?? ""]: key },
          properties,
        }),
    },
  );
  if (!compared.ok) return fail(refusedFor(compared.failure));
  const { fileRows, tableRows, isEqual } = compared.value;
  return ok({ isEqual, rows: fileRows, storedRows: tableRows });
}

function refusedFor(failure: CompareFailure): Refusal {
  switch (failure.code) {
    case "table_not_found":
      return refusal(
        "lookup_table_deleted",
        "The lookup table of this import was deleted; delete the import and make a new one.",
      );
    case "store_busy":
      return {
        ...refusal("store_unavailable", "The event store is busy; ask again in a moment."),
        retryAfterS: 5,
      };
    case "too_many_rows":
      return refusal(
        "lookup_too_large",
        `The table has more rows than a lookup table may have (${failure.rowsMax}), so it cannot be imported. Import a view that has fewer.`,
      );
    default:
      return refusal(
        "lookup_too_large",
        `The table is more than ${LOOKUP_BYTES_MAX / 1_048_576} MB as CSV, so it cannot be imported. Import a view that has less.`,
      );
  }
}
