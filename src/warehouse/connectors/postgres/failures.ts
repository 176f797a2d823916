import { DatabaseError } from "pg";
import { ConnectorError } from "../../connector.ts";
import type { FailureCode } from "../../failures.ts";

/** By the class or the whole of the SQLSTATE that Postgres gives. */
const BY_STATE: readonly [prefix: string, code: FailureCode][] = [
  ["28", "auth_failed"],
  ["3D", "database_missing"],
  ["42501", "permission_denied"],
  ["42P01", "table_missing"],
  ["3F", "table_missing"],
  ["57014", "query_timeout"],
  ["53", "throttled"],
  ["55P03", "lock_conflict"],
  ["40", "lock_conflict"],
  ["57", "unreachable"],
  ["08", "unreachable"],
];

const BY_SYSTEM_CODE: { [code: string]: FailureCode } = {
  ECONNREFUSED: "unreachable",
  ECONNRESET: "unreachable",
  EPIPE: "unreachable",
  ETIMEDOUT: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ENOTFOUND: "unreachable",
};

export function toConnectorError(cause: unknown): ConnectorError {
  if (cause instanceof ConnectorError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ConnectorError(codeOf(cause, message), message, { cause, ...hintOf(cause) });
}

function codeOf(cause: unknown, message: string): FailureCode {
  if (cause instanceof DatabaseError) {
    const state = cause.code ?? "";
    return BY_STATE.find(([prefix]) => state.startsWith(prefix))?.[1] ?? "query_refused";
  }
  const system = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const known = BY_SYSTEM_CODE[system];
  if (known) return known;
  if (/certificate|self.signed|SSL|TLS|tls|EPROTO|altnames|ERR_TLS/.test(`${message} ${system}`))
    return "tls_failed";
  // Some forms of sign-in are refused by our side, before the server says anything.
  if (/password|SASL|SCRAM/i.test(message)) return "auth_failed";
  return "unreachable";
}

function hintOf(cause: unknown): { hint?: string } {
  if (!(cause instanceof DatabaseError) || cause.code !== "42501") return {};
  return {
    hint: "Run as the table's owner: GRANT USAGE ON SCHEMA … TO …; GRANT SELECT ON … TO …; for this source's user.",
  };
}
