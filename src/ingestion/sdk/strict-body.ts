import { SOME_FAILED, statusName } from "../wire/words.ts";
import type { Dialect, SdkOutcome } from "./outcome.ts";

/** As `/import` answers; for profiles with the keys that clients of the other forms look for as well. */
export function strictBody(outcome: SdkOutcome, code: number, dialect: Dialect): Record<string, unknown> {
  const status = statusName(code);
  if (outcome.kind === "failed") {
    const none = code === 400 ? { failed_records: [], num_records_imported: 0 } : {};
    return { code, error: outcome.error, ...none, status };
  }
  const { accepted, refused } = outcome;
  const good = dialect === "profiles" ? { num_good_events: accepted } : {};
  if (refused.length === 0) {
    const noError = dialect === "profiles" ? { error: null } : {};
    return { code, ...noError, num_records_imported: accepted, ...good, status };
  }
  return {
    code,
    error: SOME_FAILED,
    failed_records: refused.map(({ index, insertId = "", field, message }) => ({
      index,
      // Both spellings are in use.
      insert_id: insertId,
      $insert_id: insertId,
      field,
      message,
    })),
    num_records_imported: accepted,
    ...good,
    status,
  };
}
