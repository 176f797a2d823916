import { ConnectorError } from "../../connector.ts";
import type { FailureCode } from "../../failures.ts";

const BY_REASON: { [reason: string]: FailureCode } = {
  accessDenied: "permission_denied",
  authError: "auth_failed",
  backendError: "unreachable",
  billingTierLimitExceeded: "query_refused",
  bytesBilledLimitExceeded: "query_refused",
  internalError: "unreachable",
  invalid: "query_refused",
  invalidQuery: "query_refused",
  jobRateLimitExceeded: "throttled",
  notFound: "table_missing",
  quotaExceeded: "throttled",
  rateLimitExceeded: "throttled",
  resourcesExceeded: "query_refused",
  stopped: "query_timeout",
  timeout: "query_timeout",
};

const BY_STATUS: { [status: number]: FailureCode } = {
  400: "query_refused",
  401: "auth_failed",
  403: "permission_denied",
  404: "table_missing",
  429: "throttled",
};

const HINTS: Partial<Record<FailureCode, string>> = {
  auth_failed: "Check service_account_key: the account or its key may have been deleted.",
  permission_denied:
    "Give the service account the roles BigQuery Job User on the project and BigQuery Data Viewer on the dataset.",
};

/** As far as we read what the client throws. */
type ApiFailure = { code?: unknown; message?: unknown; errors?: unknown };

export function toConnectorError(cause: unknown): ConnectorError {
  if (cause instanceof ConnectorError) return cause;
  const { code, message, errors }: ApiFailure = Object(cause);
  const [first]: { reason?: unknown; message?: unknown }[] = Array.isArray(errors) ? errors : [];
  const words = String(first?.message ?? message ?? cause);
  const found = codeOf(String(first?.reason ?? ""), Number(code), words);
  const hint = HINTS[found];
  return new ConnectorError(found, words, { cause, ...(hint === undefined ? {} : { hint }) });
}

function codeOf(reason: string, status: number, words: string): FailureCode {
  const found = BY_REASON[reason] ?? BY_STATUS[status];
  if (found === "table_missing" && /Not found: (Dataset|Project)/.test(words)) return "database_missing";
  if (found) return found;
  // The answer of the server that gives out tokens.
  if (/invalid_grant|PEM|private key|DECODER/.test(words)) return "auth_failed";
  return "unreachable";
}
