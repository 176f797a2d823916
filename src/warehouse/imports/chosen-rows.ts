import { fail, ok, type Result } from "../../platform/result.ts";
import type { Session } from "../connector.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { type Relation, whereSql } from "../sync/select.ts";
import { IMPORT_KINDS, type ImportKind } from "../types.ts";
import type { Body, CheckedImport } from "./create-import.ts";

/** Of a body that is to be looked at before an import is made of it. */
export function kindOf({ import_type: given }: Body): Result<ImportKind, Refusal> {
  const kind = IMPORT_KINDS.find((known) => known === given);
  if (kind !== undefined) return ok(kind);
  const message = `'import_type' must be one of ${IMPORT_KINDS.join(", ")}.`;
  return fail(refusal(given === undefined ? "missing_field" : "invalid_field", message, "import_type"));
}

/** The rows that a first run would read. */
export async function chosenRows(session: Session, { table, mapping }: CheckedImport): Promise<Relation> {
  // A session may have to look at a table before it can name it: which files it is of.
  const { columns } = await session.describe(table);
  const column = columns.find(({ name }) => name === mapping.time_column_name);
  const window = column && mapping.sync_window ? { window: { column, ...mapping.sync_window } } : {};
  return { session, table: session.dialect.table(table), where: whereSql(session.dialect, window) };
}
