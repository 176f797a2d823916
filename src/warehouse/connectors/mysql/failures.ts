import { ConnectorError } from "../../connector.ts";
import type { FailureCode } from "../../failures.ts";

/** By the number of the server's error: the same in MySQL and MariaDB, other than their names. */
const BY_NUMBER: { [number: number]: FailureCode } = {
  1040: "throttled", // too many connections
  1044: "permission_denied", // of the database
  1045: "auth_failed",
  1049: "database_missing",
  1053: "unreachable", // the server is shutting down
  1129: "throttled", // too many failed connections
  1130: "auth_failed", // not from this host
  1142: "permission_denied", // of the table
  1143: "permission_denied", // of the column
  1146: "table_missing",
  1203: "throttled",
  1205: "lock_conflict",
  1213: "lock_conflict",
  1226: "throttled",
  1227: "permission_denied",
  1251: "auth_failed", // a form of sign-in that one side does not know
  1317: "query_timeout",
  1356: "table_missing", // a view over something that is gone
  1412: "lock_conflict", // the table was altered since the snapshot
  1698: "auth_failed",
  1927: "unreachable", // the connection was killed
  1969: "query_timeout",
  3024: "query_timeout",
};

/** By what mysql2 or the system says before the server does. */
const BY_NAME: { [name: string]: FailureCode } = {
  HANDSHAKE_NO_SSL_SUPPORT: "tls_failed",
  HANDSHAKE_SSL_ERROR: "tls_failed",
  MYSQL_CLEAR_PASSWORD_NOT_ENABLED: "auth_failed",
};

export function toConnectorError(cause: unknown): ConnectorError {
  if (cause instanceof ConnectorError) return cause;
  const message = cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
  const code = codeOf(cause, message);
  return new ConnectorError(code, message, {
    cause,
    ...(code === "permission_denied"
      ? { hint: "Run: GRANT SELECT ON `…`.`…` TO …; for this source's user." }
      : {}),
  });
}

function codeOf(cause: unknown, message: string): FailureCode {
  const { errno, code } = Object(cause) as { errno?: unknown; code?: unknown };
  if (typeof errno === "number" && errno > 0) return BY_NUMBER[errno] ?? "query_refused";
  const name = String(code ?? "");
  const known = BY_NAME[name];
  if (known) return known;
  if (/certificate|self.signed|SSL|TLS|tls|EPROTO|altnames/.test(`${message} ${name}`)) return "tls_failed";
  if (/unknown plugin|authentication/i.test(message)) return "auth_failed";
  return "unreachable";
}
