import { ConnectorError } from "./connector.ts";
import { describeFailure, type FailureCode } from "./failures.ts";

/** Everything the API of this room refuses, and the status it is refused with. Clients read the word as `type`. */
export const REFUSAL_STATUSES = {
  unknown_warehouse_type: 400,
  not_built_yet: 400,
  missing_field: 400,
  invalid_field: 400,
  type_immutable: 400,
  secret_required: 400,
  duplicate_name: 400,
  host_not_allowed: 400,
  source_unreachable: 400,
  unknown_source: 400,
  table_missing: 400,
  permission_denied: 400,
  column_missing: 400,
  query_refused: 400,
  column_type: 400,
  reserved_column: 400,
  time_column_nullable: 400,
  event_name_ambiguous: 400,
  company_column_required: 400,
  run_every_not_allowed: 400,
  sync_mode_unsupported: 400,
  databricks_only: 400,
  reserved_property: 400,
  duplicate_target: 400,
  unknown_group_key: 400,
  property_already_mapped: 400,
  field_immutable: 400,
  lookup_too_large: 400,
  source_not_found: 404,
  import_not_found: 404,
  run_not_found: 404,
  source_in_use: 409,
  import_paused: 409,
  already_completed: 409,
  run_ended: 409,
  lookup_table_deleted: 409,
  run_at_work: 409,
  too_many_syncs: 429,
  too_many_verifications: 429,
  store_unavailable: 503,
} as const;

export type RefusalCode = keyof typeof REFUSAL_STATUSES;
export type Refusal = {
  code: RefusalCode;
  message: string;
  field?: string | undefined;
  retryAfterS?: number | undefined;
};

export const refusal = (code: RefusalCode, message: string, field?: string): Refusal => ({
  code,
  message,
  ...(field === undefined ? {} : { field }),
});

/** To somebody who names a table for the first time, other words than to a run that no longer finds it. */
const HINTS: { [Code in FailureCode]?: string } = {
  table_missing: "Check its name; the source's catalog lists the tables that its user can read.",
  query_timeout: "The warehouse took longer than somebody waits; a run may take as long as it needs.",
};

/** What a warehouse said while a request waited for it. Anything but a `ConnectorError` is a bug of ours and thrown on. */
export function refusalOf(cause: unknown, field: string): Refusal {
  if (!(cause instanceof ConnectorError)) throw cause;
  const { hint } = describeFailure(cause.code, cause.message, cause.hint ?? HINTS[cause.code]);
  const message = `${cause.message}. ${hint}`;
  switch (cause.code) {
    case "table_missing":
    case "permission_denied":
    case "host_not_allowed":
    case "query_refused":
      return refusal(cause.code, message, field);
    case "role_column_missing":
      return refusal("column_missing", message, field);
    case "store_unavailable":
      return { ...refusal(cause.code, message), retryAfterS: 5 };
    default:
      return refusal("source_unreachable", message, field);
  }
}
