import type { Dialect, SdkOutcome } from "./outcome.ts";

const STATUS_NAMES: Record<number, string> = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  408: "Request Timeout",
  413: "Request Entity Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};
const SOME_FAILED = "some data points in the request failed validation";

/** As `/import` answers; for profiles with the keys that clients of the other forms look for as well. */
export function strictBody(outcome: SdkOutcome, code: number, dialect: Dialect): Record<string, unknown> {
  const status = STATUS_NAMES[code] ?? "Error";
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
