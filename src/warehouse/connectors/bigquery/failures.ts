import { ConnectorError } from "../../connector.ts";
import type { FailureCode } from "../../failures.ts";
import { fromOutbound, isOutbound } from "../outbound-failure.ts";

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

type Said = { reason?: unknown; message?: unknown };

/** A refusal of BigQuery: a status and, mostly, JSON that says why. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  constructor(status: number, body: string) {
    const { reason, message } = saidIn(body);
    super(String(message ?? (body.trim() || `BigQuery answered ${status}`)));
    this.status = status;
    this.reason = String(reason ?? "");
  }

  /** The failure of a job, which comes with an answer of 200. */
  static of(result: unknown): ApiError {
    return new ApiError(400, JSON.stringify({ error: { errors: [Object(result)] } }));
  }
}

function saidIn(body: string): Said {
  try {
    const { error } = Object(JSON.parse(body)) as { error?: unknown };
    const { message, errors } = Object(error) as { message?: unknown; errors?: unknown };
    const [first] = (Array.isArray(errors) ? errors : []) as unknown[];
    return { message, ...(Object(first) as Said) };
  } catch {
    return {};
  }
}

export function toConnectorError(cause: unknown): ConnectorError {
  if (cause instanceof ConnectorError) return cause;
  if (isOutbound(cause)) return fromOutbound(cause);
  const { status = 0, reason = "" } = cause instanceof ApiError ? cause : {};
  const words = cause instanceof Error ? cause.message : String(cause);
  const found = codeOf(reason, status, words);
  const hint = HINTS[found];
  return new ConnectorError(found, words, { cause, ...(hint === undefined ? {} : { hint }) });
}

function codeOf(reason: string, status: number, words: string): FailureCode {
  const found = BY_REASON[reason] ?? BY_STATUS[status];
  if (found === "table_missing" && /Not found: (Dataset|Project)/.test(words)) return "database_missing";
  if (found) return found;
  return "unreachable";
}
