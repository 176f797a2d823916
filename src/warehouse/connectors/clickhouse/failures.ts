import { ConnectorError } from "../../connector.ts";
import type { FailureCode } from "../../failures.ts";
import { fromOutbound, isOutbound } from "../outbound-failure.ts";

const BY_NUMBER: { [number: string]: FailureCode } = {
  60: "table_missing",
  81: "database_missing",
  159: "query_timeout",
  160: "query_timeout",
  164: "permission_denied", // something that readonly forbids
  192: "auth_failed",
  193: "auth_failed",
  194: "auth_failed",
  201: "throttled",
  202: "throttled",
  209: "unreachable",
  210: "unreachable",
  241: "throttled", // out of memory
  473: "lock_conflict",
  497: "permission_denied",
  516: "auth_failed",
};

const HINTS: { [number: string]: string } = {
  164: "Give the source's user readonly = 2 or 0: with readonly = 1 it may not set a time limit of its own.",
  497: "Run: GRANT SELECT ON … TO …; for this source's user.",
};

export function toConnectorError(cause: unknown): ConnectorError {
  if (cause instanceof ConnectorError) return cause;
  if (isOutbound(cause)) return fromOutbound(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  const told = /Code: (\d+)\. DB::Exception: ([\s\S]*)/.exec(message);
  if (told) return fromNumber(told[1] ?? "", told[2] ?? "", cause);
  if (cause instanceof SyntaxError)
    return new ConnectorError("unreachable", "the answer broke off", { cause });
  return new ConnectorError("unreachable", message, { cause });
}

function fromNumber(number: string, message: string, cause: unknown): ConnectorError {
  const hint = HINTS[number];
  const code = BY_NUMBER[number] ?? "query_refused";
  return new ConnectorError(code, message.trim(), { cause, ...(hint === undefined ? {} : { hint }) });
}
